/** Twenty questions from sources that were not used before, written down before any of them was asked. */
import type { QuestionRow } from "./questions.js";
import { call } from "./question-calls.js";

export const LATER_QUESTIONS: readonly QuestionRow[] = [
  {
    question: "Which items has Tesla's newest 8-K?",
    source: "Evaluation of edgartools",
    score: "no",
    keyed: "full",
    calls: [call("get_sec_filings", { symbol: "TSLA", form: "8-K", limit: 1 }, "filings.0.date", "filings.0.items.0")],
    left: "Needs the mail address for the SEC",
  },
  {
    question: "Why did Microsoft's revenue rise in fiscal 2019?",
    source: "TAT-QA",
    score: "no",
    keyed: "full",
    calls: [
      call(
        "get_filing_text",
        { symbol: "MSFT", form: "10-K", fiscal_year: 2019, section: "Item 7", find: "revenue increase driven by" },
        "period",
        "passages.0.text",
      ),
    ],
    left: "Needs the mail address for the SEC; reading the passage",
  },
  {
    question: "Oracle's operating expenses of fiscal 2018.",
    source: "TAT-QA",
    score: "no",
    keyed: "full",
    calls: [
      call(
        "provider_a_get_financial_statements",
        { symbol: "ORCL", fiscal_year: 2018, fields: ["date", "operatingExpenses"] },
        "data.0.date",
        "data.0.operatingExpenses",
      ),
    ],
    left: "Without keys: four years only",
  },
  {
    question: "Which components drive inflation?",
    source: "us-government-open-data-mcp",
    score: "full",
    calls: [
      call(
        "get_economic_series",
        { series: ["cpi", "food", "shelter", "energy", "medical_care"], limit: 5 },
        "csv.0.change",
        "csv.4.change",
        "series.1.weightPercent",
      ),
    ],
  },
  {
    question: "How much did prices rise over 1, 3 and 12 months?",
    source: "bls-economic-mcp on Apify",
    score: "full",
    calls: [
      call("get_economic_series", { series: ["cpi"], limit: 4 }, "csv.0.change", "csv.0.yearChange", "csv.3.value"),
    ],
    left: "A division for three months",
  },
  {
    question: "Compare VFIAX, SWPPX and FXAIX.",
    source: "Morningstar's plugin",
    score: "full",
    calls: [
      call(
        "compare_stocks",
        { symbols: ["VFIAX", "SWPPX", "FXAIX"] },
        "stocks.0.expenseRatio",
        "stocks.1.distributionYield",
        "stocks.2.fundReturn5y",
      ),
    ],
  },
  {
    question: "Which ETFs of large US companies have a gold rating?",
    source: "Morningstar's plugin",
    score: "no",
    calls: [],
    left: "No source has ratings of funds",
  },
  {
    question: "Calls on Apple with their greeks.",
    source: "Issue 43 of Massive's MCP server",
    score: "full",
    calls: [
      call(
        "get_options_chain",
        { symbol: "AAPL", side: "calls", strikes: 5, fields: ["strike", "delta", "gamma", "theta", "vega", "rho"] },
        "csv.0.delta",
        "csv.4.rho",
        "greekInputs.treasuryYield",
        "greekInputs.dividendYield",
      ),
    ],
    left: "Early exercise is not modelled, as the note says",
  },
  {
    question: "Which covered call on Micron returns most in a year if it is called?",
    source: "coveredcallsadvisor",
    score: "full",
    calls: [
      call(
        "get_options_chain",
        {
          symbol: "MU",
          side: "calls",
          expiration: "2026-04",
          near: 10,
          fields: ["strike", "bid", "coveredCost", "returnIfCalled", "returnIfCalledYear"],
        },
        "csv.0.coveredCost",
        "csv.0.returnIfCalledYear",
        "expiration",
      ),
    ],
  },
  {
    question: "What is the rank of Tesla's implied volatility in the last year?",
    source: "Scanner of fin-agents",
    score: "no",
    calls: [],
    left: "No source has past implied volatility",
  },
  {
    question: "EVE Energy (300014, Shenzhen) against CATL.",
    source: "MCPVerse, question 206",
    score: "full",
    calls: [
      call(
        "compare_stocks",
        { symbols: ["300014.SZ", "300750.SZ"] },
        "stocks.0.marketCap",
        "stocks.0.peRatio",
        "stocks.1.return1y",
        "stocks.1.currency",
      ),
    ],
  },
  {
    question: "Barclays and Scottish Mortgage in pounds.",
    source: "Issues 757 of glance and 134 of investbrain",
    score: "full",
    calls: [
      call(
        "get_quotes",
        { symbols: ["BARC.L", "SMT.L"], convert: "GBP" },
        "quotes.0.convertedPrice",
        "quotes.1.convertedPrice",
        "quotes.1.marketCap",
      ),
    ],
  },
  {
    question: "What rose and what fell most in Istanbul?",
    source: "README of tradingview-mcp",
    score: "full",
    calls: [
      call("provider_a_get_market_gainers", { country: "TR", limit: 5 }, "gainers.0.companyName"),
      call("provider_a_get_market_losers", { country: "TR", limit: 5 }, "losers.0.name", "losers.0.currency"),
    ],
  },
  {
    question: "Return, volatility, Sharpe ratio and deepest fall of Apple, Microsoft and Nvidia over a year.",
    source: "README of financekit",
    score: "full",
    calls: [
      call(
        "compare_stocks",
        { symbols: ["AAPL", "MSFT", "NVDA"], from: "2025-03-05" },
        "stocks.0.totalReturnPercent",
        "stocks.0.volatility",
        "stocks.1.sharpe",
        "stocks.2.maxDrawdown",
        "portfolio.sharpe",
      ),
    ],
  },
  {
    question: "What did 1,000 shares of Alibaba gain from the open to the close?",
    source: "MCPVerse, question 191",
    score: "full",
    calls: [
      call(
        "get_price_history",
        { symbol: "BABA", from: "2026-03-04", to: "2026-03-04" },
        "summary.open",
        "summary.changeFromOpen",
        "currency",
      ),
    ],
    left: "A multiplication by 1,000",
  },
  {
    question: "What did the S&P 500 return in euros over 5 and 10 years?",
    source: "eupersonalfinance.eu",
    score: "full",
    calls: ["2021-03-05", "2016-03-04"].map((from) =>
      call(
        "compare_stocks",
        { symbols: ["SPY"], from, convert: "EUR" },
        "portfolio.totalReturnPercent",
        "portfolio.annualReturnPercent",
        "portfolio.currency",
      ),
    ),
    left: "By a fund on the index, after its costs",
  },
  {
    question: "Is Nvidia's growth accelerating?",
    source: "eupersonalfinance.eu",
    score: "part",
    keyed: "full",
    calls: [
      call(
        "provider_a_get_financial_statements",
        { symbol: "NVDA", period: "quarter", limit: 4, fields: ["date", "revenue", "revenueGrowthSequentialChange"] },
        "data.0.revenueGrowthSequentialChange",
      ),
    ],
    left: "Without keys: five quarters only, so growth over the quarter before",
  },
  {
    question: "The night before Micron's report: estimates, and the move that options imply.",
    source: "eupersonalfinance.eu",
    score: "full",
    calls: [
      call("get_earnings", { symbol: "MU" }, "next.epsEstimate", "next.revenueEstimate", "csv.0.reactionPercent"),
      call("get_options_chain", { symbol: "MU", expiration: "earnings", strikes: 1 }, "impliedMove", "expiration"),
    ],
  },
  {
    question: "Alibaba's P/E beside that of its industry.",
    source: "Documentation of defeatbeta",
    score: "full",
    calls: [
      call(
        "get_key_statistics",
        { symbol: "BABA", industry: true },
        "valuation.trailingPE",
        "industry.medianPe",
        "industry.companies",
      ),
    ],
  },
  {
    question: "What is euro inflation against US inflation?",
    source: "Issue on official data",
    score: "full",
    calls: [
      call("get_economic_series", { series: ["euro_inflation", "cpi"], limit: 4 }, "csv.0.value", "csv.1.yearChange"),
    ],
  },
  {
    question: "Real GDP of the last eight quarters.",
    source: "Issue on official data",
    score: "full",
    calls: [call("get_economic_series", { series: ["real_gdp"], limit: 8 }, "csv.7.value", "csv.0.growthPercent")],
  },
  {
    question: "What do the usual indicators say about a recession?",
    source: "README of ai-street (FRED)",
    score: "part",
    calls: [
      call("get_reference_rates", {}, "yields.s2s10", "yields.m3y10"),
      call(
        "get_economic_series",
        { series: ["unemployment_rate", "payrolls", "job_openings"], limit: 3 },
        "csv.0.value",
      ),
    ],
    left: "Mortgage rates and new orders are not served",
  },
];
