/** Cache keys of answers. */
import type { Capability, InputOf } from "../contract/capability.js";

/** Computed keys by input object. */
const keys = new WeakMap<object, { capability: Capability; key: string }>();

/** Returns the key under which a capability's answer to this input is cached; computed once per input object. */
export function cacheKeyOf<C extends Capability>(capability: C, input: InputOf<C>): string {
  const known = keys.get(input);
  if (known?.capability === capability) return known.key;
  const key = inputKeyOf(capability, input);
  keys.set(input, { capability, key });
  return key;
}

function inputKeyOf<C extends Capability>(capability: C, input: InputOf<C>): string {
  if (capability.cacheKey) return `${capability.name}:${capability.cacheKey(input)}`;
  const parameters = Object.keys(capability.input.shape)
    .filter((name) => !capability.viewParameters?.includes(name) && input[name] !== undefined)
    .toSorted()
    .map((name) => [name, input[name]]);
  return `${capability.name}:${JSON.stringify(parameters)}`;
}
