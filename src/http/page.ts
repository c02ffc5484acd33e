/** Answers requests for pages and documents, which depend on the path only. */
import type { CompressedForms, Reply } from "../contract/reply.js";
import { isKnown, toCompressedForms, toEtag } from "../rest/respond.js";
import { MCP_HINT, wrongMethod } from "../rest/router.js";

/** A page or document. */
export interface Page {
  type: string;
  /** Produces the content, at each request. */
  content: () => string | Promise<string>;
  /** Content-Security-Policy, for pages shown in a browser; a function if it names the content's hash. */
  policy?: string | (() => Promise<string>);
  /** Whether web pages of every origin may read it, and how long anybody may keep it: an hour. */
  isPublic?: true;
  /** Whether pages of this server may show it in a frame. */
  isFramed?: boolean;
  /** Returns the query under which this content never changes, so that browsers may cache it permanently. */
  version?: () => Promise<string>;
}

/** The path that says whether this process takes requests, for balancers. */
export const READINESS = "/readyz";

const PUBLIC = "public, max-age=3600";
const IMMUTABLE = "public, max-age=31536000, immutable";

/** Answer to a CORS preflight; the origin guard adds the allowed origin. */
export const PREFLIGHT: Reply = { status: 204, headers: {}, body: "" };

/** The latest content of each page with its compressed forms; many pages never change. */
const latest = new WeakMap<Page, { body: string; compressed: CompressedForms | undefined }>();

/** Returns the reply of a page for a method: GET, HEAD, a preflight, or 405. */
export async function readPage(page: Page, method: string, query = "", ifNoneMatch?: string): Promise<Reply> {
  if (method === "OPTIONS") return PREFLIGHT;
  if (method !== "GET" && method !== "HEAD") return wrongMethod(undefined, method === "POST" ? MCP_HINT : "");
  const { type, content, policy, isPublic, isFramed = false, version } = page;
  // Another version asked for is that of another process, in an update of one after the other.
  const isKept = version !== undefined && query === (await version());
  const lifetime = isKept ? IMMUTABLE : isPublic ? PUBLIC : "no-cache";
  const headers: Record<string, string> = { "content-type": type, "cache-control": lifetime };
  if (policy) {
    headers["content-security-policy"] = typeof policy === "string" ? policy : await policy();
    headers["referrer-policy"] = "no-referrer";
    headers["x-frame-options"] = isFramed ? "SAMEORIGIN" : "DENY";
  }
  const body = await content();
  let known = latest.get(page);
  if (known?.body !== body) {
    known = { body, compressed: toCompressedForms(body.length) };
    latest.set(page, known);
  }
  const { compressed } = known!;
  if (compressed) headers["vary"] = "Accept-Encoding";
  if (isPublic) {
    headers["etag"] = toEtag(body);
    if (isKnown(ifNoneMatch, headers["etag"])) return { status: 304, headers, body: "", compressed };
  }
  return { status: 200, headers, body, compressed };
}
