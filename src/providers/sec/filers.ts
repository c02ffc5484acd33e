/** The filers of the SEC, which are companies, funds, managers and persons, by symbol, number or name. */
import { invalidInput, quoted } from "../../contract/input.js";
import { MarketDataError, ProviderError } from "../../contract/errors.js";
import { joinSentences, say, the, type Sentence } from "../../contract/sentence.js";
import { z } from "../../contract/schema.js";
import type { CachedPart } from "../../contract/upstream.js";
import { toText } from "../../contract/values.js";
import { mayBeSymbol } from "../../capabilities/filings/asked-filer.js";
import { SLOW_PART_SECONDS } from "../../capabilities/shapes.js";
import { eachOnce } from "../../lib/each-once.js";
import { isObject } from "../../lib/is-object.js";
import { exchangeOfSuffix } from "../../contract/symbols/exchanges.js";
import { isUsListing, toListingSymbol } from "../../market/symbols/symbol.js";
import type { OfficialClient } from "../official/client.js";
import { fetchSearch, ifThere } from "./calls.js";
import { findCik } from "./companies.js";
import type { Submissions } from "./submissions.js";

/** A filer as the SEC knows it. */
export interface Filer {
  /** The SEC's number, ten digits. */
  cik: string;
  /** The symbol that was asked for, or one that the search states; `null` where none is known. */
  symbol: string | null;
  /** The name as the search writes it, third-party text; `null` for a filer that was not searched for by name. */
  name: string | null;
  /** Sentences for a filer whose name is not exactly the one that was asked for. */
  notes: readonly Sentence[];
}

/** The filers that are searched: all, or only managers with reports of their holdings. */
type Among = "filers" | "managers";

/**
 * Returns the filer that `asked` names, as `askedFiler` reads it: by the SEC's list of symbols, else by one search for the
 * name. The filer of exactly this name answers, else the only one whose name has all words of it. A word that may be a
 * symbol is no part of a name: another source may know it.
 *
 * @throws {ProviderError} `no_data` where nobody is found, for a name with `instead`, a `not_found`; with several, `instead` is
 * an `invalid_input` with their list.
 */
export async function findFiler(asked: string, client: OfficialClient, among: Among = "filers"): Promise<Filer> {
  const [, number] = /^CIK(\d{10})$/.exec(asked) ?? [];
  if (number !== undefined) return { cik: number, symbol: null, name: null, notes: [] };
  const isWord = mayBeSymbol(asked);
  const listed = isWord ? await ifThere(findCik(asked, client), undefined) : undefined;
  if (listed !== undefined) return { cik: listed, symbol: asked, name: null, notes: [] };
  if (isWord && isElsewhere(asked)) throw new ProviderError("provider-d", "no_data");
  return choose(asked, isWord && isUsListing(asked), await search(asked, among, client));
}

/** Whether a symbol is that of a listing in another country, an index, a coin or a currency, of which no filer is called. */
function isElsewhere(symbol: string): boolean {
  if (/^\^|=[XF]$|-USD$/.test(symbol)) return true;
  const listing = toListingSymbol(symbol);
  const dot = listing.lastIndexOf(".");
  return dot > 0 && exchangeOfSuffix(listing.slice(dot + 1)) !== null;
}

const found = z.object({
  filers: z.array(
    z.object({
      cik: z.string(),
      name: z.string(),
      symbols: z.array(z.string()),
      /** The form of the filing that was found; `null` where the search is not one of filings. */
      form: z.string().nullable(),
    }),
  ),
  /** Whether the search has no further filers. */
  isWhole: z.boolean(),
});
type Found = z.output<typeof found>;
type FoundFiler = Found["filers"][number];

/** The most filers of a search that are kept; EDGAR's search by name has ten. */
const MAX_FOUND = 20;

/** Returns the filers whose names have all words of `asked`, by one call. */
function search(asked: string, among: Among, client: OfficialClient): Promise<Found> {
  const words = withoutLegalForm(asked);
  const part: CachedPart<Found> = {
    key: `${among} ${words}`,
    keepSeconds: SLOW_PART_SECONDS,
    schema: found,
    isTimeless: true,
  };
  return client.upstream.remember(part, async () => {
    const query =
      among === "managers"
        ? { entityName: words, forms: "13F-HR,13F-NT", dateRange: "all", from: "0" }
        : { keysTyped: words };
    const answer = await fetchSearch(client, query);
    if (answer["timed_out"] === true) throw new ProviderError("provider-d", "timed_out");
    const { hits, total } = isObject(answer["hits"]) ? answer["hits"] : {};
    if (!Array.isArray(hits)) throw new ProviderError("provider-d", "bad_answer");
    const read = eachOnce(hits.flatMap(among === "managers" ? toManager : toFiler), ({ cik }) => cik);
    const counted = isObject(total) && typeof total["value"] === "number" ? total["value"] : hits.length;
    return { filers: read.slice(0, MAX_FOUND), isWhole: counted <= hits.length && read.length <= MAX_FOUND };
  });
}

