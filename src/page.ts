/** Routes that need nothing but their path. */
import type { Reply } from "./rest/respond.js";
import { wrongMethod } from "./rest/router.js";

/** A page or document. */
export interface Page {
  type: string;
  /** Its content, made at each request. */
  content: () => string | Promise<string>;
  /** Content-Security-Policy, for pages a browser shows. */
  policy?: string;
  /** Whether what is at its address never changes. */
  kept?: boolean;
}

const FOR_GOOD = "public, max-age=31536000, immutable";

/** What a browser is told that asks before it asks; the guard adds who may. */
export const PREFLIGHT = { status: 204, headers: {}, body: "" };

/** The page, whoever reads it. */
export async function readPage(page: Page, method: string): Promise<Reply> {
  if (method === "GET" || method === "HEAD") return showPage(page);
  return method === "OPTIONS" ? PREFLIGHT : wrongMethod();
}

async function showPage({ type, content, policy, kept }: Page): Promise<Reply> {
  const headers: Record<string, string> = { "content-type": type, "cache-control": kept ? FOR_GOOD : "no-cache" };
  if (policy) {
    headers["content-security-policy"] = policy;
    headers["referrer-policy"] = "no-referrer";
    headers["x-frame-options"] = "DENY";
  }
  return { status: 200, headers, body: await content() };
}
