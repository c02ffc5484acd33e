/** The consent form of Yahoo for addresses in Europe. */
import { decodeEntities } from "../../../lib/decode-entities.js";

/** Limit of the page in characters; a real one is under 100 KB. */
const MAX_PAGE = 500_000;
const MAX_TAG = 4_000;
const MAX_FIELDS = 50;

const ATTRIBUTE = /([a-zA-Z-]{1,40})\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/**
 * Returns the form's hidden fields with our consent (`agree=agree`), ready to be posted; `undefined` when the page is
 * no consent form.
 *
 * Attribute order, quotes and case do not matter. No HTML library is needed, because hidden inputs contain no markup.
 */
export function parseConsentForm(page: string): URLSearchParams | undefined {
  const html = page.slice(0, MAX_PAGE);
  const fields = new URLSearchParams();
  for (const { index } of html.matchAll(/<input\b/gi)) {
    // Search by index, because a pattern for the whole tag takes quadratic time on a page with unclosed tags.
    const end = html.indexOf(">", index);
    if (end < 0 || fields.size >= MAX_FIELDS) break;
    const attributes = readAttributes(html.slice(index, Math.min(end, index + MAX_TAG)));
    const name = attributes.get("name");
    if (name && attributes.get("type")?.toLowerCase() === "hidden") fields.set(name, attributes.get("value") ?? "");
  }
  if (!fields.has("csrfToken") || !fields.has("sessionId")) return undefined;
  fields.set("agree", "agree");
  return fields;
}

function readAttributes(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, double, single, bare] of tag.matchAll(ATTRIBUTE)) {
    attributes.set(name!.toLowerCase(), decodeEntities(double ?? single ?? bare ?? ""));
  }
  return attributes;
}
