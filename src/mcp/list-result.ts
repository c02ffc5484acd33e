/** The result of a list method. */
import type { JSONRPCRequest, Result } from "@modelcontextprotocol/sdk/types.js";
import { invalidParams } from "./rpc-error.js";

/**
 * Returns the whole list: ours are short, so each has one page.
 *
 * @throws {RpcFailure} on a cursor, because this server issues none.
 */
export function toList(name: string, list: readonly unknown[], params: JSONRPCRequest["params"]): Result {
  if (params?.["cursor"] !== undefined) throw invalidParams('"cursor" is not one this list has given.');
  return { [name]: list };
}
