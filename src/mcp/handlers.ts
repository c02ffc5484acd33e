/** The handler of each protocol method, except for the list of tools, which is served without loading this file. */
import type { JSONRPCRequest, Result, ServerNotification } from "@modelcontextprotocol/sdk/types.js";
import type { Visit } from "../contract/caller.js";
import type { Entry } from "../contract/entry.js";
import type { Toolset } from "../contract/toolsets.js";
import type { PromptSpec } from "../contract/prompt.js";
import { refusedTools } from "../views/hint-words.js";
import { traced } from "../lib/tracing.js";
import { complete } from "./completion.js";
import { META_VERSION } from "./without-handshake.js";
import { METHOD_NOT_FOUND, RpcFailure, invalidParams, toList } from "./json-rpc.js";
import { createPictureReader, listPictures } from "./pictures.js";
import { getPrompt, toListedPrompts } from "./prompts.js";
import { createResourceList, readResource } from "./resources.js";
import type { ToolCall } from "./result.js";
import { createSkills } from "./skills.js";
import type { CallTool } from "./tools.js";

interface HandlerParts {
  catalogue: readonly Entry[];
  prompts: readonly PromptSpec[];
  callTool: CallTool;
  /** Symbols with this prefix, best first; makes no upstream call. */
  symbolsStarting(start: string): string[];
  /** Loads the page that renders charts of answers. */
  loadPicturePage(): Promise<string>;
}

/** A handler's connection to the client of its request. */
interface Extra {
  signal: AbortSignal;
  sendNotification(notification: ServerNotification): Promise<void>;
}

type Params = JSONRPCRequest["params"];
/** Handles the requests of one connection. */
export type Handle = (request: { method: string; params?: Params }, extra: Extra) => Promise<Result>;

/** Creates the handler of one connection, which lists these sets of tools. */
export type MakeHandle = (sets: readonly Toolset[], visit?: Visit) => Handle;

/** Returns a factory for the handlers of connections; connections with the same sets share the lists. */
export function createHandlers({
  catalogue,
  prompts: all,
  callTool,
  symbolsStarting,
  loadPicturePage,
}: HandlerParts): MakeHandle {
  const ownNames = new Set(catalogue.map(({ capability }) => capability.tool.name));
  const list = createResourceList(catalogue);
  const refused = refusedTools(catalogue);
  const prompts = all.filter(({ tools }) => !tools.some(({ tool }) => refused.has(tool.name)));
  const listedPrompts = toListedPrompts(prompts);
  const readPicture = createPictureReader(loadPicturePage);
  const skills = createSkills(refused);

  /** Resources whose tools are listed; every resource can be read. */
  const listsOf = perSets((sets) => {
    const listed = catalogue.filter(({ capability, refusal }) => !refusal && sets.includes(capability.tool.set));
    const { resources, templates } = createResourceList(listed);
    return { resources: [...resources, ...listPictures(listed.map(({ capability }) => capability))], templates };
  });

  return (sets, visit) => {
    /** Calls a tool; sends the client the progress notifications that it requested. */
    async function call(tool: string, args: unknown, params: Params, { signal, sendNotification }: Extra) {
      const progressToken = params?._meta?.progressToken;
      const onProgress = (progress: number, message: string) => {
        const notification = {
          method: "notifications/progress",
          params: { progressToken: progressToken!, progress, message },
        };
        void sendNotification(notification as ServerNotification).catch(() => {});
      };
      return withProgress(progressToken === undefined ? undefined : onProgress, () =>
        tracedCall(tool, params, () => callTool(tool, args, signal, visit)),
      );
    }

    /** Traces the call as a child of the span that the client names in `_meta`. */
    function tracedCall(tool: string, params: Params, work: () => Promise<ToolCall>): Promise<ToolCall> {
      const { traceparent } = params?._meta ?? {};
      return traced(
        // Only known names become span names, because callers choose unknown ones.
        ownNames.has(tool) ? `tools/call ${tool}` : "tools/call",
        async (span) => {
          const made = await work();
          span.set("mcp.method.name", "tools/call");
          if ("error" in made.outcome) span.set("error.type", "tool_error");
          return made;
        },
        { kind: "server", traceparent },
      );
    }

    const methods: Record<string, (params: Params, extra: Extra) => Result | Promise<Result>> = {
      "tools/call": async (params, extra) => (await call(nameIn(params), params?.["arguments"], params, extra)).result,
      "resources/list": async (params) =>
        toList("resources", [...listsOf(sets).resources, ...(await skills.listResources())], params),
      "resources/templates/list": (params) => toList("resourceTemplates", listsOf(sets).templates, params),
      "resources/read": async (params, extra) => {
        const uri = params?.["uri"];
        const modern = isModernRequest(params);
        const file = (await readPicture(uri, modern)) ?? (await skills.read(uri, modern));
        return file ?? readResource(list, uri, modern, (tool, args) => call(tool, args, params, extra));
      },
      "skills/list": async (params) => toList("skills", await skills.list(), params),
      "skills/get": (params) => skills.get(params?.["uri"]),
      "prompts/list": (params) => toList("prompts", listedPrompts, params),
      "prompts/get": (params) =>
        getPrompt(params, prompts, ({ tool }) => !refused.has(tool.name) && sets.includes(tool.set)),
      "completion/complete": (params) => complete(params, { prompts, variablesOf: list.variablesOf, symbolsStarting }),
    };
    return async ({ method, params }, extra) => {
      const handle = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (!handle) throw new RpcFailure(METHOD_NOT_FOUND, "Method not found");
      return handle(params, extra);
    };
  };
}

/** Caches the result for each choice of sets; there are few. */
function perSets<T>(make: (sets: readonly Toolset[]) => T): (sets: readonly Toolset[]) => T {
  const made = new Map<string, T>();
  return (sets) => {
    const key = sets.join();
    const known = made.get(key) ?? make(sets);
    made.set(key, known);
    return known;
  };
}

function isModernRequest(params: Params): boolean {
  return params?._meta?.[META_VERSION] !== undefined;
}

function nameIn(params: Params): string {
  const name = params?.["name"];
  if (typeof name === "string") return name;
  throw invalidParams('"name" must be the name of a tool.');
}

/**
 * Calls `send` every second with the number of seconds a call has been in flight, until it ends; cached answers are
 * faster than that.
 *
 * The remaining time is unknown while a call waits for its turn or asks several providers. Elapsed seconds only
 * increase, as the protocol requires.
 */
export async function withProgress<T>(
  send: ((progress: number, message: string) => void) | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!send) return work();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    send(seconds, `Waiting for market data: ${seconds} s so far.`);
  }, 1_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
