/**
 * The items of each form in the order of their bodies, with the words that their titles begin with; the lettered parts of
 * an item; and the item that a person or a model names by its number, its title or a usual name.
 */
import type { Block } from "./raw-blocks.js";
import { toComparable } from "./words.js";

/**
 * How an item was found: by its heading in the body; behind the contents that name it, where the body has no heading of it;
 * or by a line that may be something else, such as one that has another title than the form's.
 */
export type FoundBy = "heading" | "contents" | "uncertain";

/** An item with the range of its blocks, `to` not included. An item such as "Item 3.D" is a part of its "Item 3". */
export interface Item {
  id: string;
  title: string;
  from: number;
  to: number;
  foundBy: FoundBy;
}

/** An item of a form. Only forms whose parts share numbers have a part. */
export interface FormItem {
  part?: "I" | "II";
  number: string;
  title: RegExp;
}

const item = (number: string, title: RegExp): FormItem => ({ number, title });
const inPart = (part: "I" | "II", number: string, title: RegExp): FormItem => ({ part, number, title });

/** Also of 10-K405 and 10-KT. Before 2003, Item 14 was what Item 15 is now; before 2008, Item 9A was Item 14. */
const ANNUAL: readonly FormItem[] = [
  item("1", /^(?:description of )?(?:the )?(?:general development of )?business/i),
  item("1A", /^risk factors/i),
  item("1B", /^unresolved staff/i),
  item("1C", /^cyber/i),
  item("2", /^(?:description of )?propert/i),
  item("3", /^legal proceedings/i),
  item("4", /^(?:mine safety|submission of matters|\(?removed|\[?reserved)/i),
  item("4A", /^(?:information about (?:our|the) )?executive officers/i),
  item("5", /^market (?:for|price)/i),
  item("6", /^(?:selected|intentionally omitted|\[?\(?reserved)/i),
  item("7", /^management(?:['’]?s['’]?)? discussion/i),
  item("7A", /^(?:quantitative|disclosures? about market)/i),
  item("8", /^(?:consolidated )?financial statements/i),
  item("9", /^changes in and|^disagreements/i),
  item("9A", /^controls/i),
  item("9B", /^other information/i),
  item("9C", /^disclosure regarding foreign/i),
  item("10", /^directors/i),
  item("11", /^executive compensation/i),
  item("12", /^security ownership/i),
  item("13", /^certain relationships/i),
  item("14", /^(?:principal account|exhibits|controls)/i),
  item("15", /^(?:exhibit|financial statement sched|principal account)/i),
  item("16", /^(?:form 10[-–]k summary|exhibits)/i),
];

/** Of 10-KSB, until 2009. */
const SMALL: readonly FormItem[] = [
  item("1", /^(?:description of )?(?:the )?business/i),
  item("2", /^(?:description of )?propert/i),
  item("3", /^legal proceedings/i),
  item("4", /^submission of matters/i),
  item("5", /^market (?:for|price)/i),
  item("6", /^(?:management|plan of operation)/i),
  item("7", /^(?:consolidated )?financial statements/i),
  item("8", /^changes in and|^disagreements/i),
  item("8A", /^controls/i),
  item("8B", /^other information/i),
  item("9", /^directors/i),
  item("10", /^executive compensation/i),
  item("11", /^security ownership/i),
  item("12", /^certain relationships/i),
  item("13", /^exhibits/i),
  item("14", /^(?:principal account|controls)/i),
  item("15", /^principal account/i),
];

/** Titles that stand alone above an item where a report leaves the numbers to an index. */
const WHOLE_TITLE =
  /^(?:business|risk factors|unresolved staff comments|cybersecurity|properties|legal proceedings|mine safety disclosures|market for (?:the )?registrant['’]s common equity.*|management['’]s discussion and analysis(?: of financial(?: condition and results of operations)?)?|quantitative and qualitative disclosures about market risks?|financial statements and supplementary data|controls and procedures)$/i;

const QUARTERLY: readonly FormItem[] = [
  inPart("I", "1", /^(?:unaudited |interim |condensed |consolidated )*financial (?:statements|information)/i),
  inPart("I", "2", /^management['’]?s['’]? discussion/i),
  inPart("I", "3", /^(?:quantitative|disclosures? about market)/i),
  inPart("I", "4", /^controls/i),
  inPart("II", "1", /^legal proceedings/i),
  inPart("II", "1A", /^risk factors/i),
  inPart("II", "2", /^(?:changes in securities|unregistered sales|issuer purchases|purchases? of equity|changes in)/i),
  inPart("II", "3", /^defaults/i),
  inPart("II", "4", /^(?:mine safety|submission of matters|\(?removed|\[?reserved)/i),
  inPart("II", "5", /^other information/i),
  inPart("II", "6", /^exhibits/i),
];

/** Since 2000; before, Items 1 to 19 had other subjects, of which the titles as filed tell. */
const FOREIGN: readonly FormItem[] = [
  item("1", /^(?:identity of directors|description of business)/i),
  item("2", /^(?:offer statistics|description of property)/i),
  item("3", /^(?:key information|legal proceedings)/i),
  item("4", /^(?:information on the company|control of registrant)/i),
  item("4A", /^unresolved staff/i),
  item("5", /^(?:operating and financial review|nature of trading)/i),
  item("6", /^(?:directors, senior|exchange controls)/i),
  item("7", /^(?:major shareholders|taxation)/i),
  item("8", /^(?:financial information|selected)/i),
  item("9", /^(?:the offer|management['’]?s['’]? discussion)/i),
  item("9A", /^quantitative/i),
  item("10", /^(?:additional information|directors and officers)/i),
  item("11", /^(?:quantitative|compensation)/i),
  item("12", /^(?:descriptions? of securities|options)/i),
  item("13", /^(?:defaults|interest of management)/i),
  item("14", /^(?:material modifications|description of securities)/i),
  item("15", /^(?:controls|\[?reserved|defaults)/i),
  item("16", /^(?:\[?reserved|changes in securities)/i),
  item("16A", /^audit committee/i),
  item("16B", /^code of ethics/i),
  item("16C", /^principal account/i),
  item("16D", /^exemptions/i),
  item("16E", /^purchases? of/i),
  item("16F", /^change in/i),
  item("16G", /^corporate governance/i),
  item("16H", /^mine safety/i),
  item("16I", /^disclosure regarding/i),
  item("16J", /^insider trading/i),
  item("16K", /^cyber/i),
  item("17", /^financial statements/i),
  item("18", /^financial statements/i),
  item("19", /^(?:exhibits|financial statements)/i),
];

/** Since August 2004; before, Items 1 to 12. */
const CURRENT_NUMBER = /^(?:[1-9]\.\d\d|[1-9]|1[0-2])$/;

/** Headings that divide documents without numbered items. */
const PROXY_SECTIONS =
  /^(?:(?:item|proposal)s?\s+(?:no\.?\s*)?(?:\d{1,2}|one|two|three|four|five|six|seven)\b|compensation discussion (?:and|&) analysis|executive compensation(?: tables)?$|executive officers(?: of the company)?$|summary compensation table|director compensation|compensation of directors|(?:security |stock |share |beneficial )*ownership(?: of| and| by|$)|corporate governance|board of directors(?: and|$)|election of directors|audit committee(?: report|$)|report of the (?:audit|compensation)|(?:audit|principal accountant|independent auditor).{0,30}fees|ceo pay ratio|pay ratio|pay versus performance|certain relationships|related (?:person|party) transactions|transactions with related|equity compensation plan|grants of plan|outstanding equity awards|potential payments|(?:questions and answers|general information|information) about|(?:share|stock)holder proposals|delinquent section 16|section 16\(a\)|other matters|other business)/i;
const CANADIAN_SECTIONS =
  /^(?:annual information form|audited (?:annual )?(?:consolidated )?financial statements|management['’]?s['’]? discussion|(?:certifications? and )?disclosure controls|(?:management['’]?s )?(?:annual )?report on internal control|internal control over|changes in internal|attestation report|notices? pursuant|(?:identification of the )?audit committee|code of (?:business conduct and )?ethics|principal account|pre-?approval|off-?balance|tabular disclosure|(?:disclosure of )?contractual obligations|critical accounting|mine safety|cyber|forward[- ]looking|(?:undertaking|consent to service)|corporate governance|risk factors|nyse|nasdaq|differences in|exhibits?(?: index)?$|signatures?$)/i;

/** A heading that ends in a page's number is a line of the contents. */
export const PAGE_AT_END = /(?:\.\.|…|\s) ?(?:\d{1,3}|[FS]-\d+)(?: ?[-–] ?\d{1,3})?$/;
/** A heading that a later page repeats. */
export const CONTINUED = / ?[-–—]? ?\(?continued\)?\.?$/i;

/** The name of statements that stand in no item of their own. */
export const STATEMENT_TITLES = "Financial statements";

const NUMBER_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** A title for comparison; a proposal has its number alone: "Proposal No. 1" and "Proposal One" are "proposal 1". */
export function toItemTitle(text: string): string {
  return toComparable(text)
    .replace(/^(proposal|item) (?:no\.?|number) ?(?=\w)/, "$1 ")
    .replace(/^(proposal|item) ([a-z]{3,5})\b/, (all: string, kind: string, word: string) =>
      NUMBER_WORDS.includes(word) ? `${kind} ${NUMBER_WORDS.indexOf(word) + 1}` : all,
    );
}

/** The list of a form's numbered items; null where the form has none. */
export function numberedItems(form: string): readonly FormItem[] | null {
  const kind = form.toUpperCase().replace(/\/A$/, "").trim();
  if (/^10-?KSB/.test(kind)) return SMALL;
  if (/^10-?K/.test(kind)) return ANNUAL;
  if (/^10-?Q/.test(kind)) return QUARTERLY;
  if (/^20-?F/.test(kind)) return FOREIGN;
  return null;
}

export const isWholeTitle = (text: string): boolean => WHOLE_TITLE.test(text);
export const isCurrentReport = (form: string): boolean => /^8-?K/i.test(form.trim());
export const isCurrentNumber = (number: string): boolean => CURRENT_NUMBER.test(number);

/** The headings that divide a document of a form without numbered items; every heading where null. */
export function sectionHeadings(form: string): RegExp | null {
  if (/^(?:DEFC?|DEFM|PREM?|DEFA|DEFR)\s?14[AC]|^PRE\s?14/i.test(form.trim())) return PROXY_SECTIONS;
  return /^40-?F/i.test(form.trim()) ? CANADIAN_SECTIONS : null;
}

const LETTERED = /^(?:item ?)?(?<number>\d{1,2})? ?\.? ?(?<letter>[A-K])[.):] ?(?<title>[\p{L}\d"“([].{2,120})$/u;

/** A longer line is a paragraph. */
const MAX_LETTERED_LINE = 130;
/** Long reports have a few hundred; bounds the work for a damaged one. */
const MAX_LETTERED = 2_000;

/** A line such as "D. Risk factors" or "3.D. Risk factors". */
interface Lettered {
  block: number;
  number: string | undefined;
  letter: string;
  title: string;
  isHeading: boolean;
}

/** The lettered lines of a document, read once: items that share a heading have the same ones. */
export function findLettered(blocks: readonly Block[]): Lettered[] {
  const lines: Lettered[] = [];
  for (const [block, { kind, text }] of blocks.entries()) {
    if (lines.length >= MAX_LETTERED) break;
    if (kind === "table" || text.length > MAX_LETTERED_LINE || PAGE_AT_END.test(text)) continue;
    const groups = LETTERED.exec(text)?.groups;
    if (groups)
      lines.push({
        block,
        number: groups.number,
        letter: groups.letter!,
        title: groups.title!,
        isHeading: kind === "heading",
      });
  }
  return lines;
}

/** The lettered parts of an item of 20-F: "D. Risk factors" is Item 3.D. */
export function formPartsOf({ id, title, from, to, foundBy }: Item, lettered: readonly Lettered[]): Item[] {
  const number = id.replace("Item ", "");
  // An item with a letter, such as 16H, is a part itself.
  if (!/^\d+$/.test(number)) return [];
  const parts: Item[] = [];
  const first = /^([A-K])[.):]\s*(\S.*)$/.exec(title);
  if (first) parts.push({ id: `${id}.${first[1]}`, title: first[2]!, from, to, foundBy });
  for (const line of lettered) {
    if (line.block <= from || line.block >= to || (line.number && line.number !== number)) continue;
    // Letters go up by one; a list within a part begins with "A" again.
    const due = String.fromCharCode(65 + parts.length);
    if (line.letter !== due && !(line.letter > due && line.number)) continue;
    if (parts.length > 0) parts.at(-1)!.to = line.block;
    parts.push({
      id: `${id}.${line.letter}`,
      title: line.title,
      from: line.block,
      to,
      foundBy: line.isHeading ? "heading" : "uncertain",
    });
  }
  return parts;
}

/** Usual names of items, as forms of 10-K, 10-Q and 20-F title them. */
const USUAL_NAMES: readonly [name: RegExp, title: RegExp][] = [
  [
    /^(?:md ?& ?a|mda|management'?s discussion.*|management discussion.*)$/,
    /management'?s'? discussion|operating and financial review/,
  ],
  [/^(?:risks?|risk factors?)$/, /risk factors/],
  [/^(?:legal|legal proceedings?|litigation)$/, /legal proceedings/],
  [/^(?:market risk|quantitative.*)$/, /about market risk|^quantitative/],
  [/^(?:controls?|controls and procedures|internal controls?)$/, /controls and procedures/],
  [
    /^(?:earnings|results|results of operations)$/,
    /results of operations and financial condition|management'?s'? discussion|operating results|operating and financial review/,
  ],
  [/^(?:cyber|cyber ?security)$/, /cyber/],
  [/^(?:buybacks?|repurchases?|issuer purchases.*)$/, /market for|unregistered sales|purchases of equity/],
  [/^(?:exhibits?)$/, /exhibits?/],
  [/^(?:business|business overview|company)$/, /business|information on the company/],
  [/^(?:executive pay|compensation|executive compensation)$/, /^compensation discussion|^executive compensation/],
  [/^(?:(?:security |stock |share |beneficial )*ownership)$/, /ownership/],
  [/^(?:guidance|outlook)$/, /outlook|guidance/],
];

/** Usual names of the statements; of the items with such a title, all but one may only refer to them. */
const NAME_OF_STATEMENTS =
  /^(?:financials|(?:(?:consolidated|audited|interim) )?(?:financial )?statements?(?: and .{1,60})?)$/;

const NUMBERED =
  /^(?:part ?(?<part>i{1,3}v?|iv|[1-4])[ ,.:-]{0,3})?(?:item ?)?(?<number>\d{1,2}(?:\.\d\d)?)(?:\.?(?<letter>[a-k])(?: ?\(t\))?)?$/;

/** The items that a number without a part can mean, where two parts of a form have it; none where it is clear. */
export function itemsOfParts(form: string, section: string): string[] {
  const { part, number, letter = "" } = NUMBERED.exec(toAsked(section))?.groups ?? {};
  if (number === undefined || part !== undefined) return [];
  const meant = (numberedItems(form) ?? []).filter((each) => each.number === number + letter.toUpperCase());
  return meant.length > 1 ? meant.map((each) => `Part ${each.part}, Item ${each.number}`) : [];
}

const toAsked = (section: string): string => toItemTitle(section).replace(/[.:]$/, "");

/** The item that `section` names by number, title or usual name; undefined if the document has none. */
export function findItem(items: readonly Item[], form: string, section: string): Item | undefined {
  const asked = toAsked(section);
  const numbered = NUMBERED.exec(asked)?.groups;
  if (numbered) return findNumber(items, numbered);
  const titles = items.map((each) => ({ each, title: toItemTitle(each.title) }));
  const find = (test: (title: string) => boolean) => titles.find(({ title }) => test(title))?.each;
  const longest = (test: (title: string) => boolean) =>
    titles
      .filter(({ title }) => test(title))
      .map(({ each }) => each)
      .toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
  const usual = USUAL_NAMES.find(([name]) => name.test(asked))?.[1];
  return (
    (NAME_OF_STATEMENTS.test(asked)
      ? (items.find(({ id }) => id === STATEMENT_TITLES) ?? longest((title) => title.includes("financial statements")))
      : undefined) ??
    longest((title) => title === asked) ??
    // The contents of a proxy statement name its proposals too, and "proposal 10" is not "proposal 1".
    (sectionHeadings(form) ? longest : find)(
      (title) => title.startsWith(asked) && !/^\d/.test(title.slice(asked.length)),
    ) ??
    (usual && find((title) => usual.test(title))) ??
    find((title) => title.includes(asked)) ??
    // A proxy statement's headings name the same subject in other words.
    (sectionHeadings(form) ? find((title) => asked.split(" ").every((word) => title.includes(word))) : undefined)
  );
}

function findNumber(items: readonly Item[], asked: Record<string, string | undefined>): Item | undefined {
  const { number, letter, part } = asked;
  const roman = part && (["I", "II", "III", "IV"][Number(part) - 1] ?? part.toUpperCase());
  // "4A" is Item 4A before it is part A of Item 4; "3D" is only the latter.
  const wanted = letter ? [`${number}${letter.toUpperCase()}`, `${number}.${letter.toUpperCase()}`] : [number!];
  for (const each of wanted) {
    const plain = items.find(({ id }) => id === `Item ${each}`);
    const ofPart = items.find(({ id }) =>
      roman ? id === `Part ${roman}, Item ${each}` : id.endsWith(`, Item ${each}`),
    );
    if (ofPart ?? plain) return ofPart ?? plain;
  }
  // Forms such as SC 13G have items and no list of them.
  return items.find(({ title }) => new RegExp(`^(?:item|proposal) ${wanted[0]}\\b`).test(toItemTitle(title)));
}
