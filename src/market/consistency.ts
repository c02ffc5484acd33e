/**
 * Consistency rules: a figure that other figures of the same answer contradict is not stated as a fact.
 *
 * Sources mislabel currencies, forget splits and count shares in different units; recorded answers did so in 28 of 168
 * comparisons. No figure is repaired: the contradicted one becomes `null`, or is named, and a sentence says why.
 */
import { say, type Sentence, the } from "../contract/sentence.js";

/** One rule, with the sentence for the reader of the answer, about the figures or what else breaks it. */
export interface Rule<Inputs, Broken = Inputs> {
  /** The figures that are compared. The texts are in the tables of docs/architecture.md and docs/interface.md. */
  compares: string;
  /** The result that contradicts nothing. */
  accepts: string;
  /** The consequence of any other result. */
  otherwise: string;
  /** Whether the figures contradict each other; `false` when one of them is unknown. */
  isBroken(inputs: Inputs): boolean;
  sentence(broken: Broken): Sentence;
}

/** Declares a rule; exists only for its types. */
export function defineRule<Inputs, Broken = Inputs>(rule: Rule<Inputs, Broken>): Rule<Inputs, Broken> {
  return rule;
}

/** Net income per share in one currency: within this factor of the EPS it is the same amount. */
const SAME_EPS = [0.67, 1.5] as const;
/** More than rounding, minorities and preferred dividends can put between net income and EPS × shares. */
const FILED_SHARES_FACTOR = 300;
/** Largest factor between P/E and market cap / net income; the EPS may leave out parts of the net income. */
const PE_FACTOR = 2;

/**
 * Groups of currencies whose units are worth about the same, so that an amount in one of them looks like an amount in
 * another. Spotify's accounts in euros pass for dollars, Tencent's in yuan for Hong Kong dollars.
 */
const ALIKE: readonly (readonly string[])[] = [
  ["USD", "EUR", "GBP", "CHF", "CAD", "AUD", "NZD", "SGD"],
  ["PLN", "ILS", "SAR", "AED", "QAR", "MYR", "BRL", "PEN"],
  ["CNY", "HKD", "SEK", "NOK", "DKK"],
  ["MXN", "ZAR", "THB", "TWD", "CZK"],
];

type Figures<Name extends string> = Readonly<Record<Name, number | null>>;

