/** Reads a resource: the call behind its address, made as a tool call is. */
import type { CallToolResult, ReadResourceResult } from "@modelcontextprotocol/sdk/types.js";
import type { Entry } from "../contract/provider.js";
import { quoted } from "../contract/input.js";
import { z } from "../contract/schema.js";
import { freshSecondsOf } from "./result.js";
import { INVALID_PARAMS, REFUSED, RESOURCE_NOT_FOUND, RpcFailure } from "./rpc-error.js";
import { callOf } from "./views.js";

export interface ReadOptions {
  /** Whether the client speaks revision 2026-07-28. */
  modern: boolean;
  /** Makes the call. */
  call: (tool: string, args: Record<string, string>) => Promise<CallToolResult>;
}

const textBlock = z.object({ type: z.literal("text"), text: z.string() });
const errorMeta = z.object({ status: z.number(), kind: z.string() }).passthrough();

/** Makes a reader of the catalogue's resources. */
export function createResourceReader(catalogue: readonly Entry[]) {
  const capabilities = new Map(catalogue.map(({ capability }) => [capability.name, capability]));

  /**
   * The resource as JSON; what a reader must know beside it as a second text.
   *
   * @throws {RpcFailure} in plain words when there is no such resource, or no answer.
   */
  return async (uri: unknown, { modern, call }: ReadOptions): Promise<ReadResourceResult> => {
    if (typeof uri !== "string") throw new RpcFailure(INVALID_PARAMS, 'Invalid params: "uri" must be an address.');
    const unknown = modern ? INVALID_PARAMS : RESOURCE_NOT_FOUND;
    const wanted = callOf(uri);
    const capability = wanted && capabilities.get(wanted.capability);
    if (!capability) {
      const said = `No resource ${quoted(uri)}. resources/list and resources/templates/list name them.`;
      throw new RpcFailure(unknown, said, { uri: uri.slice(0, MAX_URI) });
    }
    const result = await call(capability.tool.name, wanted.args);
    const { isError, content, _meta } = result;
    const texts = content.flatMap((block) => textBlock.safeParse(block).data?.text ?? []);
    if (isError) {
      const error = errorMeta.safeParse(_meta?.["market-data/error"]).data;
      const missing = error?.status === 404 || error?.status === 400;
      throw new RpcFailure(missing ? unknown : REFUSED, texts.join(" "), { uri, "market-data/error": error });
    }
    const [json = "", ...notes] = texts;
    return {
      contents: [
        { uri, mimeType: "application/json", text: json, _meta },
        ...notes.map((text) => ({ uri, mimeType: "text/plain", text })),
      ],
      ...(modern ? { ttlMs: freshSecondsOf(result) * 1000 } : {}),
    };
  };
}

/** What is said of an unknown address holds it; a caller's address may be a megabyte long. */
const MAX_URI = 256;
