/**
 * The address of a request, parsed once. Access, routing, counting, error shapes, logs and the response cache all use
 * this value: parsed twice, an address could be one route for the router and another for the check of keys.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Entry } from "../contract/entry.js";
import type { Rejection } from "../views/error-body.js";
import type { Page } from "./page.js";
import { REJECTIONS } from "./rejections.js";

/** A row of the route table. An open route answers everybody, a keyed one only callers that were admitted. */
export type Route = { access: "open"; surface: "page"; path: string; page: Page } | KeyedRoute;

export type KeyedRoute =
  | { access: "keyed"; surface: "mcp"; path: string }
  | { access: "keyed"; surface: "rest"; path: string; entry: Entry };

/** A parsed address. */
export interface Target {
  /** Path and query as written, without scheme and host. */
  address: string;
  path: string;
  /** The query as written, without the question mark. */
  query: string;
  /** The route of the path; undefined when there is none, or when the host in the address is not ours. */
  route: Route | undefined;
  /** The decoded parameters in the path. */
  parameters: Readonly<Record<string, string>>;
  /** Whether the address has a scheme and host ("absolute form"). */
  isAbsolute: boolean;
  /** Why no route can answer this address; the error has the shape of `route`. */
  rejection: Rejection | undefined;
}

/** A request with its parsed address, and the response to it. */
export interface Call {
  target: Target;
  request: IncomingMessage;
  response: ServerResponse;
}

/** Parses the address of a request; never throws. */
type ParseTarget = (request: Pick<IncomingMessage, "url" | "headers">) => Target;

/** Returns the table of all routes. */
export function createRoutes(catalogue: readonly Entry[], pages: ReadonlyMap<string, Page>): readonly Route[] {
  return [
    ...[...pages].map(([path, page]): Route => ({ access: "open", surface: "page", path, page })),
    { access: "keyed", surface: "mcp", path: "/mcp" },
    ...catalogue.flatMap((entry) =>
      pathsOf(entry).map((path): Route => ({ access: "keyed", surface: "rest", path, entry })),
    ),
  ];
}

function pathsOf({ capability: { route, marketRoute } }: Entry): string[] {
  return marketRoute === undefined ? [route] : [route, marketRoute];
}

/**
 * Creates the parser. Only parameters such as `{symbol}` are decoded: the rest of a path is compared exactly as written,
 * so `/%61pi/v1/…`, `//api/…` and `/api/./v1/…` are unknown paths.
 */
export function createTargetParser(routes: readonly Route[]): ParseTarget {
  const exact = new Map(routes.filter(({ path }) => !path.includes("{")).map((route) => [route.path, route]));
  const patterns = routes
    .filter(({ path }) => path.includes("{"))
    .map((route) => ({ route, pattern: toPattern(route) }));

  return ({ url = "/", headers }) => {
    const [origin, scheme, authority] = ABSOLUTE_FORM.exec(url) ?? [];
    const rest = url.slice(origin?.length ?? 0);
    const address = origin === undefined || rest.startsWith("/") ? rest : `/${rest}`;
    const mark = address.indexOf("?");
    const path = mark < 0 ? address : address.slice(0, mark);
    const target: Target = {
      address,
      path,
      query: mark < 0 ? "" : address.slice(mark + 1),
      route: undefined,
      parameters: {},
      isAbsolute: origin !== undefined,
      rejection: undefined,
    };
    if (scheme !== undefined && !isOwn(scheme, authority!, headers.host)) {
      return { ...target, rejection: REJECTIONS.foreign_address };
    }
    // People and configurations write a slash behind the endpoint; some hosts follow no redirect.
    const route = exact.get(path === "/mcp/" ? "/mcp" : path);
    if (route) return { ...target, route };
    const rejection = decode(path) === undefined ? REJECTIONS.malformed_escape : undefined;
    for (const { route: candidate, pattern } of patterns) {
      const groups = pattern.exec(path)?.groups;
      if (groups) return { ...target, route: candidate, rejection, parameters: rejection ? {} : decodeAll(groups) };
    }
    return { ...target, rejection };
  };
}

const ABSOLUTE_FORM = /^([a-z][a-z0-9+.-]*):\/\/([^/?]*)/i;

/** Servers must accept the absolute form where its host is the one in `Host` (RFC 9112, section 3.2.2). */
function isOwn(scheme: string, authority: string, host: string | undefined): boolean {
  return /^https?$/i.test(scheme) && authority.toLowerCase() === host?.toLowerCase();
}

/** A parameter is one segment, which may be empty, but no dot segment: proxies remove those from a path. */
function toPattern({ path }: Route): RegExp {
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, String.raw`(?<$1>(?!\.{1,2}(?:/|$$))[^/]*)`)}$`);
}

/** Decodes the parameters of a path that is known to be well-formed. */
function decodeAll(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
}

/** Returns the decoded text; undefined when an escape is malformed. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
