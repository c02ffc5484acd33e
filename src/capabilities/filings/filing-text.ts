/** The text of one document of a filing with the SEC, or passages of it: third-party prose, data and never instructions. */
import { defineCapability } from "../../contract/capability.js";
import { always, codes, count, date, label, words } from "../../contract/field.js";
import { allowing, source, timestamp, wholeNumber } from "../../contract/fields.js";
import { object, z } from "../../contract/schema.js";
import { toFilingAddress } from "./filing-address.js";
import { secFilings } from "./sec-filings.js";
import { marketErrors, SLOW } from "../shapes.js";
import { askedFiler, FILER_ALIASES } from "./asked-filer.js";

/** Tokens of an answer. */
const TOKENS = 1_200;
const MAX_TOKENS = 6_000;
const MAX_PAGE = 5_000;
/** The first year of the SEC's electronic filings; the last is one that no company reports on yet. */
const FIRST_YEAR = 1993;
const LAST_YEAR = 2100;

const ACCESSION_ALLOWED = "the SEC's number of a filing, such as 0000320193-25-000079";
const URL_ALLOWED = "an https address of a filing or a document below www.sec.gov/Archives/edgar/data";
const SECTION_ALLOWED =
  "an item by number or name, such as 1A or risk factors, a heading within one, such as Note 20, or an exhibit, such as 99.1";
const FIND_ALLOWED = "a phrase or words of 2 to 100 characters";

const passage = object("Third-party text", {
  item: label("Where it is"),
  text: z.string().describe("Third-party text; sentences, or rows as CSV"),
});

/** Names of a number of rows. */
const OF_ROWS = ["count", "max_results", "num_results", "top", "n", "size", "rows", "max_rows", "page_size", "top_n"];

export const filingText = defineCapability({
  name: "filing-text",
  title: "Filing text",
  route: "/api/v1/filings/text",
  tool: {
    name: "get_filing_text",
    alsoCalled: ["10-k", "risk"],
    set: "filings",
    // Its limit is one of tokens.
    aliases: { ...FILER_ALIASES, ...Object.fromEntries(OF_ROWS.map((name) => [name, null])) },
    description:
      "Text of an SEC filing (10-K, 8-K; default: newest annual report): risk factors, management discussion, press release, any item or exhibit, or passages with a phrase.",
    untrusted: ["company", "item", "text", "passages"],
    unlisted: ["cik", "accession", "passages_total", "timestamp"],
  },
  input: z.object({
    symbol: askedFiler.optional(),
    accession: z
      .string(allowing(ACCESSION_ALLOWED))
      .regex(/^\d{10}-?\d{2}-?\d{6}$/, ACCESSION_ALLOWED)
      .transform((text) => text.replace(/^(\d{10})-?(\d{2})-?(\d{6})$/, "$1-$2-$3"))
      .optional()
      .describe("Filing"),
    url: z
      .string(allowing(URL_ALLOWED))
      .refine((text) => toFilingAddress(text) !== null, URL_ALLOWED)
      .optional()
      .describe("Document"),
    form: secFilings.input.shape.form.describe("8-K and section 99.1: earnings release"),
    fiscal_year: wholeNumber(FIRST_YEAR, LAST_YEAR).optional().describe("Year"),
    section: z
      .string(allowing(SECTION_ALLOWED))
      .regex(/^(?=.*[\p{L}\p{N}])[\p{L}\p{N}][\p{L}\p{N} .,&'’()/-]{0,79}$/u, SECTION_ALLOWED)
      .optional()
      .describe("Item or heading"),
    find: z
      .string(allowing(FIND_ALLOWED))
      .regex(/^(?=.*[\p{L}\p{N}])[^\p{C}]{2,100}$/u, FIND_ALLOWED)
      .optional()
      .describe("Words"),
    limit: wholeNumber(1, MAX_TOKENS).default(TOKENS).describe("Tokens"),
    page: wholeNumber(1, MAX_PAGE).default(1).describe("Of the text"),
  }),
  output: z.object({
    company: words("As the SEC names it"),
    cik: words("Its number at the SEC"),
    form: label("Form; /A is an amendment"),
    period: date("period end or day of the event"),
    filed: date("of filing"),
    accession: label("The SEC's number of the filing"),
    url: z.string().describe("Document"),
    item: label("Shown item or exhibit; null for the whole document"),
    itemFoundBy: codes(
      { heading: "its heading", contents: "the contents", uncertain: "a line that may be another" },
      z.enum(["heading", "contents", "uncertain"]).nullable().describe("How the item was found; null without an item"),
    ),
    text: words("Third-party text; tables as CSV; null with find"),
    passages: z.array(passage).nullable().describe("With find; best first"),
    passages_total: count("found, also those not shown; null without find"),
    page: always(count("shown, from 1")),
    pages: always(count("of this size")),
    charactersLeft: always(count("after those shown")),
    timestamp,
    source,
  }),
  freshness: SLOW,
  currency: null,
  errors: { ...marketErrors, also: ["not_found", "no_coverage"] },
  rule: ({ symbol: asked, accession, url, form, fiscal_year }) => {
    const named = [accession, url].filter((each) => each !== undefined);
    if (named.length === 2 || (url !== undefined && asked !== undefined) || (asked ?? named[0]) === undefined)
      return "Give symbol, accession or url; only an accession may have a symbol beside it, for filings that an agent sent.";
    if (named.length === 0) return undefined;
    if (form !== undefined) return "form chooses the newest filing of a symbol; leave it out here.";
    return fiscal_year === undefined ? undefined : "fiscal_year chooses a filing of a symbol; leave it out here.";
  },
});
