/** The portfolio of an investment manager, as reported on form 13F. */
import { defineCapability } from "../../contract/capability.js";
import { always, codes, count, date, label, money, percent, shares, signed, words } from "../../contract/field.js";
import { allowing, choice, officialInput, timestamp } from "../../contract/fields.js";
import { shownWhen } from "../../contract/rows-spec.js";
import { say, type Sentence, the } from "../../contract/sentence.js";
import { object, z } from "../../contract/schema.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import { endOfQuarter } from "../../market/holdings/quarters.js";
import { futureRule, latestDayBy } from "../../market/sessions/exchange-day.js";
import { marketErrors, SLOW } from "../shapes.js";
import { askedFiler } from "./asked-filer.js";
import { holders } from "../companies/holders.js";

const CHANGES = ["new", "more", "less", "same", "sold"] as const;
export type HoldingChange = (typeof CHANGES)[number];

const QUARTER_ALLOWED = "a quarter of the calendar such as 2026Q1";

const holding = object("One position", {
  name: words("Issuer as filed"),
  symbol: label("null where the SEC's lists of failed deliveries have none"),
  cusip: label("As filed", "CUSIP"),
  class: words("As filed, of the largest row"),
  putCall: codes(
    { put: "put", call: "call" },
    z.enum(["put", "call"]).nullable().describe("Option on the shares"),
    "Option",
  ),
  shares: shares("held; under an option those it is on; 0 when sold; null for a bond"),
  principal: money("usd", "of a bond"),
  value: money("usd", "at the end of the quarter; of an option that of its shares; 0 when sold"),
  percent: percent(
    "of the value of all rows without options; null for options and where rows are missing",
    "Of portfolio",
  ),
  sharesChange: signed(shares("since the quarter before, as filed, not adjusted for splits")),
  changeKind: z.enum(CHANGES).nullable().describe("Against the quarter before; null when it is not known"),
  accession: z.string().describe("Filing that has it"),
  url: z.string().describe("Its page"),
});

export type ManagerHolding = z.output<typeof holding>;

const filing = object("One filing", {
  form: z.string().describe("13F-HR, /A amends, 13F-NT has no table"),
  filed: always(date("of filing")),
  kind: z
    .enum(["report", "restatement", "new holdings", "amendment", "notice"])
    .describe("restatement replaces, new holdings adds; amendment: its cover does not say"),
  accession: z.string().describe("Its number"),
  url: z.string().describe("Its page"),
});

/** Columns of a position that most readers need. */
const USUAL = [
  "name",
  "symbol",
  "cusip",
  "class",
  "putCall",
  "shares",
  "value",
  "percent",
  "sharesChange",
  "changeKind",
];

export const managerHoldings = defineCapability({
  name: "manager-holdings",
  title: "Manager's holdings",
  route: "/api/v1/managers/{manager}/holdings",
  tool: {
    name: "get_manager_holdings",
    alsoCalled: ["13f", "manager", "portfolio"],
    set: "ownership",
    description:
      "Portfolio of a hedge fund or other manager such as Berkshire Hathaway (13F): what it bought and sold.",
    otherwise: { tool: holders.tool.name, why: "shows who holds a company's shares" },
    rows: {
      list: "holdings",
      noun: "positions",
      key: ["name", "class", "putCall"],
      format: "csv",
      limit: { shown: 20, max: 200 },
      columns: { ...shownWhen(["accession", "url"], "rarely"), principal: "with a value" },
      usualFields: () => USUAL,
    },
    leading: ["name", "symbol"],
    aliases: { fund: "manager", firm: "manager", investor: "manager", symbol: "manager", period: "quarter" },
    unlisted: ["filings", "included", "reportedBy"],
    picture: "portfolio",
    untrusted: ["name", "included", "reportedBy", "holdings[].name", "holdings[].class"],
  },
  input: z.object({
    manager: askedFiler,
    quarter: z
      .string(allowing(QUARTER_ALLOWED))
      .regex(/^(?:19|20)\d{2}[ -]?Q[1-4]$|^Q[1-4][ -]?(?:19|20)\d{2}$/i, QUARTER_ALLOWED)
      .transform((text) => `${/\d{4}/.exec(text)![0]}Q${/Q(\d)/i.exec(text)![1]}`)
      .optional()
      .describe("e.g. 2026Q1"),
    change: choice(CHANGES).optional().describe("Only these"),
    as_of: officialInput.as_of,
  }),
  output: z.object({
    name: words("Manager as the SEC names it"),
    cik: words("Its number at the SEC"),
    quarter: always(label("Reported quarter")),
    reportDate: always(date("of the positions")),
    filed: always(date("of the newest filing used")),
    before: date("quarter end that changes are counted from; null when it has no report"),
    total: object("All rows as filed, options too", {
      value: money("usd", "sum"),
      rows: count("of the table"),
      coverValue: money("usd", "stated on the cover"),
      coverRows: count("stated on the cover"),
      difference: signed(money("usd", "value - coverValue")),
    }),
    positions: always(count("of the quarter, added up by CUSIP, option, shares or principal")),
    confidential: z.boolean().describe("Positions are left out by permission of the SEC"),
    filings: z.array(filing).describe("That the answer is made of, newest first"),
    included: z.array(z.string()).describe("Managers whose holdings are in it, at most 20"),
    reportedBy: z.array(z.string()).describe("Managers who report further holdings of it, at most 20"),
    holdings: z.array(holding).describe("By value, sold ones last"),
    timestamp,
  }),
  viewParameters: ["change"],
  view: (body, { change }) =>
    change === undefined
      ? body
      : { ...body, holdings: body.holdings.filter(({ changeKind }) => changeKind === change) },
  viewNotes: ({ holdings }, { change }, whole) => (change === undefined ? [] : toChangeNotes(holdings, whole)),
  freshness: SLOW,
  currency: "USD",
  errors: { ...marketErrors, also: ["not_found", "no_coverage"] },
  rule: ({ quarter, as_of }) => {
    const today = latestDayBy(NEW_YORK);
    const isToCome = quarter !== undefined && endOfQuarter(quarter) >= today;
    return isToCome
      ? `Invalid "quarter": got ${quarter}, which has not ended. Allowed: quarters that ended before ${today}.`
      : futureRule({ as_of }, today);
  },
});

function toChangeNotes(
  shown: readonly ManagerHolding[],
  whole: { before: string | null; holdings: readonly ManagerHolding[] },
): Sentence[] {
  return whole.before === null
    ? [say`${the.field("changeKind")} is ${the.absent} in all rows, so that none is shown.`]
    : [
        say`${shown.length} of ${whole.holdings.length} rows ${shown.length === 1 ? "has" : "have"} this ${the.field("changeKind")}.`,
      ];
}
