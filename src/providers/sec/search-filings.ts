/** Full-text search over filings by provider D: EDGAR's own search. */
import { uncapital } from "../../lib/capital.js";
import { isObject } from "../../lib/is-object.js";
import {
  FIRST_SEARCHED_DAY,
  filingSearch,
  lastFiledDay,
  type FoundDocument,
} from "../../capabilities/filings/search-filings.js";
import { ProviderError } from "../../contract/errors.js";
import { source } from "../../contract/provider.js";
import { isDay, toCount, toNumber } from "../../contract/values.js";
import { findFiler, toNamedFiler, type NamedFiler } from "./filers.js";
import { toEdgarForms, toFormName } from "./form-names.js";
import { toDocumentUrl } from "./links.js";
import { officialSources } from "../official/provider.js";
import { fetchSearch } from "./calls.js";

/**
 * The documents that match, best first: one page of EDGAR's search, at most 100.
 *
 * @throws {ProviderError} `no_data` for a symbol that the SEC does not know, `timed_out` where EDGAR's search gave up.
 */
export const searchFilingsFromSec = source(
  officialSources,
  filingSearch,
  async ({ q, symbol, form, from, to }, client) => {
    const filer = symbol === undefined ? undefined : await findFiler(symbol, client);
    const cik = filer?.cik;
    const since = from ?? FIRST_SEARCHED_DAY;
    const answer = await fetchSearch(client, {
      q,
      // Without a range the search has the filings of some years only.
      dateRange: "custom",
      startdt: since,
      enddt: to ?? lastFiledDay(),
      ...(cik === undefined ? {} : { ciks: cik }),
      ...(form === undefined ? {} : { forms: toEdgarForms(form) }),
    });
    // Its count and its best documents would be those of a part of the filings.
    if (answer["timed_out"] === true) throw new ProviderError("provider-d", "timed_out");
    const found = isObject(answer["hits"]) ? answer["hits"] : {};
    const { hits, total: counted } = found;
    const total = toCount(toNumber(isObject(counted) ? counted["value"] : undefined));
    if (!Array.isArray(hits) || total === null) throw new ProviderError("provider-d", "bad_answer");
    const results = hits.slice(0, MAX_HITS).flatMap((hit) => toDocument(hit, cik));
    const who = filer && { filer: filer.name ?? nameOf(hits, filer.cik), cik: filer.cik };
    return { data: { results, total, since, ...who }, notes: filer?.notes ?? [] };
  },
  { setting: "contact" },
);

/** Returns the name of the filer that was asked for, as the found documents have it. */
function nameOf(hits: readonly unknown[], cik: string): string | null {
  const filers = hits.slice(0, MAX_HITS).flatMap(toFilers);
  return filers.find((each) => each.cik === cik)?.name ?? null;
}

/** Returns the filers of a found document. */
function toFilers(hit: unknown): NamedFiler[] {
  const names = isObject(hit) && isObject(hit["_source"]) ? hit["_source"]["display_names"] : undefined;
  return Array.isArray(names) ? names.slice(0, MAX_FILERS).flatMap(toNamedFiler) : [];
}

const MAX_HITS = 100;
/** The most filers of one document. */
const MAX_FILERS = 20;
/** The accession number, and the name of the file in the folder of the filing. */
const ID = /^(\d{10}-\d{2}-\d{6}):(\w[\w.() -]{0,150})$/;
/** A form, or a kind of document: `10-K/A`, `EX-99.1`. */
const KIND = /^[\w][\w ./()-]{0,19}$/;
/** Folder with the page that shows a document in XML. */
const VIEWER = /^xsl\w{1,20}$/;

function toDocument(hit: unknown, asked: string | undefined): FoundDocument[] {
  const { _id: id, _source: fields } = isObject(hit) ? hit : {};
  const [, accession, file] = (typeof id === "string" && ID.exec(id)) || [];
  if (accession === undefined || file === undefined || !isObject(fields)) return [];
  const { form, file_type: kind, file_date: filed, period_ending: period, xsl, display_names: names } = fields;
  const filer = toFiler(Array.isArray(names) ? names.slice(0, MAX_FILERS) : [], asked);
  if (filer === undefined || typeof form !== "string" || !KIND.test(form)) return [];
  if (typeof filed !== "string" || !isDay(filed)) return [];
  const document = typeof kind === "string" && KIND.test(kind) ? kind : form;
  const path = typeof xsl === "string" && VIEWER.test(xsl) ? `${xsl}/${file}` : file;
  return [
    {
      title: toTitle(form, document),
      company: filer.name,
      symbol: filer.symbols[0] ?? null,
      form,
      filed,
      period: typeof period === "string" && isDay(period) ? period : null,
      accession,
      document,
      url: toDocumentUrl(filer.cik, accession, path),
    },
  ];
}

/** Returns, for example: `8-K, exhibit 99.1`, `10-K, annual report`, `SC TO-T, GRAPHIC`. */
function toTitle(form: string, document: string): string {
  const [, exhibit] = /^EX-(.+)$/.exec(document) ?? [];
  if (exhibit !== undefined) return `${form}, exhibit ${exhibit}`;
  if (document !== form) return `${form}, ${document}`;
  const name = toFormName(form);
  return name === null ? form : `${form}, ${uncapital(name)}`;
}

/**
 * Returns the filer to name of a document: the one asked for, else the first with a symbol, because an insider's form names
 * the insider first.
 */
function toFiler(names: readonly unknown[], asked: string | undefined): NamedFiler | undefined {
  const filers = names.flatMap(toNamedFiler);
  return filers.find(({ cik }) => cik === asked) ?? filers.find(({ symbols }) => symbols.length > 0) ?? filers[0];
}
