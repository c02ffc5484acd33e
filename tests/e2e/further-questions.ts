/** Forty further questions of users, with the tool calls that answer each. */
import { DAY_MS } from "../../src/lib/day.js";

/** A field that must have a value, or text that the answer must contain. */
export type Wanted = string | RegExp;

export interface FurtherCall {
  tool: string;
  /** The arguments, which may depend on the answers of the calls before. */
  args: Record<string, unknown> | ((before: readonly unknown[]) => Record<string, unknown>);
  wanted: readonly Wanted[];
}

export interface FurtherQuestion {
  question: string;
  calls: readonly FurtherCall[];
}

const call = (tool: string, args: FurtherCall["args"], ...wanted: Wanted[]): FurtherCall => ({ tool, args, wanted });
const history = (symbol: string, asked: Record<string, unknown>, ...wanted: Wanted[]) =>
  call("get_price_history", { symbol, limit: 1, ...asked }, ...wanted.map((name) => `summary.${String(name)}`));
const statements = (symbol: string, asked: Record<string, unknown>, ...wanted: Wanted[]) =>
  call("provider_a_get_financial_statements", { symbol, ...asked }, ...wanted);
const statistics = (symbol: string, ...wanted: Wanted[]) => call("get_key_statistics", { symbol }, ...wanted);
const compare = (symbols: string[], ...wanted: Wanted[]) => call("compare_stocks", { symbols }, ...wanted);
const screen = (asked: Record<string, unknown>, ...wanted: Wanted[]) =>
  call("provider_a_screen_stocks", { country: "US", limit: 10, ...asked }, ...wanted);

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Returns the first expiration after a company's next announcement, from its earnings and an option chain. */
function expirationAfter([earnings, chain]: readonly unknown[]): string | undefined {
  const { next } = earnings as { next: { to: string } };
  return (chain as { expirations: string[] }).expirations.find((day) => day > next.to);
}

