/** Any figure that a company has filed in XBRL, by its tag: each value of each period, with its filing. */
import { defineCapability } from "../../contract/capability.js";
import { always, count, date, figure, label, words, year } from "../../contract/field.js";
import { allowing, answerSymbol, choice, officialInput, symbol, timestamp } from "../../contract/fields.js";
import { shownWhen } from "../../contract/rows-spec.js";
import { object, z } from "../../contract/schema.js";
import { cutInput, cutOutput, cutRule, USUAL_PART } from "./filing-cut.js";
import { futureRule, latestDay } from "../../market/sessions/exchange-day.js";
import { REFERENCE, symbolErrors } from "../shapes.js";

const CONCEPT_ALLOWED =
  "a tag such as NetIncomeLoss or us-gaap:NetIncomeLoss, its label, or a usual word such as revenue, of at most 200 letters, digits, blanks and , . : ' ( ) & / -";

const fact = object("One value", {
  start: date("first; null for a balance"),
  end: always(date("last")),
  value: figure(["as filed, in `unit`", "null for a slip of scale"]),
  unit: z.string().describe("e.g. USD, shares, USD/shares, pure"),
  restated: z.boolean().describe("The newest report states another value"),
  form: z.string().describe("First filing that states it"),
  filed: always(date("of it")),
  accession: z.string().describe("Its number"),
  fiscalYear: year("of the filing"),
  fiscalPeriod: label("of the filing"),
  url: z.string().describe("Its page"),
});

const concept = object("One tag", {
  concept: z.string().describe("Tag"),
  label: words("As its taxonomy names it"),
  unit: z.string().describe("Unit"),
  facts: count("of facts; null with as_of"),
  newest: date("of the newest end; null with as_of"),
});

/** Columns of a value that most readers need. */
const USUAL = ["start", "end", "value", "unit", "restated", "form", "filed", "accession"];

export const filingFacts = defineCapability({
  name: "filing-facts",
  title: "Filed facts",
  route: "/api/v1/stock/{symbol}/filing-facts",
  tool: {
    name: "get_filing_facts",
    set: "facts",
    description:
      "Any figure a company reported to the SEC, by XBRL tag, beyond the statements' lines: values by period and vintage, or one filing's parts by product, segment, region.",
    rows: {
      list: "facts",
      otherLists: ["concepts", "rows"],
      noun: "values",
      key: ["end"],
      format: "csv",
      limit: { shown: 15, max: 2000 },
      columns: shownWhen(["fiscalYear", "fiscalPeriod", "url", "axis"], "rarely"),
      usualFields: (body) => ("facts" in body ? USUAL : "rows" in body ? USUAL_PART : undefined),
    },
    aliases: { tag: "concept", metric: "concept", q: "concept", query: "concept" },
    untrusted: ["filer", "label", "facts[].unit", "concepts", "rows"],
    unlisted: ["form", "reported", "filed", "accession", "url", "otherPeriods"],
    hidden: ["form", "fiscal_year", "accession"],
  },
  input: z.object({
    symbol,
    concept: z
      .string(allowing(CONCEPT_ALLOWED))
      .regex(/^(?=.*[A-Za-z])[A-Za-z0-9 ,.:'()&/-]{1,200}$/, CONCEPT_ALLOWED)
      .transform((text) => text.trim())
      .optional()
      .describe("Tag, its label, or a usual word; none: list of tags"),
    period: choice(["annual", "quarter"]).optional().describe("Balances stay"),
    as_of: officialInput.as_of,
    ...cutInput,
  }),
  output: z.object({
    symbol: answerSymbol,
    filer: words("Company as the SEC names it"),
    cik: words("Its number at the SEC"),
    concept: words("Tag of `facts`"),
    label: words("As its taxonomy names it"),
    facts: z.array(fact).optional().describe("Newest period first; a value repeated by later filings once"),
    concepts: z.array(concept).optional().describe("Tags to choose from, in place of facts: no single one is meant"),
    ...cutOutput,
    timestamp,
  }),
  freshness: REFERENCE,
  currency: null,
  errors: symbolErrors("fetch filed facts", "no_coverage"),
  rule: ({ symbol: asked, as_of, by, form, fiscal_year, accession }) =>
    futureRule({ as_of }, latestDay(asked)) ?? cutRule({ by, form, fiscal_year, accession }),
});
