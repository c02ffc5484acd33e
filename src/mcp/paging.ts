/** Splits long lists into pages. */
import type { JSONRPCRequest, Result } from "@modelcontextprotocol/sdk/types.js";
import { invalidParams } from "./rpc-error.js";

const PAGE = 100;

/**
 * Returns the page of `list` at a cursor; the first page without one.
 *
 * @throws {RpcFailure} on a cursor that this server did not issue.
 */
export function pageOf<T>(list: readonly T[], cursor: unknown, size = PAGE): { page: T[]; nextCursor?: string } {
  const start = cursor === undefined ? 0 : startOf(cursor);
  const known = start === 0 || (start < list.length && start % size === 0);
  if (!known || Number.isNaN(start) || (cursor !== undefined && start === 0)) {
    throw invalidParams('"cursor" is not one this list has given.');
  }
  const end = start + size;
  return { page: list.slice(start, end), ...(end < list.length ? { nextCursor: toCursor(end) } : {}) };
}

/** Returns the result of a list method: the page at the request's cursor. */
export function toList(name: string, list: readonly unknown[], params: JSONRPCRequest["params"]): Result {
  const { page, nextCursor } = pageOf(list, params?.["cursor"]);
  return { [name]: page, ...(nextCursor === undefined ? {} : { nextCursor }) };
}

function toCursor(start: number): string {
  return Buffer.from(`row ${start}`).toString("base64url");
}

function startOf(cursor: unknown): number {
  const text = typeof cursor === "string" ? Buffer.from(cursor, "base64url").toString("utf8") : "";
  const start = Number(/^row (\d{1,9})$/.exec(text)?.[1]);
  return toCursor(start) === cursor ? start : Number.NaN;
}
