/** The catalogue as tools: the list, computed once, and the tool call. */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Capability } from "../contract/capability.js";
import type { Visit } from "../contract/caller.js";
import { toMarketDataError } from "../contract/errors.js";
import { inputSchema, invalidInput, quoted } from "../contract/input.js";
import { neededProviders, type Entry } from "../contract/entry.js";
import { toQuestion, type Ask, type Question } from "../contract/question.js";
import { toJsonSchema } from "../contract/schema.js";
import { createRestForm, createToolForm, toMessage } from "../views/hint-words.js";
import type { Toolset } from "../contract/toolsets.js";
import { say } from "../contract/sentence.js";
import { toUnanswered } from "../views/unanswered.js";
import { answerView } from "../views/view.js";
import { nearestNames } from "../lib/nearest-names.js";
import { csvFields } from "../views/shown-body.js";
import { toListedInput, toListedOutput, withToolFields } from "./listed-schema.js";
import { listedParameters, readArguments } from "./parameters.js";
import { toPictureMeta } from "./pictures.js";
import { toFailedCall, toToolResult, type ToolCall } from "./result.js";
import type { UsMarket } from "../views/result-sentences.js";
import { createSourceNames, namesFor } from "../views/source-names.js";

/** Calls a tool by name; never throws. */
export type CallTool = (name: string, args: unknown, signal?: AbortSignal, visit?: Visit) => Promise<ToolCall>;

/** An entry of `tools/list` with the set it is listed with, and the providers that it needs. */
export interface ListedTool {
  set: Toolset;
  providers: ReturnType<typeof neededProviders>;
  tool: Tool;
}

/** Returns all tools with their sets, identical at every start. */
export function toListedTools(catalogue: readonly Entry[]): ListedTool[] {
  return catalogue.map((entry) => {
    const { capability } = entry;
    return { set: capability.tool.set, providers: neededProviders(entry), tool: toTool(capability) };
  });
}

/** Returns the entry of `tools/list`. */
function toTool(capability: Capability): Tool {
  const { name, description, untrusted, rows, noteIn } = capability.tool;
  const output = toListedOutput(toJsonSchema(capability.output, { open: true, brief: true }), capability.tool)!;
  return {
    name,
    title: capability.title,
    description,
    inputSchema: toToolInput(capability),
    outputSchema: noteIn === undefined ? withToolFields(output, csvFields(rows)) : output,
    annotations: {
      // Hosts that know only the annotations show this one to people.
      title: capability.title,
      readOnlyHint: true,
      destructiveHint: false,
      // VS Code asks a person to confirm each result of an open-world tool.
      openWorldHint: untrusted !== undefined,
    },
    ...toPictureMeta(capability),
  };
}

/** Returns the schema of a tool's parameters, as it is listed. */
export function toToolInput(capability: Capability): Tool["inputSchema"] {
  return toListedInput(toJsonSchema(inputSchema(capability, listedParameters(capability))), capability.tool.hidden);
}

/**
 * Creates the function that calls a tool.
 *
 * An unknown name is a tool error, not a protocol error: a model sees it and can correct itself, and the official
 * conformance suite requires it.
 */
export function createCaller(catalogue: readonly Entry[], ask: Ask, simulated: boolean, market: UsMarket): CallTool {
  const names = createSourceNames(catalogue);
  const [restForm, toolForm] = [createRestForm(catalogue), createToolForm(catalogue)];
  const listed = catalogue.flatMap(({ capability, refusal }) => (refusal ? [] : [capability.tool.name]));
  const byName = new Map(catalogue.map((entry) => [entry.capability.tool.name, entry]));

  return async (name, args, signal, visit) => {
    const entry = byName.get(name);
    if (!entry) {
      const about = toUnanswered(name) ?? `Similar names: ${nearestNames(name, listed).join(", ")}.`;
      const problem = say`Unknown tool ${quoted(name)}. ${about} tools/list names all tools.`;
      return toFailedCall(undefined, invalidInput(problem), names);
    }
    const { capability } = entry;
    let question: Question | undefined;
    try {
      await visit?.spend();
      if (entry.refusal) throw entry.refusal();
      const { input, view } = readArguments(capability, args, catalogue);
      question = toQuestion(entry, input, { signal, callerId: visit?.callerId });
      const served = await answerView(question, { ...view, keepsRows: true }, ask);
      return {
        result: await toToolResult(capability, served, { ...view, input }, { simulated, market, names }),
        outcome: { served },
      };
    } catch (thrown) {
      const error = toMarketDataError(thrown);
      const symbol = question?.symbol;
      return toFailedCall(
        capability,
        error,
        names,
        symbol,
        toMessage(error, restForm, namesFor(capability, names).writer(), symbol),
        toolForm,
      );
    }
  };
}
