/**
 * The ratios that this server computes from statements, each with its operands: one definition for the rows of statements
 * of every source, for overviews, and for what a restatement means to them. `ratio-values.ts` computes them.
 */

export type Statement = "income" | "balance" | "cash";

/** The figures of formulas, each with its statement: another statement may have another figure of the same name. */
export const STATEMENT_OF = {
  revenue: "income",
  costOfRevenue: "income",
  grossProfit: "income",
  researchAndDevelopmentExpenses: "income",
  operatingIncome: "income",
  interestIncome: "income",
  interestExpense: "income",
  incomeBeforeTax: "income",
  incomeTaxExpense: "income",
  netIncome: "income",
  epsdiluted: "income",
  weightedAverageShsOutDil: "income",
  ebitda: "income",
  cashAndCashEquivalents: "balance",
  cashAndShortTermInvestments: "balance",
  netReceivables: "balance",
  accountsReceivables: "balance",
  inventory: "balance",
  totalCurrentAssets: "balance",
  totalAssets: "balance",
  totalCurrentLiabilities: "balance",
  totalDebt: "balance",
  totalStockholdersEquity: "balance",
  totalEquity: "balance",
  operatingCashFlow: "cash",
  capitalExpenditure: "cash",
  freeCashFlow: "cash",
  stockBasedCompensation: "cash",
  netDividendsPaid: "cash",
} as const satisfies Record<string, Statement>;

export type Figure = keyof typeof STATEMENT_OF;

/** The figures that count where a source lacks the usual one: filings have receivables and cash in parts. */
export const INSTEAD: Partial<Record<Figure, Figure>> = {
  netReceivables: "accountsReceivables",
  cashAndShortTermInvestments: "cashAndCashEquivalents",
};

/** A figure that is added, or subtracted. */
export type Signed = Figure | `-${Figure}`;

/** A sum of figures: of the period or its end, of the year that ends with it, or the mean of its end and a year before. */
export interface Term {
  figures: readonly Signed[];
  of: "period" | "year" | "mean";
}

export interface Quotient {
  part: Term;
  base: Term;
  times?: number;
  /** The part is multiplied by 1 less the tax rate. */
  afterTax?: boolean;
  /** Without these figures above 0 the balance sheet has no current part, as that of a bank. */
  above0?: readonly Figure[];
  /** Whether it means nothing for a company whose business is interest. */
  notOfLenders?: boolean;
}

const now = (...figures: Term["figures"]): Term => ({ figures, of: "period" });
const year = (...figures: Term["figures"]): Term => ({ figures, of: "year" });
const mean = (...figures: Term["figures"]): Term => ({ figures, of: "mean" });
const over = (part: Term, base: Term, more: Partial<Quotient> = {}): Quotient => ({ part, base, ...more });
const CURRENT = { above0: ["totalCurrentAssets", "totalCurrentLiabilities"] } as const;
/** The tax rate of the year that ends with a period. */
export const TAX_RATE: Quotient = over(year("incomeTaxExpense"), year("incomeBeforeTax"));

