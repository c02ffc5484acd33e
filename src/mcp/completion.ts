/** Completes a prompt argument or a resource address while the user types it. */
import type { CompleteResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "../contract/schema.js";
import { PROMPTS } from "./prompts.js";
import { INVALID_PARAMS, RpcFailure } from "./rpc-error.js";
import { VIEWS, type Variable } from "./resource-list.js";

/** Values in one answer; the limit of the protocol. */
const MAX_VALUES = 100;
/** Characters of the typed text. Each value of the answer may repeat them, so an answer stays below 25 KB. */
export const MAX_LENGTH = 200;

const request = z.object({
  ref: z.union([
    z.object({ type: z.literal("ref/resource"), uri: z.string() }),
    z.object({ type: z.literal("ref/prompt"), name: z.string() }),
  ]),
  argument: z.object({ name: z.string(), value: z.string() }),
});

/**
 * Returns values that begin with the typed text; `symbolsStarting` supplies the symbols.
 *
 * @throws {RpcFailure} when the prompt, address or argument does not exist, or the text is too
 * long.
 */
export function complete(params: unknown, symbolsStarting: (start: string) => string[]): CompleteResult {
  const parsed = request.safeParse(params);
  if (!parsed.success) throw new RpcFailure(INVALID_PARAMS, 'Invalid params: "ref" and "argument" are needed.');
  const { ref, argument } = parsed.data;
  if (argument.value.length > MAX_LENGTH) {
    throw new RpcFailure(INVALID_PARAMS, `Invalid params: "value" may have ${MAX_LENGTH} characters at most.`);
  }
  const variables =
    ref.type === "ref/prompt"
      ? PROMPTS.find(({ name }) => name === ref.name)?.arguments
      : VIEWS.find(({ address }) => address === ref.uri)?.variables;
  const variable = variables && Object.hasOwn(variables, argument.name) ? variables[argument.name] : undefined;
  if (!variable) throw new RpcFailure(INVALID_PARAMS, "Invalid params: there is no such argument to complete.");
  const values = valuesOf(variable, argument.value, symbolsStarting);
  return {
    completion: { values: values.slice(0, MAX_VALUES), total: values.length, hasMore: values.length > MAX_VALUES },
  };
}

function valuesOf(
  variable: Variable | "symbols",
  value: string,
  symbolsStarting: (start: string) => string[],
): string[] {
  if (variable === "symbol") return symbolsStarting(value);
  if (variable === "symbols") {
    // Only the last element of a list is still being typed.
    const comma = value.lastIndexOf(",") + 1;
    const before = value.slice(0, comma);
    const chosen = new Set(before.split(",").map((symbol) => symbol.trim().toUpperCase()));
    return symbolsStarting(value.slice(comma).trimStart())
      .filter((symbol) => !chosen.has(symbol))
      .map((symbol) => before + symbol);
  }
  const start = value.toLowerCase();
  return variable.filter((word) => word.toLowerCase().startsWith(start));
}
