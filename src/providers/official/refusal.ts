/** How the official sources refuse calls: with web pages, and the BLS with words in its answer. */
import type { Refusal, UpstreamResponse } from "../../contract/upstream.js";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Seconds for which the SEC blocks an address that made too many calls; each further call prolongs it. It sends no
 * `Retry-After`.
 */
const BLOCK_SECONDS = 10 * MINUTE;

/** The SEC's page for a blocked address, and 429 of any host. */
const LIMITED: Refusal = { reason: "rate_limited", retryAfterSeconds: BLOCK_SECONDS, pauseSeconds: BLOCK_SECONDS };
/** The refusals for which the SEC has pages, by their titles; it sends these pages with status 200, too. */
const SEC_PAGES: readonly (readonly [title: RegExp, refusal: Refusal])[] = [
  [/Request Rate Threshold Exceeded/i, LIMITED],
  [/Undeclared Automated Tool/i, { reason: "contact_refused", pauseSeconds: HOUR }],
];
/** More characters than such a page has. */
const MAX_PAGE_LENGTH = 10_000;

/**
 * Recognises the SEC's refusals. A 403 means one of three things: a web page says that our address is blocked, or that
 * our contact is refused; XML says that the file does not exist, which is no refusal.
 *
 * The first scope of a call is its host, the last one is that of all hosts that refuse together.
 */
export function toRefusal(
  { status, text, headers }: UpstreamResponse,
  scopes: readonly string[],
  isDocument: boolean,
): Refusal | undefined {
  const [host, together] = [scopes[0], scopes.at(-1)];
  if (status >= 500) return undefined;
  if (status === 200 && isDocument) return toDocumentRefusal(text);
  if (host === "bls" && isSpent(text)) {
    return { reason: "quota_spent", retryAfterSeconds: HOUR, pauseSeconds: HOUR, pauseScope: host };
  }
  const title = isPage(text) || isPageType(headers) ? titleOf(text) : undefined;
  const refusal = status === 429 ? LIMITED : refusalOf(title);
  if (refusal) return { ...refusal, pauseScope: together };
  // One host may refuse machines in data centres while another one answers.
  if (status === 403 && title !== undefined)
    return { reason: "blocked", pauseSeconds: BLOCK_SECONDS, pauseScope: host };
  if (status === 200 || status === 304 || status === 404)
    return title === undefined ? undefined : { reason: "bad_answer" };
  return status === 403 && /<Code>AccessDenied<\/Code>/.test(text) ? undefined : { reason: "bad_answer" };
}

/** The number of the refused call, which stands on each of these pages. */
const REFERENCE = /<p>Reference ID: [\da-f.]{1,100}<\/p>/;

/**
 * Returns the refusal that stands in place of a document: the SEC's whole page, because a filer chooses the title of its
 * document. For the same reason it pauses nothing; a refusal of any other call does.
 */
function toDocumentRefusal(text: string): Refusal | undefined {
  if (text.length >= MAX_PAGE_LENGTH || !isPage(text) || !REFERENCE.test(text)) return undefined;
  const title = titleOf(text);
  const refusal = title.startsWith("SEC.gov | ") ? refusalOf(title) : undefined;
  return refusal && { ...refusal, pauseSeconds: undefined };
}

const refusalOf = (title = "") => SEC_PAGES.find(([words]) => words.test(title))?.[1];
const titleOf = (page: string) => /<title>([^<]{1,200})/i.exec(page.slice(0, 4000))?.[1] ?? "";
const isPage = (text: string) => /^\s*<(?:!doctype html|html)/i.test(text);
const isPageType = (headers: UpstreamResponse["headers"]) =>
  /^\s*text\/html/i.test(String(headers["content-type"] ?? ""));

/** Whether the BLS says that the calls of a day are used up. */
function isSpent(text: string): boolean {
  const body = parseJson(text);
  if (!isObject(body) || body["status"] === "REQUEST_SUCCEEDED") return false;
  return /daily (?:threshold|query limit)/i.test(wordsOf(body["message"]));
}

/** Returns the beginning of a message of the BLS, which is a text or a list of texts. */
export const wordsOf = (message: unknown) => JSON.stringify(message ?? "").slice(0, 1_000);