/** A name with its symbols, as the search of names writes them: `Apple Inc.  (AAPL)`. */
const WITH_SYMBOLS = /^(.{1,200}?) *\(([A-Z0-9.-]{1,10}(?:, ?[A-Z0-9.-]{1,10}){0,20})\)$/;

function toFiler(hit: unknown): FoundFiler[] {
  const { _id: id, _source: fields } = isObject(hit) ? hit : {};
  if (typeof id !== "string" || !/^\d{1,10}$/.test(id) || !isObject(fields)) return [];
  const { entity, tickers } = fields;
  const symbols = toSymbols(tickers);
  const written = toText(entity);
  if (written === null) return [];
  const [, name, inBrackets] = WITH_SYMBOLS.exec(written) ?? [];
  const isNamed = name !== undefined && toSymbols(inBrackets).some((symbol) => symbols.includes(symbol));
  return [{ cik: id.padStart(10, "0"), name: isNamed ? name : written, symbols, form: null }];
}

/** Symbols are a text with commas, or a list. */
function toSymbols(sent: unknown): string[] {
  const items: unknown[] = typeof sent === "string" ? sent.slice(0, 500).split(",") : Array.isArray(sent) ? sent : [];
  return items
    .slice(0, 20)
    .flatMap((item) => (typeof item === "string" ? item.trim().toUpperCase() : []))
    .filter((symbol) => /^[A-Z0-9][A-Z0-9.-]{0,9}$/.test(symbol));
}

/** A filer as the search of filings names it: `BERKSHIRE HATHAWAY INC  (BRK-A, BRK-B)  (CIK 0001067983)`. */
const DISPLAYED = /^(.{0,200}?) ?(?:\(([A-Z0-9.-]{1,10}(?:, [A-Z0-9., -]{0,150})?)\) )?\(CIK (\d{10})\)$/;
const MAX_DISPLAYED = 400;

/** A filer of a found document; its name is third-party text. */
export interface NamedFiler {
  name: string | null;
  symbols: string[];
  cik: string;
}

/** Returns the filer that the search of filings names; none for any other text. */
export function toNamedFiler(sent: unknown): NamedFiler[] {
  const [, name, symbols, cik] = DISPLAYED.exec(toText(sent, MAX_DISPLAYED) ?? "") ?? [];
  return cik === undefined ? [] : [{ name: toText(name), symbols: toSymbols(symbols), cik }];
}

/** Returns the manager of a filing; none of one with several filers, because the search names all of them alike. */
function toManager(hit: unknown): FoundFiler[] {
  const fields = isObject(hit) ? hit["_source"] : undefined;
  if (!isObject(fields)) return [];
  const { ciks, display_names: names, form } = fields;
  if (!Array.isArray(ciks) || ciks.length !== 1 || !Array.isArray(names)) return [];
  const stated = typeof form === "string" && /^13F-[A-Z/]{2,8}$/.test(form) ? form : null;
  const filers = toNamedFiler(names[0]).filter(({ cik }) => cik === ciks[0]);
  return filers.flatMap(({ name, ...filer }) => (name === null ? [] : [{ ...filer, name, form: stated }]));
}

function choose(asked: string, isWord: boolean, { filers, isWhole }: Found): Filer {
  const withSymbol = isWord ? filers.find(({ symbols }) => symbols.includes(toListingSymbol(asked))) : undefined;
  if (withSymbol) return toFoundFiler(withSymbol, asked);
  const exact = filers.filter(({ name }) => toWords(name) === toWords(asked));
  const same = exact.length > 0 ? exact : filers.filter(({ name }) => isSame(name, asked));
  const listed = same.filter(({ symbols }) => symbols.length > 0);
  const [only, ...others] = listed.length === 1 ? listed : same;
  if (only && others.length === 0) {
    const further = same.length - 1;
    const names = further === 1 ? "filer has this name" : "filers have this name";
    return toFoundFiler(
      only,
      null,
      further === 0 ? [] : [say`${further} further ${names}; the one with a symbol was taken.`],
    );
  }
  const [single] = filers;
  if (single === undefined)
    throw new ProviderError("provider-d", "no_data", isWord ? {} : { instead: toUnknown(asked) });
  if (filers.length === 1 && isWhole && !isWord) {
    return toFoundFiler(single, null, [
      say`No filer has exactly the name ${quoted(asked)}; the only one with these words, or with a former name like it, was taken.`,
    ]);
  }
  throw new ProviderError("provider-d", "no_data", { instead: invalidInput(toList(asked, filers, isWhole)) });
}

