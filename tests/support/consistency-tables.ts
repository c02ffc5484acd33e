/** The consistency rules as tables: for callers with an example of what a note says, for developers with the formula. */
import { toPlainText, type Sentence } from "../../src/contract/sentence.js";
import { RULES, type Rule } from "../../src/market/consistency.js";
import { PRICE_RULES } from "../../src/market/prices/price-consistency.js";

/** A rule's name for readers, figures that break it, and what its sentence is given if it is not these figures. */
export interface Example {
  rule: Rule<never, never>;
  name: string;
  figures: object;
  said?: unknown;
}

function example<Inputs extends object, Broken>(
  rule: Rule<Inputs, Broken>,
  name: string,
  figures: Inputs,
  ...[said]: Inputs extends Broken ? [] : [said: Broken]
): Example {
  return { rule: rule as unknown as Example["rule"], name, figures, ...(said === undefined ? {} : { said }) };
}

const QUOTE = { price: 150, dayLow: 148, dayHigh: 152, yearLow: 120, yearHigh: 170, previousClose: 149 };
const SLIPPED = { price: 1.5, dayLow: 1.48, dayHigh: 1.52, yearLow: 120, yearHigh: 170 };

/** An example for each rule; a test shows that each breaks its rule. */
export const EXAMPLES: Readonly<Record<keyof typeof RULES | keyof typeof PRICE_RULES, Example>> = {
  accountsLabel: example(RULES.accountsLabel, "Currency of the accounts", {
    netIncome: 5e9,
    eps: 5,
    shares: 1e9,
    price: "USD",
    accounts: "JPY",
  }),
  priceToEarnings: example(RULES.priceToEarnings, "P/E", { pe: 310, marketCap: 3e12, netIncome: 1e11 }),
  filedShares: example(RULES.filedShares, "Number of shares in a filing", {
    netIncome: 6e9,
    eps: 4,
    shares: 1_500_000,
    field: "weightedAverageShsOut",
    end: "2023-12-31",
  }),
  grossProfit: example(RULES.grossProfit, "Gross profit of a bank", {
    grossMargin: 0,
    grossProfit: 5e10,
    revenue: 5e10,
  }),
  float: example(RULES.float, "Float", { float: 16_903_058_280, shares: 2_400_000_000 }),
  quarterRevenue: example(RULES.quarterRevenue, "Revenue expected of a quarter", { quarter: 4.1e11, year: 1.2e11 }),
  inception: example(RULES.inception, "First day of a fund", { inception: "2019-05-01", firstYear: 2012 }),
  moverSigns: example(RULES.moverSigns, "Change of a gainer or loser", { change: 1.2, percent: -3 }),
  dividendFactor: example(PRICE_RULES.dividendFactor, "Adjustment for a dividend", {
    fall: 0.02,
    share: 0.005,
    day: "2024-05-10",
  }),
  adjustmentJump: example(
    PRICE_RULES.adjustmentJump,
    "Adjustment without a dividend",
    { earlier: 0.2, later: 1 },
    "2019-03-01",
  ),
  splitStep: example(PRICE_RULES.splitStep, "Prices around a split", { factor: 4, ratio: 4, days: 0 }, ["2020-08-31"]),
  unitStep: example(PRICE_RULES.unitStep, "Unit of prices", { factor: 0.01, parts: 100 }, ["2020-04-22"]),
  oddBar: example(PRICE_RULES.oddBar, "A single close", { close: 900, before: 100, after: 101 }, ["2015-06-12"]),
  quotePrice: example(
    PRICE_RULES.quotePrice,
    "Price of a quote",
    { ...QUOTE, price: 15_000 },
    { ...QUOTE, price: 15_000, symbol: "VOD.L" },
  ),
  quoteUnit: example(
    PRICE_RULES.quoteUnit,
    "Unit of a quote",
    { ...SLIPPED, currency: "GBp" },
    { ...SLIPPED, currency: "GBp", symbol: "VOD.L" },
  ),
  previousClose: example(
    PRICE_RULES.previousClose,
    "Previous close of a quote",
    { ...QUOTE, previousClose: 15_000 },
    { ...QUOTE, previousClose: 15_000, symbol: "VOD.L" },
  ),
  jump: example(PRICE_RULES.jump, "A jump from one day to the next", { close: 100, before: 20 }, ["2008-10-28"]),
  splitDayPayment: example(
    PRICE_RULES.splitDayPayment,
    "A dividend on the day of a split",
    { amount: 2, neighbours: [0.5, 0.52], ratio: 4 },
    ["2014-06-09"],
  ),
  annualRate: example(PRICE_RULES.annualRate, "Annual dividend", { rate: 4, least: 2, most: 2 }),
  largePayment: example(PRICE_RULES.largePayment, "A very large dividend", { share: 0.3 }, ["2012-12-18"]),
};

const ROWS = Object.entries({ ...RULES, ...PRICE_RULES }).map(([key, rule]) => ({
  ...EXAMPLES[key as keyof typeof EXAMPLES],
  rule,
}));

/** A row for each rule: its name, the sentence of an example, and the consequence. */
export function ruleTable(): string {
  const rows = ROWS.map(({ rule, name, figures, said = figures }) => {
    const sentence = toPlainText((rule.sentence as (broken: unknown) => Sentence)(said));
    return `| ${name} | "${sentence}" | ${rule.otherwise} |`;
  });
  return ["| Figure | The note says, for example | What happens |", "|---|---|---|", ...rows].join("\n");
}

/** A row for each rule: its name and its formula. */
export function formulaTable(): string {
  const rows = ROWS.map(({ rule, name }) => `| ${name} | ${rule.compares} | ${rule.accepts} |`);
  return ["| Rule | Compared | Accepted |", "|---|---|---|", ...rows].join("\n");
}
