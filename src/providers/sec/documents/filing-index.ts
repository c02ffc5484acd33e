/** The page of a filing, with its form, days and documents. A filing does not change, so that its page is read once. */
import { toLinkedAddress } from "../../../capabilities/filings/filing-address.js";
import { ProviderError } from "../../../contract/errors.js";
import { z } from "../../../contract/schema.js";
import type { CachedPart } from "../../../contract/upstream.js";
import { isDay, toText } from "../../../contract/values.js";
import { DAY_SECONDS } from "../../../lib/day.js";
import type { OfficialClient } from "../../official/client.js";
import { fetchBody } from "./document-body.js";
import { createBlockReader } from "../text/blocks.js";
import { toFilingPath } from "../links.js";

const filingIndex = z.object({
  company: z.string().nullable(),
  form: z.string(),
  filed: z.string(),
  /** The end of the period or the day of the event; empty if there is none. */
  reported: z.string(),
  /** The documents in the filing's order, the main one first: type (`10-K`, `EX-99.1`) and path below its folder. */
  documents: z.array(z.object({ type: z.string(), path: z.string() })),
});

/** The facts on the page of a filing. */
export type FilingIndex = z.output<typeof filingIndex>;

/** Limit of the page in bytes; that of a filing with a hundred exhibits has 60 kB. */
const MAX_PAGE_BYTES = 512 * 1024;
const MAX_DOCUMENTS = 500;
export const YEAR_SECONDS = 365 * DAY_SECONDS;

/**
 * Returns the facts on the page of a filing.
 *
 * @throws {ProviderError} `no_data` when the company has no such filing, `bad_answer` when its page cannot be read.
 */
export function findIndex(cik: string, accession: string, client: OfficialClient): Promise<FilingIndex> {
  const part: CachedPart<FilingIndex> = {
    // The number of another company has no such filing, and would make links that lead nowhere.
    key: `filing ${Number(cik)} ${accession}`,
    keepSeconds: YEAR_SECONDS,
    schema: filingIndex,
    isTimeless: true,
  };
  return client.upstream.remember(part, async () => {
    const { pieces } = await fetchBody(client, toFilingPath(cik, accession), MAX_PAGE_BYTES);
    const page = Buffer.concat(pieces).toString("latin1");
    const index = readIndex(page, accession);
    if (!index) throw new ProviderError("provider-d", "bad_answer");
    return index;
  });
}

/** Reads the page; `undefined` for a page of another kind. */
function readIndex(page: string, accession: string): FilingIndex | undefined {
  const form = /<div id="formName">\s*<strong>\s*Form ([\w /-]{1,20}?)\s*<\/strong>/i.exec(page)?.[1];
  const filed = infoOf(page, "Filing Date");
  if (form === undefined || !isDay(filed)) return undefined;
  const reported = infoOf(page, "Period of Report");
  const documents = rowsOf(page).flatMap((cells) => {
    // Number, description, document, type, size.
    const address = toLinkedAddress(/href="([^"]{1,500})"/i.exec(cells[2] ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "");
    const type = toPlain(cells[3] ?? "");
    const isOwn = address?.accession === accession && address.document !== null;
    return isOwn ? [{ type: /^[\w ./-]{1,30}$/.test(type) ? type : "", path: address.document! }] : [];
  });
  return {
    company: toCompany(page),
    form,
    filed,
    reported: isDay(reported) ? reported : "",
    documents: documents.slice(0, MAX_DOCUMENTS),
  };
}

function infoOf(page: string, head: string): string {
  const found = new RegExp(`<div class="infoHead">${head}</div>\\s{0,20}<div class="info">([\\d-]{10})<`, "i").exec(
    page,
  );
  return found?.[1] ?? "";
}

/** The cells of the rows of all tables. Splitting takes linear time on any page. */
function rowsOf(page: string): string[][] {
  return page
    .split(/<tr\b/i)
    .slice(1)
    .map((row) =>
      row
        .split(/<td\b[^>]{0,200}>/i)
        .slice(1)
        .map((cell) => cell.split(/<\/t[dr]/i)[0]!),
    );
}

/** The first company, whose role stands in parentheses behind its name. */
function toCompany(page: string): string | null {
  const name = /<span class="companyName">([^<]{1,300})/i.exec(page)?.[1] ?? "";
  return toText(toPlain(name.replace(/\((?:Filer|Issuer|Subject|Filed by|Reporting)\).*$/is, "")));
}

function toPlain(markup: string): string {
  const reader = createBlockReader("html");
  reader.write(`<p>${markup}</p>`);
  return (reader.end()[0]?.text ?? "").replaceAll("\u00a0", " ").trim();
}
