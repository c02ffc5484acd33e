/**
 * Decides by `Host`, `Origin` and `Sec-Fetch-Site` whether a request is served: protection against DNS rebinding and
 * cross-site requests, and CORS headers.
 */
import type { IncomingMessage } from "node:http";
import type { Rejection } from "../views/error-body.js";
import { REJECTIONS } from "./rejections.js";

export interface GuardOptions {
  /** The address the listener is bound to. */
  host: string;
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
}

/** The parts of a request that the guard inspects. */
export type Guarded = Pick<IncomingMessage, "headers" | "rawHeaders">;

/** A rejection, or the CORS headers of the answer. */
export type OriginVerdict = { rejection: Rejection } | { cors: Readonly<Record<string, string>> };

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
const EXPOSED =
  "Age, Cache-Status, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Data-Currency, X-Data-Notes, X-Data-Simulated, X-Data-Sources, X-Data-Stale, X-Request-Id, WWW-Authenticate";

/**
 * Checks a request before any part of it is parsed.
 *
 * A web page that tricks a browser into calling a local server (DNS rebinding) is recognised by a foreign `Host` or
 * `Origin`.
 */
export function createGuard({ host, allowedHosts, allowedOrigins }: GuardOptions) {
  const bound = host.includes(":") ? `[${host}]` : host;
  const hosts = new Set([bound, ...allowedHosts].map((name) => name.toLowerCase()));
  const origins = new Set(allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, "")));

  // `Vary` is also needed for requests without `Origin`: otherwise a shared cache could serve their answer, which has
  // no CORS headers, to a web page.
  const headers: Readonly<Record<string, string>> = origins.size > 0 ? { vary: "Origin" } : {};

  function isOurs(name: string): boolean {
    if (LOOPBACK_HOST.test(name)) return true;
    const lower = name.toLowerCase();
    // A listed host may have a port of its own, behind which there is no second one.
    return hosts.has(lower) || (!/:\d+:\d+$/.test(lower) && hosts.has(lower.replace(/:\d{1,5}$/, "")));
  }

  const judge = (request: Guarded): OriginVerdict => {
    const { host: name = "" } = request.headers;
    if (!isOurs(name) || countHosts(request.rawHeaders) !== 1) {
      return { rejection: REJECTIONS.foreign_host };
    }
    const { origin } = request.headers;
    const listed = origin !== undefined && origins.has(origin.toLowerCase());
    const same =
      origin !== undefined &&
      [`http://${name.toLowerCase()}`, `https://${name.toLowerCase()}`].includes(origin.toLowerCase());
    if (origin !== undefined && !listed && !same) return { rejection: REJECTIONS.foreign_origin };
    if (request.headers["sec-fetch-site"] === "cross-site" && !listed) return { rejection: REJECTIONS.cross_site };
    return listed ? { cors: corsHeaders(origin) } : { cors: headers };
  };
  return {
    judge,
    /** Headers of every answer to any caller. */
    headers,
  };
}

/** Headers of a public page, which web pages of every origin may read. */
export const PUBLIC_CORS: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, HEAD",
  "access-control-allow-headers": "Content-Type, If-None-Match",
  "access-control-expose-headers": "ETag",
};

/**
 * Counts `Host` headers. Node shows only the first one and a proxy may have used another, so more than one is rejected.
 */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === "host") count++;
  }
  return count;
}

function corsHeaders(origin: string): Record<string, string> {
  return {
    "access-control-allow-origin": origin,
    vary: "Origin",
    "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
    "access-control-allow-headers":
      "Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-API-Key, X-MCP-Toolsets",
    "access-control-expose-headers": EXPOSED,
    "access-control-max-age": "600",
  };
}