export const FURTHER_QUESTIONS: readonly FurtherQuestion[] = [
  {
    question: "What was IBM's latest close?",
    calls: [call("provider_a_get_stock_quote", { symbol: "IBM" }, "price", /Price in USD of /)],
  },
  {
    question: "Where are the S&P 500, Nasdaq, Dow and the VIX right now?",
    calls: [
      call("get_market_summary", {}, "indices.0.price", "indices.1.price", "indices.2.price", "volatility", /the VIX/),
    ],
  },
  {
    question: "What is Nvidia trading at before the market opens?",
    calls: [
      call(
        "provider_b_get_stock_quote",
        { symbol: "NVDA" },
        /"(?:pre|post)MarketPrice":\d|the US market is (?:open|closed)/,
      ),
    ],
  },
  {
    question: "What were Starbucks' total assets six fiscal years ago?",
    calls: [
      statements(
        "SBUX",
        { statement_type: "balance", limit: 10, fields: ["date", "totalAssets"] },
        "data.5.date",
        "data.5.totalAssets",
      ),
    ],
  },
  {
    question: "In which month since January 2010 did the S&P 500 rise most?",
    calls: [history("^GSPC", { from: "2010-01-01", interval: "1mo" }, "bestMonth.month", "bestMonth.changePercent")],
  },
  {
    question: "I put $10,000 into Nvidia five years ago. What is it worth today with dividends?",
    calls: [history("NVDA", { range: "5y" }, "totalReturnPercent")],
  },
  {
    question: "Has Apple beaten the S&P 500 this year?",
    calls: [
      history("AAPL", { range: "ytd" }, "totalReturnPercent"),
      history("^GSPC", { range: "ytd" }, "totalReturnPercent"),
    ],
  },
  {
    question: "When today was Nvidia at its high, and how high?",
    calls: [history("NVDA", { range: "1d" }, "high", "highDate")],
  },
  {
    question: "What was Tesla's worst day of the last twelve months?",
    calls: [history("TSLA", { range: "1y" }, "worstDay.date", "worstDay.changePercent")],
  },
  {
    question: "How deep did Meta fall from its peak in the last year, and how volatile is it?",
    calls: [
      history("META", { range: "1y" }, "maxDrawdown.percent", "maxDrawdown.peak", "maxDrawdown.trough", "volatility"),
    ],
  },
  {
    question: "Did Apple's 50-day average cross its 200-day average lately?",
    calls: [call("get_technical_indicators", { symbol: "AAPL" }, "crossing.type", "crossing.date")],
  },
  {
    question: "Bitcoin or gold: which did better over one year?",
    calls: [history("BTC-USD", { range: "1y" }, "changePercent"), history("GC=F", { range: "1y" }, "changePercent")],
  },
  {
    question: "When did Nvidia last split its stock, and at what ratio?",
    calls: [
      call(
        "get_dividends",
        { symbol: "NVDA", limit: 1 },
        "splits.0.date",
        "splits.0.numerator",
        "splits.0.denominator",
      ),
    ],
  },
  {
    question: "When does Coca-Cola pay its next dividend?",
    calls: [
      call(
        "get_dividends",
        { symbol: "KO" },
        /"next":\{"exDate":"\d|No next dividend is announced; the last ex-date was \d/,
      ),
    ],
  },
  {
    question: "Did Intel cut its dividend in the last three years?",
    calls: [call("get_dividends", { symbol: "INTC", limit: 14 }, "frequency", "dividends.13.amount")],
  },
  {
    question: "Is Pfizer's dividend covered by its free cash flow?",
    calls: [statements("PFE", { statement_type: "cash", limit: 1 }, "data.0.freeCashFlow", "data.0.netDividendsPaid")],
  },
  {
    question: "How did Nvidia's gross margin develop over the last eight quarters?",
    calls: [
      statements(
        "NVDA",
        { period: "quarter", limit: 8, fields: ["date", "grossMargin"] },
        "data.0.grossMargin",
        "data.7.grossMargin",
      ),
    ],
  },
  {
    question: "How much did Apple spend on buying back shares last fiscal year?",
    calls: [
      statements(
        "AAPL",
        { statement_type: "cash", limit: 1 },
        "data.0.commonStockRepurchased",
        /Repurchases are negative/,
      ),
    ],
  },
  {
    question: "What is Amazon's free cash flow yield?",
    calls: [statistics("AMZN", "profit.freeCashFlow", "valuation.marketCap", "reportingCurrency")],
  },
  {
    question: "Is Palantir diluting its shareholders?",
    calls: [
      statements(
        "PLTR",
        { limit: 5, fields: ["date", "weightedAverageShsOut"] },
        "data.0.weightedAverageShsOut",
        "data.4.weightedAverageShsOut",
      ),
    ],
  },
  {
    question: "How many times does Ford earn its interest?",
    calls: [statements("F", { limit: 1, fields: ["date", "interestCoverage"] }, "data.0.interestCoverage")],
  },
  {
    question: "Exxon against Chevron by EV/EBITDA?",
    calls: [compare(["XOM", "CVX"], "stocks.0.enterpriseValueToEbitda", "stocks.1.enterpriseValueToEbitda")],
  },
  {
    question: "Is Costco's P/E high against its own past five years?",
    calls: [statistics("COST", "valuation.trailingPE", "pePast.0.value", "pePast.4.value")],
  },
  {
    question: "Which of five airlines has the most debt for its equity?",
    calls: [compare(["DAL", "UAL", "AAL", "LUV", "JBLU"], ...[0, 1, 2, 3, 4].map((at) => `stocks.${at}.debtToEquity`))],
  },
  {
    question: "What was Alibaba's revenue last year in US dollars?",
    calls: [
      statements(
        "BABA",
        { limit: 1, fields: ["date", "revenue", "reportedCurrency"] },
        "data.0.revenue",
        "data.0.reportedCurrency",
      ),
      call("get_quotes", { symbols: ["CNYUSD=X"] }, "quotes.0.price", "quotes.0.as_of"),
    ],
  },
  {
    question: "What is Shell's dividend yield in London, and in which currency does it pay?",
    calls: [call("get_dividends", { symbol: "SHEL.L", limit: 2 }, "yield", "dividends.0.currency")],
  },
  {
    question: "I only have the ISIN IE00B4L5Y983. Which fund is it, and what does it cost?",
    calls: [
      call("search_symbols", { q: "IE00B4L5Y983" }, "bestMatches.0.symbol", "bestMatches.0.name"),
      call(
        "get_fund",
        ([found]) => ({ symbol: (found as { bestMatches: { symbol: string }[] }).bestMatches[0]!.symbol }),
        "expenseRatio",
        "nav",
        "currency",
      ),
    ],
  },
  {
    question: "Have analysts raised or lowered AMD's earnings estimates over the last 90 days?",
    calls: [call("get_earnings", { symbol: "AMD" }, "estimates_csv.0.eps90dAgo", "estimates_csv.0.lowered30d")],
  },
  {
    question: "Which well-known companies report earnings this week?",
    calls: [call("get_market_calendar", {}, "items.0.name", "items.0.date")],
  },
  {
    question: "How much of GameStop is sold short, and how many days to cover?",
    calls: [statistics("GME", "shares.shortPercentOfFloat", "shares.shortRatioDays", "shares.shortDate")],
  },
  {
    question: "Who are the largest institutional holders of Tesla?",
    calls: [call("get_holders", { symbol: "TSLA" }, "csv.0.name", "csv.0.shares", "csv.0.percentHeld")],
  },
  {
    question: "Who owns more than 5 % of Apple, and why?",
    calls: [
      call("get_holders", { symbol: "AAPL", kind: "large" }, "csv.0.person", "csv.0.percentOfClass", "csv.1.purpose"),
    ],
  },
  {
    question: "Which US companies had the largest R&D expense in 2024?",
    calls: [
      call("get_filing_facts", { concept: "R&D expense", period: 2024 }, "csv.0.name", "csv.0.symbol", "csv.0.value"),
    ],
  },
  {
    question: "Did insiders of JPMorgan buy or sell on balance in the last six months?",
    calls: [
      call("get_insider_transactions", { symbol: "JPM", limit: 3 }, "totals6mo.bought.shares", "totals6mo.sold.shares"),
    ],
  },
  {
    question: "What move do options imply for Nvidia's next earnings?",
    calls: [
      call("get_earnings", { symbol: "NVDA" }, "next.from", "next.to"),
      call("get_options_chain", { symbol: "NVDA", strikes: 1 }, "expirations.0"),
      call(
        "get_options_chain",
        (before) => ({ symbol: "NVDA", strikes: 1, expiration: expirationAfter(before) }),
        "impliedMove",
        "expiration",
      ),
    ],
  },
  {
    question: "Is the US stock market open on Friday after Thanksgiving?",
    calls: [
      call("get_service_status", { date: "2026-11-27" }, "market.state", "market.closes", /Day after Thanksgiving/),
    ],
  },
  {
    question: "What is moving the market today? Headlines, please.",
    calls: [call("get_news", { limit: 5 }, "items.0.title", "items.0.published", "items.0.url")],
  },
  {
    question: "Who are Nvidia's competitors, and how are they valued against it?",
    calls: [compare(["NVDA"], "peers.symbols.0", "stocks.0.peRatio", "stocks.1.peRatio")],
  },
  {
    question: "Which US sector did best this month?",
    calls: [call("get_market_summary", {}, "sectors.0.month", "sectors.10.month")],
  },
  {
    question: "Find US healthcare stocks under 2 billion with a beta below 0.8, cheapest P/E first.",
    calls: [
      screen(
        { sector: "Healthcare", market_cap_max: 2_000_000_000, beta_max: 0.8, sort: "pe" },
        "results.0.symbol",
        "results.0.pe",
        "results.0.beta",
      ),
    ],
  },
  {
    question: "Give me the link to Apple's latest 10-Q.",
    calls: [call("get_sec_filings", { symbol: "AAPL", form: "10-Q", limit: 1 }, "filings.0.url", "filings.0.date")],
  },
  {
    question: "What are the current Fed funds rate and US inflation?",
    calls: [
      call("get_reference_rates", {}, "federalFunds.effective", "federalFunds.targetTo", "federalFunds.date"),
      call(
        "get_market_calendar",
        () => ({ kind: "economic", from: daysAgo(31), to: daysAgo(0), limit: 30 }),
        /CPI YY"[^}]*"actual":\d/,
      ),
    ],
  },
  {
    question: "Which large US stocks are at a 52-week low today?",
    calls: [screen({ market_cap_min: 10_000_000_000, near_low_max: 1 }, /None of them is that near|"symbol":"[A-Z]/)],
  },
];
