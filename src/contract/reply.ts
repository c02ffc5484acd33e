/** A response before it meets a socket: of REST, of MCP and of the operational pages. */
import type { Served } from "./envelope.js";
import type { FailureKind } from "./errors.js";

export interface Reply<Body extends string | AsyncIterable<string> = string> {
  status: number;
  headers: Record<string, string>;
  /** Whole, or piece by piece; left out for HEAD, 204 and 304 when it is sent. */
  body: Body;
  /** Bytes of the body, where they were counted before. */
  length?: number;
  /** The route of the catalogue that was asked; `state` or `failure` say how it ended. For log and metrics only. */
  route?: string;
  state?: Served["state"];
  failure?: FailureKind;
}
