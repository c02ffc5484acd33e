/** One ordinary question for each capability. */
import type { Capability } from "../../src/contract/capability.js";
import type { z } from "../../src/contract/schema.js";
import { listedParameters } from "../../src/mcp/parameters.js";
import { exampleValues, VALUES } from "../../src/serve/example-values.js";

const known = new WeakMap<Capability, { args: Record<string, unknown>; path: string }>();

/** The example of a capability, made once because some tests ask for it thousands of times. */
function exampleOf(capability: Capability) {
  const example = known.get(capability) ?? {
    args: exampleValues({ ...capability.input.shape, ...listedParameters(capability) } as z.ZodRawShape),
    path: toPath(capability),
  };
  known.set(capability, example);
  return example;
}

/** Arguments of the capability's tool. */
export const argumentsFor = (capability: Capability): Record<string, unknown> => ({ ...exampleOf(capability).args });

/** Path and query of the capability's route. */
export const pathFor = (capability: Capability): string => exampleOf(capability).path;

function toPath({ input, route }: Capability): string {
  const values = Object.entries(exampleValues(input.shape as z.ZodRawShape));
  const query = values
    .filter(([name]) => !route.includes(`{${name}}`))
    .map(([name, value]): [string, string] => [name, String(value)]);
  // A parameter in the path may be optional, because another path has the same question without it.
  const ofPath = Object.entries(VALUES).filter(([name]) => route.includes(`{${name}}`));
  const path = [...values, ...ofPath].reduce(
    (sofar, [name, value]) => sofar.replace(`{${name}}`, encodeURIComponent(String(value))),
    route,
  );
  return path + (query.length > 0 ? `?${new URLSearchParams(query).toString()}` : "");
}
