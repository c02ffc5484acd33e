/** The catalogue as tools: the list, computed once, and the call. */
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Visit } from "../contract/caller.js";
import type { Served } from "../contract/envelope.js";
import { toMarketDataError } from "../contract/errors.js";
import { inputSchema, invalidInput, quoted } from "../contract/input.js";
import type { Entry } from "../contract/provider.js";
import { toQuestion, type Ask, type Question } from "../contract/question.js";
import { toJsonSchema } from "../contract/schema.js";
import { asKnownOn, datedRow, isDated } from "./as-of.js";
import { toListedInput, toListedOutput } from "./listed-schema.js";
import { readArguments, toolParameters, type View } from "./parameters.js";
import { toPictureMeta } from "./pictures.js";
import { toToolError, toToolResult } from "./result.js";

/** The list as `tools/list` gives it: the same bytes at every start. */
export function toTools(catalogue: readonly Entry[]): Tool[] {
  return catalogue.map(({ capability }) => {
    const { name, description, sameFieldsAs } = capability.tool;
    return {
      name,
      title: capability.title,
      description,
      inputSchema: toListedInput(toJsonSchema(inputSchema(capability, toolParameters(capability)))),
      outputSchema: toListedOutput(toJsonSchema(capability.output, { open: true }), sameFieldsAs),
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
      ...toPictureMeta(capability),
    };
  });
}

/**
 * Calls a tool by name; never throws.
 *
 * An unknown name is a tool error too, not a protocol error: a model sees it
 * and can correct itself, and the official conformance suite asks for it.
 */
export function createCaller(catalogue: readonly Entry[], ask: Ask, simulated: boolean) {
  const byName = new Map(catalogue.map((entry) => [entry.capability.tool.name, entry]));

  return async (name: string, args: unknown, signal?: AbortSignal, visit?: Visit): Promise<CallToolResult> => {
    const entry = byName.get(name);
    if (!entry)
      return toToolError(undefined, invalidInput(`Unknown tool ${quoted(name)}. tools/list names the tools.`));
    const { capability } = entry;
    let question: Question | undefined;
    try {
      await visit?.spend();
      const { input, view } = readArguments(capability, args);
      question = toQuestion(entry, input, { signal, callerId: visit?.callerId });
      const served = await answerView(question, view, ask);
      return await toToolResult(capability, served, view, simulated);
    } catch (thrown) {
      return toToolError(capability, toMarketDataError(thrown), question?.symbol);
    }
  };
}

/** Answers the question as of the day that the view asks for, or as of now without one. */
export async function answerView(question: Question, { asOf }: View, ask: Ask): Promise<Served> {
  const { capability } = question.entry;
  const answer = await ask(question);
  if (asOf === undefined) return answer;
  const dated = isDated(capability, answer) ? undefined : datedRow(question.entry);
  return asKnownOn(capability, dated ? await ask({ ...question, entry: dated }) : answer, asOf);
}

/** What the log says of a call: the tool, how it ended, and whether it was kept. Never its arguments. */
export function toLogFields(
  name: string,
  { isError, _meta }: CallToolResult,
): { tool: string; status: number | undefined; failure?: string | undefined; cache?: string | undefined } {
  const error = _meta?.["market-data/error"] as { kind?: string; status?: number } | undefined;
  const cache = _meta?.["market-data/cache"] as { state?: string } | undefined;
  return {
    tool: name.slice(0, MAX_LOGGED_NAME),
    status: isError ? error?.status : 200,
    ...(isError ? { failure: error?.kind } : { cache: cache?.state }),
  };
}

/** A name that is no tool's is a caller's text. */
const MAX_LOGGED_NAME = 64;