/** The rules on companies and funds; those on prices are in `prices/price-consistency.ts`. */
export const RULES = {
  /** Twelve-month figures of one company; `price` and `accounts` are the currencies of EPS and net income. */
  accountsLabel: defineRule<Figures<"netIncome" | "eps" | "shares"> & Record<"price" | "accounts", string | null>>({
    compares: "net income / (EPS × shares), where the accounts are labelled with another currency than the price",
    accepts: `below ${SAME_EPS[0]} or above ${SAME_EPS[1]}; any value for two currencies of about the same worth, such as USD and EUR`,
    otherwise:
      "the amounts are in the currency of the price: `reportingCurrency` is `null`, the multiples stand as sent",
    isBroken: ({ price, accounts, ...inputs }) =>
      price !== null && accounts !== null && price !== accounts && !areAlike(price, accounts) && isSameEps(inputs),
    sentence: (inputs) =>
      say`The source labels the accounts ${inputs.accounts}, but net income / (EPS × shares) is ${toThreeDigits(perEps(inputs)!)}, as if they were in ${inputs.price}: their currency is not known.`,
  }),

  /** Both amounts are in one currency. */
  priceToEarnings: defineRule<Figures<"pe" | "marketCap" | "netIncome">>({
    compares: "P/E and market cap / net income, in one currency",
    accepts: `at most a factor of ${PE_FACTOR} apart`,
    otherwise: "P/E and PEG ratio are `null`, and a forward P/E that is as far off",
    isBroken: ({ pe, marketCap, netIncome }) =>
      pe !== null &&
      netIncome !== null &&
      (netIncome <= 0 || (marketCap !== null && factorBetween(pe, marketCap / netIncome) > PE_FACTOR)),
    sentence: ({ pe, marketCap, netIncome }) => {
      const other =
        netIncome! <= 0
          ? "there is no net income"
          : `market cap / net income is ${toThreeDigits(marketCap! / netIncome!)}`;
      return say`P/E is ${the.absent}: the source sends ${pe}, but ${other}. The EPS may be from before a split.`;
    },
  }),

  /** A filed period's figures; `field` and `end` name the number of shares in the sentence. */
  filedShares: defineRule<Figures<"netIncome" | "eps" | "shares"> & Record<"field" | "end", string>>({
    compares: "net income / (EPS × shares) of one filed period",
    accepts: `at most a factor of ${FILED_SHARES_FACTOR} from 1, whatever its sign`,
    otherwise: "the number of shares is `null`; some filings state it in thousands",
    isBroken(inputs) {
      const ratio = perEps(inputs);
      // Without an EPS or income other than 0, nothing can be compared.
      if (!ratio || !Number.isFinite(ratio)) return false;
      return factorBetween(Math.abs(ratio), 1) > FILED_SHARES_FACTOR;
    },
    sentence: ({ field, end, shares }) =>
      say`${the.field(field)} of ${end} is ${the.absent}: the filing states ${shares}, which its net income and EPS contradict.`,
  }),

  grossProfit: defineRule<Figures<"grossMargin" | "grossProfit" | "revenue">>({
    compares: "gross margin and gross profit, beside a revenue",
    accepts: "a margin that is not exactly 0",
    otherwise: "`grossMargin` and `grossProfit` are `null`; a bank's gross profit is sent equal to its revenue",
    isBroken: ({ grossMargin, grossProfit, revenue }) =>
      grossMargin === 0 && (revenue ?? 0) > 0 && Boolean(grossProfit),
    sentence: () =>
      say`${the.field("grossProfit")} is ${the.absent}: the source sends a gross margin of 0 beside it, as for banks.`,
  }),

  float: defineRule<Figures<"float" | "shares">>({
    compares: "float and all shares",
    accepts: "a float up to the number of shares",
    otherwise: "`float` is `null`",
    isBroken: ({ float, shares }) => float !== null && shares !== null && float > shares,
    sentence: ({ float, shares }) =>
      say`${the.field("float")} is ${the.absent}: the source sends ${float}, more than the ${shares} shares of all classes, probably because it counts ordinary shares there and receipts (ADRs) elsewhere.`,
  }),

  /** Expected revenues in one currency; `year` is the larger of two. */
  quarterRevenue: defineRule<Figures<"quarter" | "year">>({
    compares: "the revenue that analysts expect of a quarter and of the two fiscal years",
    accepts: "a quarter up to the larger year",
    otherwise: "the revenue expected of the quarter, and of the next announcement, is `null`",
    isBroken: ({ quarter, year }) => quarter !== null && year !== null && quarter > year,
    sentence: ({ quarter, year }) =>
      say`The revenue expected of a quarter is ${the.absent}: the source sends ${quarter}, more than ${year} of a whole year.`,
  }),

  /** `firstYear` is the first calendar year of which the answer has a return. */
  inception: defineRule<{ inception: string | null; firstYear: number | null }>({
    compares: "a fund's first day and the first year of its annual returns",
    accepts: "a first day in that year or before it",
    otherwise: "`inception` is `null`",
    isBroken: ({ inception, firstYear }) =>
      inception !== null && firstYear !== null && Number(inception.slice(0, 4)) > firstYear,
    sentence: ({ inception, firstYear }) =>
      say`${the.field("inception")} is ${the.absent}: the source sends ${inception}, but also the fund's return of ${firstYear}.`,
  }),

  moverSigns: defineRule<Figures<"change" | "percent">>({
    compares: "a mover's change and its percentage",
    accepts: "the same sign, or a zero",
    otherwise: "both are `null`, so that gainers and losers leave the stock out",
    isBroken: ({ change, percent }) => (change ?? 0) * (percent ?? 0) < 0,
    sentence: () => say`Where the source sends a change and a percentage of opposite signs, both are ${the.absent}.`,
  }),
};

/** Returns the sentence of a rule that the figures break, in a list; empty when they do not. */
export function contradictions<Inputs>(rule: Rule<Inputs>, inputs: Inputs): Sentence[] {
  return rule.isBroken(inputs) ? [rule.sentence(inputs)] : [];
}

/** Returns the ratio of the larger amount to the smaller one; infinite when they have different signs. */
export function factorBetween(one: number, other: number): number {
  const ratio = one / other;
  return ratio > 0 ? Math.max(ratio, 1 / ratio) : Infinity;
}

function perEps({ netIncome, eps, shares }: Figures<"netIncome" | "eps" | "shares">): number | null {
  return netIncome === null || eps === null || shares === null ? null : netIncome / (eps * shares);
}

function isSameEps(inputs: Figures<"netIncome" | "eps" | "shares">): boolean {
  const ratio = perEps(inputs);
  return ratio !== null && ratio >= SAME_EPS[0] && ratio <= SAME_EPS[1];
}

function areAlike(one: string, other: string): boolean {
  return ALIKE.some((group) => group.includes(one) && group.includes(other));
}

/** Returns a ratio as a sentence shows it. */
export const toThreeDigits = (value: number): number => Number(value.toPrecision(3));
