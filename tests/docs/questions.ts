/** Forty-one questions that people ask, with the tool calls that answer each. docs/questions.md is made of them. */

import { readCsv } from "../../src/apps/csv.js";

/** One tool call, and the fields in its structured answer that hold what was asked; none of them may be null. */
export interface Call {
  tool: string;
  args: Record<string, unknown>;
  /** Paths such as `summary.changePercent` and `quotes.0.price`. */
  fields: readonly string[];
}

export interface QuestionRow {
  question: string;
  /** The calls that answer it; none when it cannot be answered. */
  calls: readonly Call[];
  /** Note for the reader of the answer, or the reason why there is none. */
  remark?: string;
}

const call = (tool: string, args: Record<string, unknown>, ...fields: string[]): Call => ({ tool, args, fields });
const quotesOf = (...symbols: string[]) =>
  call("get_quotes", { symbols }, ...symbols.flatMap((_, at) => [`quotes.${at}.price`, `quotes.${at}.as_of`]));
const revenueOf = (symbol: string, limit: number) =>
  call(
    "provider_a_get_financial_statements",
    { symbol, limit, fields: ["date", "revenue"] },
    "data.0.date",
    "data.0.revenue",
    `data.${limit - 1}.revenue`,
  );

export const QUESTIONS: readonly QuestionRow[] = [
  {
    question: "How did Nvidia do this year?",
    calls: [call("get_price_history", { symbol: "NVDA", range: "ytd" }, "summary.changePercent", "summary.last")],
  },
  {
    question: "Apple's P/E against Microsoft's?",
    calls: [call("compare_stocks", { symbols: ["AAPL", "MSFT"] }, "stocks.0.peRatio", "stocks.1.peRatio")],
  },
  {
    question: "When are Tesla's next earnings?",
    calls: [call("get_earnings", { symbol: "TSLA" }, "next.from", "next.to")],
  },
  {
    question: "Is Tesla overvalued?",
    calls: [
      call("get_key_statistics", { symbol: "TSLA" }, "valuation.trailingPE", "valuation.evToEbitda", "growth.revenue"),
      call("compare_stocks", { symbols: ["TSLA", "F", "GM"] }, "stocks.0.peRatio", "stocks.1.peRatio"),
      call("provider_a_get_dcf_valuation", { symbol: "TSLA" }, "dcf", "stock_price"),
    ],
    remark: "Figures and a model value; the judgement is the reader's",
  },
  {
    question: "Who bought Apple shares lately?",
    calls: [
      call(
        "get_insider_transactions",
        { symbol: "AAPL" },
        "insider_transactions.0.insider",
        "insider_transactions.0.transaction",
      ),
    ],
    remark: "Insiders only",
  },
  {
    question: "Which stocks above 1 billion market cap gained most today?",
    calls: [
      call(
        "provider_a_get_market_gainers",
        { market_cap_min: 1_000_000_000 },
        "gainers.0.ticker",
        "gainers.0.changesPercentage",
      ),
    ],
  },
  { question: "What is the price of bitcoin?", calls: [quotesOf("BTC-USD")] },
  { question: "How much is 250 euros in dollars?", calls: [quotesOf("EURUSD=X")] },
  {
    question: "What is Coca-Cola's dividend yield?",
    calls: [call("get_company_overview", { symbol: "KO" }, "financialMetrics.dividendYield")],
  },
  {
    question: "Show me Microsoft's chart of six months",
    calls: [call("get_price_history", { symbol: "MSFT", range: "6mo", limit: 130 }, "csv.0.close", "csv.120.close")],
  },
  {
    question: "What is Apple trading at?",
    calls: [call("provider_a_get_stock_quote", { symbol: "AAPL" }, "price", "changesPercentage")],
  },
  { question: "How is my watch list of five?", calls: [quotesOf("AAPL", "NVDA", "KO", "BRK.B", "V")] },
  { question: "Tesla's revenue over the last five years?", calls: [revenueOf("TSLA", 5)] },
  {
    question: "Apple's free cash flow by quarter?",
    calls: [
      call(
        "provider_a_get_financial_statements",
        { symbol: "AAPL", statement_type: "cash", period: "quarter", limit: 8, fields: ["date", "freeCashFlow"] },
        "data.0.freeCashFlow",
        "data.7.freeCashFlow",
      ),
    ],
  },
  {
    question: "How much of Apple's revenue is services?",
    calls: [
      call(
        "provider_a_get_financial_statements",
        { symbol: "AAPL", statement_type: "revenue_by_product", limit: 1 },
        "data.0.date",
        "data.0.segments.0.name",
        "data.0.segments.0.revenue",
        "data.0.segments.1.revenue",
      ),
    ],
    remark: "With a key of provider A",
  },
  {
    question: "How much debt does Boeing have?",
    calls: [
      call(
        "provider_a_get_financial_statements",
        { symbol: "BA", statement_type: "balance", limit: 1, fields: ["date", "totalDebt", "netDebt"] },
        "data.0.totalDebt",
        "data.0.netDebt",
      ),
    ],
  },
  {
    question: "What do analysts think of AMD?",
    calls: [call("get_recommendations", { symbol: "AMD" }, "summary.consensus", "recommendations.buy")],
  },
  {
    question: "Was Nvidia downgraded lately?",
    calls: [call("provider_a_get_price_targets", { symbol: "NVDA" }, "recentChanges.0.ratingChange")],
  },
  {
    question: "What is the news on Nvidia?",
    calls: [call("get_news", { symbol: "NVDA" }, "items.0.title", "items.0.published", "items.0.url")],
  },
  {
    question: "Why is Intel down today?",
    calls: [quotesOf("INTC"), call("get_news", { symbol: "INTC", limit: 5 }, "items.0.title", "items.0.published")],
    remark: "Change and headlines; the reason is the reader's conclusion",
  },
  {
    question: "Technology stocks with a P/E below 15?",
    calls: [
      call(
        "provider_a_screen_stocks",
        { sector: "Technology", pe_max: 15, sort: "pe", fields: ["symbol", "name", "pe"] },
        "results.0.symbol",
        "results.0.pe",
      ),
    ],
  },
  {
    question: "Stocks with a dividend yield above 4 %?",
    calls: [
      call(
        "provider_a_screen_stocks",
        { dividend_yield_min: 4, sort: "-dividend_yield" },
        "results.0.symbol",
        "results.0.name",
      ),
    ],
  },
  {
    question: "What are today's biggest losers?",
    calls: [call("provider_a_get_market_losers", {}, "losers.0.symbol", "losers.0.changesPercentage")],
  },
  {
    question: "What is the symbol of Berkshire Hathaway?",
    calls: [call("search_symbols", { q: "Berkshire Hathaway" }, "bestMatches.0.symbol", "bestMatches.0.name")],
  },
  { question: "How is the S&P 500?", calls: [quotesOf("^GSPC")] },
  { question: "Is the market open?", calls: [call("get_service_status", {}, "market_session")] },
  { question: "What does gold cost?", calls: [quotesOf("GC=F")], remark: "The next future in New York" },
  { question: "Where is the ten-year Treasury yield?", calls: [quotesOf("^TNX")], remark: "In percent" },
  {
    question: "What is in SPY, and what does it cost?",
    calls: [call("get_fund", { symbol: "SPY" }, "holdings.0.symbol", "expenseRatio")],
  },
  {
    question: "Whose revenue grows faster, Alphabet's or Meta's?",
    calls: [revenueOf("GOOG", 3), revenueOf("META", 3)],
  },
  {
    question: "When does Coca-Cola pay its next dividend?",
    calls: [call("get_dividends", { symbol: "KO" }, "annualRate", "exDate", "dividends.0.amount")],
  },
  {
    question: "Apple's options, and their implied volatility?",
    calls: [call("get_options_chain", { symbol: "AAPL" }, "csv.0.impliedVolatility", "underlyingPrice")],
  },
  {
    question: "Is Tesla overbought by its RSI?",
    calls: [call("get_technical_indicators", { symbol: "TSLA" }, "rsi14", "date")],
  },
  {
    question: "What does Palantir do?",
    calls: [call("get_company_overview", { symbol: "PLTR" }, "description", "industry")],
  },
  {
    question: "Who runs Ford, and how many people work there?",
    calls: [call("get_company_overview", { symbol: "F" }, "ceo", "employees")],
  },
  {
    question: "Where did Apple close on 3 March 2025?",
    calls: [
      call(
        "get_price_history",
        { symbol: "AAPL", from: "2025-03-03", to: "2025-03-03", interval: "1d" },
        "csv.0.close",
        "csv.0.date",
      ),
    ],
  },
  {
    question: "What is my portfolio worth in euros?",
    calls: [
      call(
        "get_quotes",
        { symbols: ["AAPL*10@150.5", "MSFT*5", "KO*20@55"], convert: "EUR" },
        ...[0, 1, 2].flatMap((at) => [`quotes.${at}.value`, `quotes.${at}.weight`]),
        "totals.value",
        "totals.gain",
        "totals.currency",
      ),
    ],
    remark: "The holdings are in the question; nothing is stored",
  },
  {
    question: "Which sectors are up today?",
    calls: [call("get_market_summary", {}, "sectors.0.name", "sectors.0.today", "sectors.10.today")],
    remark: "By the funds of the sectors",
  },
  {
    question: "What is Nvidia worth by a discounted cash flow?",
    calls: [call("provider_a_get_dcf_valuation", { symbol: "NVDA" }, "dcf", "stock_price")],
    remark: "Needs a key of Financial Modeling Prep",
  },
  {
    question: "Did Apple beat the estimates?",
    calls: [call("get_earnings", { symbol: "AAPL" }, "csv.0.epsActual", "csv.0.epsEstimate")],
  },
  {
    question: "What does Nestlé cost in Zurich?",
    calls: [
      call(
        "get_price_history",
        { symbol: "NESN.SW", range: "5d", interval: "1d" },
        "summary.last",
        "currency",
        "timezone",
      ),
    ],
  },
];

/** Returns the value at a path such as `quotes.0.price`; a list in CSV is read as its rows. */
export function valueAt(body: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => {
    const found = (value as Record<string, unknown> | null)?.[key];
    return key === "csv" || key.endsWith("_csv") ? readCsv(String(found)) : found;
  }, body);
}
