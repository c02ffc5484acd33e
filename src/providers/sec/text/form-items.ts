/** The items of each form in the order of their bodies, with the words that their titles begin with. */

/** An item with the range of its blocks, `to` not included. An item such as "Item 3.D" is a part of its "Item 3". */
export interface Item {
  id: string;
  title: string;
  from: number;
  to: number;
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
  item("4A", /^executive officers/i),
  item("5", /^market (?:for|price)/i),
  item("6", /^(?:selected|\[?\(?reserved)/i),
  item("7", /^management['’]?s['’]? discussion/i),
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
  item("16", /^(?:form 10-k summary|exhibits)/i),
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
  item("12", /^(?:description of securities|options)/i),
  item("13", /^(?:defaults|interest of management)/i),
  item("14", /^(?:material modifications|description of securities)/i),
  item("15", /^(?:controls|\[?reserved|defaults)/i),
  item("16", /^(?:\[?reserved|changes in securities)/i),
  item("16A", /^audit committee/i),
  item("16B", /^code of ethics/i),
  item("16C", /^principal account/i),
  item("16D", /^exemptions/i),
  item("16E", /^purchases/i),
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
export const PAGE_AT_END = /(?:\.{2,}|…|\s)\s*(?:\d{1,3}|[FS]-\d+)(?:\s*[-–]\s*\d{1,3})?$/;
/** A heading that a later page repeats. */
export const CONTINUED = /\s*[-–—]?\s*\(?continued\)?\.?$/i;

/** The list of a form's numbered items; null where the form has none. */
export function numberedItems(form: string): readonly FormItem[] | null {
  const kind = form.toUpperCase().replace(/\/A$/, "").trim();
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
