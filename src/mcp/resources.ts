/** Reads a resource through the tool call behind its address. */
import type { ReadResourceResult } from "@modelcontextprotocol/sdk/types.js";
import { quoted } from "../contract/input.js";
import type { ToolCall } from "./result.js";
import { INVALID_PARAMS, REJECTED, RESOURCE_NOT_FOUND, RpcFailure } from "./rpc-error.js";
import type { ResourceList } from "./resource-list.js";

export interface ReadOptions {
  /** Whether the client uses revision 2026-07-28. */
  modern: boolean;
  /** Calls the tool. */
  call: (tool: string, args: Record<string, string>) => Promise<ToolCall>;
}

/** Creates the function that reads a resource of the list. */
export function createResourceReader({ callOf }: ResourceList) {
  /**
   * Returns the resource: the same object as the tool's answer, as JSON.
   *
   * @throws {RpcFailure} with a sentence when the resource does not exist or has no answer.
   */
  return async (uri: unknown, { modern, call }: ReadOptions): Promise<ReadResourceResult> => {
    if (typeof uri !== "string") throw new RpcFailure(INVALID_PARAMS, 'Invalid params: "uri" must be an address.');
    const unknown = modern ? INVALID_PARAMS : RESOURCE_NOT_FOUND;
    const wanted = callOf(uri);
    if (!wanted) {
      const message = `No resource ${quoted(uri)}. resources/list and resources/templates/list name them.`;
      throw new RpcFailure(unknown, message, { uri: uri.slice(0, MAX_URI) });
    }
    const { result, outcome } = await call(wanted.capability.tool.name, wanted.args);
    const text = result.content.flatMap((block) => (block.type === "text" ? block.text : [])).join(" ");
    if ("error" in outcome) {
      const { error } = outcome;
      const missing = error.status === 404 || error.status === 400;
      throw new RpcFailure(missing ? unknown : REJECTED, text, { uri, "market-data/error": error });
    }
    return {
      contents: [{ uri, mimeType: "application/json", text, _meta: result._meta }],
      ...(modern ? { ttlMs: outcome.served.freshForSeconds * 1000 } : {}),
    };
  };
}

/**
 * Limit in characters: the error for an unknown address repeats it, and an address may be a
 * megabyte long.
 */
const MAX_URI = 256;
