/** HTTP requests and responses as values, independent of sockets: for REST, MCP and the operational pages. */
import type { IncomingHttpHeaders } from "node:http";
import type { Visit } from "./caller.js";
import type { Served } from "./envelope.js";
import type { FailureKind } from "./errors.js";

/** An encoding of a body. */
export type Encoding = "br" | "gzip";

/** The compressed forms of one body: made, or in the making. */
export type CompressedForms = Map<Encoding, Buffer | Promise<Buffer>>;

export interface Reply<Body extends string | AsyncIterable<string> = string> {
  status: number;
  headers: Record<string, string>;
  /** The whole body, or a stream of chunks; not sent for HEAD, 204 and 304. */
  body: Body;
  /** Length of the body in bytes, if already known. */
  length?: number;
  /** The compressed forms of the body, kept with it; absent for a body that is always sent as it is. */
  compressed?: CompressedForms | undefined;
  /** The body's compressed form, sent in its place with the header that names the encoding. */
  encoded?: { encoding: Encoding; bytes: Buffer };
  /** How a question ended: answered (`state`) or failed. For log and metrics only. */
  state?: Served["state"];
  failure?: FailureKind;
  /** Why the request was rejected, for the log: words of ours only, because the caller's may be a key. */
  reason?: string;
}

/** A reply to HTTP: one text, or a stream of chunks such as events. */
export type HttpReply = Reply<string | AsyncIterable<string>>;

/** One POST to `/mcp`. */
export interface McpPost {
  headers: IncomingHttpHeaders;
  body: string;
  /** The query of the address, without the question mark. */
  query?: string | undefined;
  signal: AbortSignal;
  /** The client's address. */
  from: string;
  /** The caller's visit, which counts its calls against its plan. */
  visit?: Visit | undefined;
}
