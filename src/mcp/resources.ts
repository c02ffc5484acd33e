/** The catalogue as resources: the addresses of its capabilities, and the tool call that answers each. */
import type { ReadResourceResult, Resource, ResourceTemplate } from "@modelcontextprotocol/sdk/types.js";
import type { Capability, ResourceFamily } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import { quoted } from "../contract/input.js";
import type { Choice } from "../contract/prompt.js";
import { ICONS } from "./product.js";
import type { ToolCall } from "./result.js";
import { INVALID_PARAMS, invalidParams, REJECTED, RESOURCE_NOT_FOUND, RpcFailure } from "./json-rpc.js";

/** The tool call that answers an address. */
interface ResourceCall {
  capability: Capability;
  args: Record<string, string>;
}

export type ResourceList = ReturnType<typeof createResourceList>;

/** One address, or all addresses of a template. */
interface Address {
  uri: string;
  title: string;
  description: string;
  variables: Readonly<Record<string, Choice>>;
  pattern: RegExp;
  callOf?(values: Readonly<Record<string, string>>): ResourceCall;
}

/**
 * Creates the list of resources: first those about this server itself, last the templates that cover several
 * capabilities.
 */
export function createResourceList(catalogue: readonly Entry[]) {
  const ownFirst = catalogue.toSorted((one, other) => Number(other.own ?? false) - Number(one.own ?? false));
  const capabilities = ownFirst.map(({ capability }) => capability);
  const addresses = [...capabilities.flatMap(toAddress), ...familiesOf(capabilities)];
  const hasVariables = ({ variables }: Address) => Object.keys(variables).length > 0;
  return {
    /** Addresses without variables, as `resources/list` gives them. */
    resources: addresses
      .filter((each) => !hasVariables(each))
      .map(({ uri, ...rest }): Resource => ({ uri, ...toListedResource(uri, rest) })),
    /** Addresses with variables, as `resources/templates/list` gives them. */
    templates: addresses
      .filter(hasVariables)
      .map(({ uri, ...rest }): ResourceTemplate => ({ uriTemplate: uri, ...toListedResource(uri, rest) })),
    /** Returns the call behind an address; `undefined` for an unknown address. */
    callOf(uri: string): ResourceCall | undefined {
      for (const { pattern, variables, callOf } of addresses) {
        const values = callOf && decoded(pattern.exec(uri));
        if (values && Object.entries(values).every(([name, value]) => allows(variables[name]!, value))) {
          return callOf(values);
        }
      }
      return undefined;
    },
    /** Returns the variables of a template, for completion; `undefined` for an unknown template. */
    variablesOf: (uriTemplate: string) => addresses.find(({ uri }) => uri === uriTemplate)?.variables,
  };
}

function toAddress(capability: Capability): Address[] {
  const { resource, title } = capability;
  if (!resource) return [];
  const { path, description, variables: words = {} } = resource;
  const variables = Object.fromEntries(
    variablesIn(path).map((name): [string, Choice] => [name, words[name]?.words ?? "symbol"]),
  );
  const callOf = (values: Readonly<Record<string, string>>) => ({
    capability,
    args: Object.fromEntries(Object.entries(values).map(([name, value]) => [words[name]?.parameter ?? name, value])),
  });
  return [{ uri: toUri(path), title, description, variables, pattern: toPattern(path), callOf }];
}

/**
 * Returns the templates that cover several capabilities, for listing and completion only: each of their addresses also
 * belongs to one capability.
 */
function familiesOf(capabilities: readonly Capability[]): Address[] {
  const members = new Map<string, { family: ResourceFamily; paths: string[] }>();
  for (const { resource } of capabilities) {
    if (!resource?.family) continue;
    const { family } = resource;
    const paths = [...(members.get(family.path)?.paths ?? []), resource.path];
    members.set(family.path, { family, paths });
  }
  return [...members.values()].map(({ family: { path, title, description }, paths }) => {
    const pattern = toPattern(path);
    const [name = ""] = variablesIn(path);
    const words = paths.flatMap((each) => pattern.exec(toUri(each))?.groups?.[name] ?? []);
    return { uri: toUri(path), title, description, variables: { [name]: words }, pattern };
  });
}

const toUri = (path: string) => `market://${path}`;
const variablesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
const toPattern = (path: string) => new RegExp(`^${toUri(path).replace(/\{(\w+)\}/g, "(?<$1>[^/?#]{1,200})")}$`);

/** Returns the listed fields of an address; `market://stock/{symbol}/overview` is named `stock-overview`. */
function toListedResource(uri: string, { title, description }: Pick<Address, "title" | "description">) {
  const name = uri
    .replace("market://", "")
    .split("/")
    .filter((part) => !part.startsWith("{"))
    .join("-");
  return { name, title, description, mimeType: "application/json", icons: ICONS };
}

function allows(choice: Choice, value: string): boolean {
  return typeof choice === "string" || choice.includes(value);
}

function decoded(match: RegExpExecArray | null): Record<string, string> | undefined {
  if (!match) return undefined;
  try {
    const named = Object.entries(match.groups ?? {});
    return Object.fromEntries(named.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    // A percent sign that does not start a valid escape.
    return undefined;
  }
}

/**
 * Limit in characters: the error for an unknown address repeats it, and an address may be a megabyte long.
 */
const MAX_URI = 256;

/**
 * Returns the resource at an address of the list: the same object as the answer of its tool, as JSON. `modern` says
 * whether the client uses revision 2026-07-28; `call` calls the tool.
 *
 * @throws {RpcFailure} with a sentence when the resource does not exist or has no answer.
 */
export async function readResource(
  { callOf }: ResourceList,
  uri: unknown,
  modern: boolean,
  call: (tool: string, args: Record<string, string>) => Promise<ToolCall>,
): Promise<ReadResourceResult> {
  if (typeof uri !== "string") throw invalidParams('"uri" must be an address.');
  const unknown = modern ? INVALID_PARAMS : RESOURCE_NOT_FOUND;
  const wanted = callOf(uri);
  if (!wanted) {
    const message = `No resource ${quoted(uri)}. resources/list and resources/templates/list name them.`;
    throw new RpcFailure(unknown, message, { uri: uri.slice(0, MAX_URI) });
  }
  const { result, outcome } = await call(wanted.capability.tool.name, wanted.args);
  const text = result.content.flatMap((block) => (block.type === "text" ? block.text : [])).join(" ");
  if ("error" in outcome) {
    const { error } = outcome;
    const missing = error.status === 404 || error.status === 400;
    throw new RpcFailure(missing ? unknown : REJECTED, text, { uri, "market-data/error": error });
  }
  return {
    contents: [{ uri, mimeType: "application/json", text, _meta: result._meta }],
    ...(modern ? { ttlMs: outcome.served.freshForSeconds * 1000 } : {}),
  };
}
