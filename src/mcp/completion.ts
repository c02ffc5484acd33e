/** Completes a prompt argument or a resource address while the user types it. */
import type { CompleteResult } from "@modelcontextprotocol/sdk/types.js";
import type { Choice, PromptSpec } from "../contract/prompt.js";
import { z } from "../contract/schema.js";
import { invalidParams } from "./json-rpc.js";
import type { ResourceList } from "./resources.js";

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

/** The prompts, address variables and symbols from which values are completed. */
interface Completable {
  prompts: readonly PromptSpec[];
  variablesOf: ResourceList["variablesOf"];
  /** Known symbols that begin with a text, best first. */
  symbolsStarting(start: string): string[];
}

/**
 * Returns values that begin with the typed text; `symbolsStarting` supplies the symbols.
 *
 * @throws {RpcFailure} when the prompt, address or argument does not exist, or the text is too long.
 */
export function complete(params: unknown, { prompts, variablesOf, symbolsStarting }: Completable): CompleteResult {
  const parsed = request.safeParse(params);
  if (!parsed.success) throw invalidParams('"ref" and "argument" are needed.');
  const { ref, argument } = parsed.data;
  if (argument.value.length > MAX_LENGTH) {
    throw invalidParams(`"value" may have ${MAX_LENGTH} characters at most.`);
  }
  const choices = ref.type === "ref/prompt" ? choicesOf(prompts, ref.name) : variablesOf(ref.uri);
  const choice = choices && Object.hasOwn(choices, argument.name) ? choices[argument.name] : undefined;
  if (!choice) throw invalidParams("there is no such argument to complete.");
  const values = valuesOf(choice, argument.value, symbolsStarting);
  return {
    completion: { values: values.slice(0, MAX_VALUES), total: values.length, hasMore: values.length > MAX_VALUES },
  };
}

function choicesOf(prompts: readonly PromptSpec[], prompt: string): Record<string, Choice> | undefined {
  const spec = prompts.find(({ name }) => name === prompt);
  return spec && Object.fromEntries(Object.entries(spec.arguments).map(([name, { choice }]) => [name, choice]));
}

function valuesOf(choice: Choice, value: string, symbolsStarting: (start: string) => string[]): string[] {
  if (choice === "symbol") return symbolsStarting(value);
  if (choice === "symbols") {
    // Only the last symbol of the list is still being typed.
    const comma = value.lastIndexOf(",") + 1;
    const before = value.slice(0, comma);
    const chosen = new Set(before.split(",").map((symbol) => symbol.trim().toUpperCase()));
    return symbolsStarting(value.slice(comma).trimStart())
      .filter((symbol) => !chosen.has(symbol))
      .map((symbol) => before + symbol);
  }
  const start = value.toLowerCase();
  return choice.filter((word) => word.toLowerCase().startsWith(start));
}
