/** An HTTP response as a value, independent of sockets: for REST, MCP and the operational pages. */
import type { Served } from "./envelope.js";
import type { FailureKind } from "./errors.js";

export interface Reply<Body extends string | AsyncIterable<string> = string> {
  status: number;
  headers: Record<string, string>;
  /** The whole body, or a stream of chunks; not sent for HEAD, 204 and 304. */
  body: Body;
  /** Length of the body in bytes, if already known. */
  length?: number;
  /**
   * The catalogue route of the request; `state` or `failure` is its outcome. For log and metrics
   * only.
   */
  route?: string;
  state?: Served["state"];
  failure?: FailureKind;
}
