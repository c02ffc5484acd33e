/** The catalogue as tools: the list, computed once, and the call. */
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Visit } from "../contract/caller.js";
import type { InputOf } from "../contract/capability.js";
import type { Served } from "../contract/envelope.js";
import { toMarketDataError } from "../contract/errors.js";
import { inputSchema, invalidInput, parseInput, quoted } from "../contract/input.js";
import type { Entry } from "../contract/provider.js";
import { toJsonSchema, type JsonSchema } from "../contract/schema.js";
import { toToolError, toToolResult } from "./result.js";

export type Ask = (
  entry: Entry,
  input: InputOf<Entry["capability"]>,
  signal?: AbortSignal,
  callerId?: string,
) => Promise<Served>;

/** A dummy that the interface has some tools require; any value will do, and none. */
const DUMMY = "random_string";
/** More than any tool takes. */
const MAX_ARGUMENTS = 50;

/** The list as `tools/list` gives it: the same bytes at every start. */
export function toTools(catalogue: readonly Entry[]): Tool[] {
  return catalogue.map(({ capability }) => {
    const { name, description, extras } = capability.tool;
    return {
      name,
      title: capability.title,
      description,
      inputSchema: objectSchema(toJsonSchema(inputSchema(capability, extras))),
      outputSchema: objectSchema(toJsonSchema(capability.output, { open: true })),
      annotations: {
        title: capability.title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
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
    let symbol: string | undefined;
    try {
      await visit?.spend();
      const { limit, input } = readArguments(entry, args);
      symbol = typeof input["symbol"] === "string" ? input["symbol"] : undefined;
      return toToolResult(capability, await ask(entry, input, signal, visit?.callerId), limit, simulated);
    } catch (thrown) {
      return toToolError(capability, toMarketDataError(thrown), symbol);
    }
  };
}

/** What the log says of a call: the tool, how it ended, and whether it was kept. Never its arguments. */
export function toLogFields(name: string, { isError, _meta }: CallToolResult): Record<string, unknown> {
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

function readArguments({ capability }: Entry, args: unknown) {
  if (args !== undefined && (typeof args !== "object" || args === null || Array.isArray(args))) {
    throw invalidInput("Arguments must be an object with named parameters.");
  }
  // Counted before they are copied: a megabyte holds a hundred thousand.
  if (Object.keys(args ?? {}).length > MAX_ARGUMENTS) throw invalidInput(`Allowed: ${MAX_ARGUMENTS} arguments.`);
  const { [DUMMY]: _dummy, ...extras } = capability.tool.extras ?? {};
  const given: Record<string, unknown> = { ...(args as object) };
  if (_dummy) delete given[DUMMY];
  const input = parseInput(capability, given, extras);
  // A tool's own limit cuts what is shown; a route's limit is part of its input.
  const limit = "limit" in extras && typeof input["limit"] === "number" ? input["limit"] : undefined;
  if ("limit" in extras) delete input["limit"];
  return { limit, input };
}

function objectSchema(schema: JsonSchema): Tool["inputSchema"] {
  return { ...schema, type: "object" };
}
