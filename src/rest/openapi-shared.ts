/** Responses that several endpoints have, as shared components of the OpenAPI document. */
import type { JsonSchema } from "../contract/schema.js";

type Paths = Readonly<Record<string, { get: JsonSchema & { responses: Readonly<Record<string, JsonSchema>> } }>>;

/** Answers stay at their endpoint, where every reader of the document looks for them. */
const ANSWER = "200";

/**
 * Returns the paths with references in place of the responses that several of them have, and these responses by name.
 * Written out at each endpoint, they are two fifths of the document.
 */
export function shareResponses(paths: Paths): { paths: Paths; responses: Record<string, JsonSchema> } {
  const counts = new Map<string, number>();
  for (const { get } of Object.values(paths)) {
    for (const text of Object.values(get.responses).map((each) => JSON.stringify(each))) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const names = new Map<string, string>();
  const toName = (status: string, text: string) => {
    const others = [...names.values()].filter((name) => name.startsWith(`Status${status}`)).length;
    const name = names.get(text) ?? (others === 0 ? `Status${status}` : `Status${status}_${others + 1}`);
    names.set(text, name);
    return name;
  };
  const toShared = ([status, response]: [string, JsonSchema]): [string, JsonSchema] => {
    const text = JSON.stringify(response);
    const isShared = status !== ANSWER && counts.get(text)! > 1;
    return [status, isShared ? { $ref: `#/components/responses/${toName(status, text)}` } : response];
  };
  const shared = Object.entries(paths).map(([path, { get }]) => {
    return [path, { get: { ...get, responses: Object.fromEntries(Object.entries(get.responses).map(toShared)) } }];
  });
  return {
    paths: Object.fromEntries(shared) as Paths,
    responses: Object.fromEntries([...names].map(([text, name]) => [name, JSON.parse(text) as JsonSchema])),
  };
}
