/** Provider D: official sources without a key. The SEC requires a contact and blocks an address that calls too often. */
import { ProviderError } from "../../contract/errors.js";
import type { Provider } from "../../contract/provider.js";
import type { Refusal, UpstreamResponse } from "../../contract/upstream.js";
import { isSpent } from "./bls.js";
import { createClient, FEED_SCOPES, type ClientD } from "./client.js";
import { descriptionD } from "./description.js";
import { OneAtATime } from "./one-at-a-time.js";
import { ReadBooks } from "./read-books.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Seconds for which the SEC blocks an address that made too many calls; each further call prolongs it. It sends no
 * `Retry-After`.
 */
const BLOCK_SECONDS = 10 * MINUTE;

export const providerD: Provider<ClientD> = {
  ...descriptionD,
  retries: true,
  // Each call has one scope, its host: one may refuse machines in data centres while another one answers.
  refusal: (response, { scopes, readsAnyBody = false }) => toRefusal(response, scopes?.[0], readsAnyBody),
  open(settings) {
    const shared = { books: new ReadBooks(), documents: new OneAtATime() };
    return (upstream) => createClient(settings, shared, upstream);
  },
  // An upstream without this file can be reached, too.
  probe: (client) => client.data("submissions/CIK0000320193.json").catch(unlessMissing),
};

function unlessMissing(error: unknown): void {
  if (!(error instanceof ProviderError && error.reason === "no_data")) throw error;
}

/** The title of the page that the SEC sends, also with status 200, to a program that names no contact. */
const NO_CONTACT = /Undeclared Automated Tool/i;
/** The title of the page that the SEC sends to a blocked address. */
const BLOCKED = /Request Rate Threshold Exceeded/i;

/**
 * Recognises the SEC's refusals. A 403 means one of three things: a web page says that our address is blocked, or that
 * our contact is refused; XML says that the file does not exist, which is no refusal.
 */
function toRefusal(
  { status, text, headers }: UpstreamResponse,
  pauseScope: string | undefined,
  isDocument: boolean,
): Refusal | undefined {
  if (status >= 500) return undefined;
  if (pauseScope === "bls" && isSpent(text)) {
    return { reason: "quota_spent", retryAfterSeconds: HOUR, pauseSeconds: HOUR, pauseScope };
  }
  const title = isPage(text, headers) ? (/<title>([^<]{1,200})/i.exec(text.slice(0, 4000))?.[1] ?? "") : undefined;
  if (status === 429 || (title !== undefined && BLOCKED.test(title))) {
    const refusal: Refusal = { reason: "rate_limited", retryAfterSeconds: BLOCK_SECONDS, pauseSeconds: BLOCK_SECONDS };
    // The SEC limits all its hosts together, and each office only itself.
    return FEED_SCOPES.has(pauseScope ?? "") ? { ...refusal, pauseScope } : refusal;
  }
  if (title !== undefined && NO_CONTACT.test(title)) {
    return { reason: "contact_refused", pauseSeconds: HOUR, pauseScope };
  }
  if (status === 403 && title !== undefined) return { reason: "blocked", pauseSeconds: BLOCK_SECONDS, pauseScope };
  // A filed document is a page itself.
  if (status === 200 && isDocument) return undefined;
  if (status === 200 || status === 304 || status === 404)
    return title === undefined ? undefined : { reason: "bad_answer" };
  return status === 403 && /<Code>AccessDenied<\/Code>/.test(text) ? undefined : { reason: "bad_answer" };
}

function isPage(text: string, headers: UpstreamResponse["headers"]): boolean {
  return /^\s*text\/html/i.test(String(headers["content-type"] ?? "")) || /^\s*<(?:!doctype html|html)/i.test(text);
}
