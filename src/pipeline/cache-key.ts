/** Cache keys of answers. */
import type { Capability, InputOf } from "../contract/capability.js";

/** Returns the key under which a capability's answer to this input is cached. */
export function cacheKeyOf<C extends Capability>(capability: C, input: InputOf<C>): string {
  if (capability.cacheKey) return `${capability.name}:${capability.cacheKey(input)}`;
  const parameters = Object.keys(capability.input.shape)
    .filter((name) => !capability.viewParameters?.includes(name) && input[name] !== undefined)
    .toSorted()
    .map((name) => [name, input[name]]);
  return `${capability.name}:${JSON.stringify(parameters)}`;
}