/** Quotients by column. Payments are negative in statements and count as positive here. */
export const QUOTIENTS = {
  grossMargin: over(now("grossProfit"), now("revenue")),
  operatingMargin: over(now("operatingIncome"), now("revenue")),
  netMargin: over(now("netIncome"), now("revenue")),
  freeCashFlowMargin: over(now("freeCashFlow"), now("revenue")),
  interestCoverage: over(now("operatingIncome"), now("interestExpense"), { notOfLenders: true }),
  effectiveTaxRate: over(now("incomeTaxExpense"), now("incomeBeforeTax")),
  researchToRevenue: over(now("researchAndDevelopmentExpenses"), now("revenue")),
  capexToRevenue: over(now("-capitalExpenditure"), now("revenue")),
  stockCompensationToRevenue: over(now("stockBasedCompensation"), now("revenue")),
  payoutRatio: over(now("-netDividendsPaid"), now("netIncome")),
  freeCashFlowPayout: over(now("-netDividendsPaid"), now("freeCashFlow")),
  currentRatio: over(now("totalCurrentAssets"), now("totalCurrentLiabilities"), CURRENT),
  quickRatio: over(now("cashAndShortTermInvestments", "netReceivables"), now("totalCurrentLiabilities"), CURRENT),
  debtToEquity: over(now("totalDebt"), now("totalEquity")),
  netDebtToEbitda: over(now("totalDebt", "-cashAndShortTermInvestments"), year("ebitda"), { notOfLenders: true }),
  inventoryTurnover: over(year("costOfRevenue"), mean("inventory"), { notOfLenders: true }),
  receivablesDays: over(mean("netReceivables"), year("revenue"), { times: 365, notOfLenders: true }),
  assetTurnover: over(year("revenue"), mean("totalAssets")),
  returnOnEquity: over(year("netIncome"), mean("totalStockholdersEquity")),
  returnOnAssets: over(year("netIncome"), mean("totalAssets")),
  returnOnInvestedCapital: over(
    year("operatingIncome"),
    mean("totalDebt", "totalEquity", "-cashAndShortTermInvestments"),
    { afterTax: true, notOfLenders: true },
  ),
} as const satisfies Record<string, Quotient>;

/** Changes by column: a figure of a period on that of the same one a year before, or of the one just before. */
export const GROWTHS = {
  revenueGrowth: ["revenue", "year"],
  netIncomeGrowth: ["netIncome", "year"],
  epsGrowth: ["epsdiluted", "year"],
  operatingCashFlowGrowth: ["operatingCashFlow", "year"],
  freeCashFlowGrowth: ["freeCashFlow", "year"],
  revenueGrowthSequential: ["revenue", "period"],
  netIncomeGrowthSequential: ["netIncome", "period"],
  epsGrowthSequential: ["epsdiluted", "period"],
} as const satisfies Record<string, readonly [Figure, "year" | "period"]>;

export type QuotientName = keyof typeof QUOTIENTS;
export type GrowthName = keyof typeof GROWTHS;
export type RatioName = QuotientName | GrowthName;

/** The names of all ratios. */
export const RATIO_NAMES = [...Object.keys(QUOTIENTS), ...Object.keys(GROWTHS)] as readonly RatioName[];

export function isGrowth(name: RatioName): name is GrowthName {
  return Object.hasOwn(GROWTHS, name);
}

/** Returns the sums of which a quotient is made. */
export function termsOf({ part, base, afterTax }: Quotient): Term[] {
  return [part, base, ...(afterTax ? termsOf(TAX_RATE) : [])];
}

export function toFigure(signed: Signed): { sign: 1 | -1; figure: Figure } {
  return signed.startsWith("-")
    ? { sign: -1, figure: signed.slice(1) as Figure }
    : { sign: 1, figure: signed as Figure };
}

/** The number of shares that shows a split between two amounts a share. */
export const SHARES = "weightedAverageShsOutDil";
/** Figures that show whether a company's business is interest. */
export const LENDER_FIGURES = ["interestIncome", "revenue", "incomeBeforeTax"] as const;

/** Returns the figures of formulas, also those that count where one is missing. */
export function figuresOf(names: readonly RatioName[]): Figure[] {
  const used = names.flatMap((name): Figure[] => {
    if (isGrowth(name)) {
      const [figure] = GROWTHS[name];
      return figure === "epsdiluted" ? [figure, SHARES] : [figure];
    }
    const quotient = QUOTIENTS[name];
    return [
      ...termsOf(quotient).flatMap(({ figures }) => figures.map((each) => toFigure(each).figure)),
      ...(quotient.above0 ?? []),
      ...(quotient.notOfLenders ? LENDER_FIGURES : []),
    ];
  });
  return [...new Set(used.flatMap((figure) => [figure, INSTEAD[figure] ?? figure]))];
}
