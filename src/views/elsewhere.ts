/** Where a field or a parameter is that a capability lacks: a refusal names the tool that has it, beside all it allows. */
import type { Capability } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import type { Hint } from "../contract/errors.js";
import { findField } from "../contract/field.js";
import { toLetters } from "../contract/field-facts.js";
import { say, the } from "../contract/sentence.js";
import { DEFAULT_TOOLSETS } from "../contract/toolsets.js";

/** More tools than a refusal names: so many have a common parameter, such as `from`. */
const MAX_TOOLS = 3;

/** Returns the first tool of the catalogue with the field, also under another name of it; `undefined` if none has it. */
export function fieldElsewhere(name: string, own: Capability, catalogue: readonly Entry[]): Hint | undefined {
  for (const { tool, output } of othersOf(own, catalogue)) {
    const field = findField(output, name);
    if (field !== undefined) return { tool: tool.name, why: say`has ${the.field(field)}` };
  }
  return undefined;
}

/** Returns a tool with the parameter, if few have it. */
export function parameterElsewhere(name: string, own: Capability, catalogue: readonly Entry[]): Hint | undefined {
  const letters = toLetters(name);
  const found = othersOf(own, catalogue).flatMap(({ tool, input }) => {
    const known = Object.keys(input.shape).find((each) => toLetters(each) === letters);
    if (known === undefined || tool.hidden?.includes(known)) return [];
    // A tool that cannot do without it is about it; next comes one that is about no security either.
    const rank = input.shape[known]!.isOptional() ? (isOfSymbols(input) ? 2 : 1) : 0;
    return [{ rank, hint: { tool: tool.name, why: say`has the parameter ${the.parameter(known)}` } }];
  });
  return found.length > MAX_TOOLS ? undefined : found.toSorted((one, other) => one.rank - other.rank)[0]?.hint;
}

/** The other capabilities that connections list by default; about one security for a question about one. */
function othersOf(own: Capability, catalogue: readonly Entry[]): Capability[] {
  return catalogue
    .filter(({ refusal }) => !refusal)
    .map(({ capability }) => capability)
    .filter(
      (each) =>
        each !== own &&
        DEFAULT_TOOLSETS.includes(each.tool.set) &&
        (!isOfSymbols(own.input) || isOfSymbols(each.input)),
    );
}

const isOfSymbols = ({ shape }: Capability["input"]) => "symbol" in shape || "symbols" in shape;