function toUnknown(asked: string): MarketDataError {
  const message = say`${the.source("provider-d")} knows no filer with the name ${quoted(asked)}: all words must be in its name, which is that of the company or fund itself, and not of a person, a brand or one series of a fund. Ask with such a name, with a symbol such as BRK-B, or with a number such as CIK0001067983.`;
  return new MarketDataError("not_found", message);
}

function toFoundFiler(
  { cik, name, symbols: [first] }: FoundFiler,
  asked: string | null,
  notes: Sentence[] = [],
): Filer {
  return { cik, name, symbol: asked ?? first ?? null, notes };
}

/** The most filers that an error lists. */
const MAX_LISTED = 10;

/** Returns the filers to choose from, the likeliest first: `NAME (CIK n, form)`, and the symbol in place of an unknown form. */
function toList(asked: string, filers: readonly FoundFiler[], isWhole: boolean): Sentence {
  const ranked = filers.toSorted(
    (one, other) =>
      rankOf(one.name, asked) - rankOf(other.name, asked) ||
      Number(other.form === "13F-HR") - Number(one.form === "13F-HR") ||
      Number(other.symbols.length > 0) - Number(one.symbols.length > 0) ||
      one.name.length - other.name.length,
  );
  const rows = ranked.slice(0, MAX_LISTED).map(({ cik, name, symbols: [symbol], form }) => {
    const more = form ?? symbol;
    return say`${toPlainName(name)} (CIK ${Number(cik)}${more === undefined ? "" : `, ${more}`})`;
  });
  const further = isWhole && ranked.length <= MAX_LISTED ? "" : "; there are more, which a longer name finds";
  return say`${quoted(asked)} may be one of these filers: ${joinSentences(rows, "; ")}${further}. Ask with the number of one, such as CIK${ranked[0]!.cik}.`;
}

/** Returns how near a name is: it begins with what was asked, contains it, or its words begin with those asked. */
function rankOf(name: string, asked: string): number {
  const [own, wanted] = [toWords(name), toWords(withoutLegalForm(asked))];
  if (isSame(name, asked)) return 0;
  if (own.startsWith(`${wanted} `)) return 1;
  if (` ${own} `.includes(` ${wanted} `)) return 2;
  const words = own.split(" ");
  return wanted.split(" ").every((word) => words.some((each) => each.startsWith(word))) ? 3 : 4;
}

/** Characters of a name in an error. */
const MAX_NAME = 60;

/** Returns a name for an error, which is ours: with letters, digits and the usual signs of names only. */
function toPlainName(name: string): string {
  return name
    .replaceAll(/[^\p{L}\p{M}\p{N} .,&'/-]/gu, " ")
    .replaceAll(/ {2,}/g, " ")
    .trim()
    .slice(0, MAX_NAME)
    .trim();
}

/** Whether two names are the same without their legal forms, blanks and signs: `Coca-Cola` and `COCA COLA CO`. */
function isSame(name: string, asked: string): boolean {
  const [own, wanted] = [name, asked].map((each) => withoutLegalForm(toWords(each)).replaceAll(" ", ""));
  return own === wanted;
}

/** Returns the words of a name in capitals, without accents and signs, and without the state that the SEC adds: `/DE/`. */
function toWords(name: string): string {
  return name
    .replace(/ ?\/[A-Z]{2,3}\/?$/i, "")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toUpperCase()
    .replaceAll("&", " AND ")
    .replaceAll(/['’]|\.(?=[ ,]|$)|(?<=\b[A-Z])\.(?=[A-Z]\b)/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const LEGAL_FORMS = new Set(
  "INC INCORPORATED CORP CORPORATION CO COMPANY LTD LIMITED LLC LP LLP PLC SA NV AG SE AB ASA SPA AND &".split(" "),
);

/** Returns a name without the legal form at its end (`& CO`), which filers write in several ways; one of nothing else stays. */
function withoutLegalForm(name: string): string {
  const words = name.split(" ");
  while (words.length > 1 && LEGAL_FORMS.has(words.at(-1)!.replaceAll(/[.,]/g, ""))) words.pop();
  return words.join(" ").replace(/,$/, "");
}

/** Returns a note for a filer that was asked for by a name that it no longer has. */
export function formerNameNotes(asked: string, { name, formerNames }: Submissions): Sentence[] {
  const former = isSame(name, asked) ? undefined : formerNames.find((each) => isSame(each.name, asked));
  return former ? [say`${quoted(asked)} was its name until ${former.until}.`] : [];
}
