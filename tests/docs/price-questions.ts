/** Questions on prices, options, funds and holdings from further public sources, chosen before any of them was asked. */
import type { QuestionRow } from "./questions.js";
import { call } from "./question-calls.js";

export const PRICE_QUESTIONS: readonly QuestionRow[] = [
  {
    question: "What is the max pain of Apple's options?",
    source: "README of MCP FinanceX",
    score: "full",
    calls: [
      call("get_options_chain", { symbol: "AAPL", fields: ["maxPain"] }, "maxPain", "expiration", "underlyingPrice"),
    ],
  },
  {
    question: "Show me Apple's implied volatility by expiration.",
    source: "README of MCP FinanceX",
    score: "part",
    calls: ["2026-03-06", "2026-04-17", "2026-09-18", "2027-02-19"].map((expiration) =>
      call(
        "get_options_chain",
        { symbol: "AAPL", expiration, strikes: 1 },
        "csv.0.impliedVolatility",
        "expirations.17",
      ),
    ),
    left: "One call for each of 18 expirations",
  },
  {
    question: "Compare the implied and the historical volatility of SPY.",
    source: "README of MCP FinanceX",
    score: "full",
    calls: [
      call("get_options_chain", { symbol: "SPY", strikes: 1 }, "expirations.4"),
      call(
        "get_options_chain",
        { symbol: "SPY", expiration: "2026-04-02", strikes: 1 },
        "csv.0.impliedVolatility",
        "daysToExpiration",
      ),
      call("get_technical_indicators", { symbol: "SPY" }, "volatility20", "date"),
    ],
    left: "One is a ratio, the other in percent, as the notes say",
  },
  {
    question: "How much did Apple's share price change between 1 January and 31 March 2025?",
    source: "README of MCP-yahoofinance-ai",
    score: "full",
    calls: [
      call(
        "get_price_history",
        { symbol: "AAPL", from: "2025-01-01", to: "2025-03-31", limit: 1 },
        "summary.change",
        "summary.changePercent",
        "summary.base.date",
        "range.to",
      ),
    ],
  },
  {
    question: "Which sectors are outperforming the market this month?",
    source: "README of MCP-yahoofinance-ai",
    score: "part",
    calls: [
      call("get_market_summary", {}, "sectors.0.name", "sectors.0.month", "sectors.10.month"),
      call("get_price_history", { symbol: "^GSPC", range: "1mo", limit: 1 }, "summary.changePercent"),
    ],
    left: "The index has no such change: a second call",
  },
  {
    question:
      "Sharpe ratio and maximum drawdown of 40 % Apple, 30 % Microsoft, 20 % Google and 10 % Tesla over the past year.",
    source: "README of MCP-yahoofinance-ai",
    score: "full",
    calls: [
      call(
        "compare_stocks",
        { symbols: ["AAPL", "MSFT", "GOOGL", "TSLA"], from: "2025-03-05", weights: [40, 30, 20, 10] },
        ...["sharpe", "totalReturnPercent", "volatility", "maxDrawdown.percent"].map((name) => `portfolio.${name}`),
      ),
    ],
  },
  {
    question: "Show me the most liquid options of Amazon.",
    source: "README of MCP-yahoofinance-ai",
    score: "part",
    calls: [call("get_options_chain", { symbol: "AMZN", sort: "-volume" }, "csv.0.volume", "csv.0.openInterest")],
    left: "Other expirations are a call each",
  },
  {
    question: "Show me the market data for Ethereum, Cardano and Solana.",
    source: "README of MCP-yahoofinance-ai",
    score: "full",
    calls: [
      call(
        "get_quotes",
        { symbols: ["ETH-USD", "ADA-USD", "SOL-USD"] },
        ...[0, 1, 2].flatMap((at) =>
          ["price", "changesPercentage", "volume", "marketCap"].map((name) => `quotes.${at}.${name}`),
        ),
      ),
    ],
  },
  {
    question: "The 30-day SMA and the MACD of Apple in the middle of 2022.",
    source: "README of EODHD's MCP server",
    score: "full",
    calls: [
      call(
        "get_technical_indicators",
        { symbol: "AAPL", as_of: "2022-06-30", windows: [30] },
        "date",
        "windows.0.sma",
        "macd.line",
        "macd.signal",
      ),
    ],
  },
  {
    question: "Screen US technology stocks with a market capitalization above 10 billion dollars.",
    source: "README of EODHD's MCP server",
    score: "full",
    calls: [
      call(
        "provider_a_screen_stocks",
        { sector: "Technology", country: "US", market_cap_min: 10_000_000_000 },
        "results.0.symbol",
        "results.0.marketCap",
        "total_results",
      ),
    ],
  },
  {
    question: "What are the sector weightings of IWDA in Amsterdam?",
    source: "Issue 422 of yfinance",
    score: "full",
    calls: [call("get_fund", { symbol: "IWDA.AS" }, "sectors.0.sector", "sectors.0.weight", "sectors.5.weight")],
  },
  {
    question: "List all holdings of QQQ, not only the ten largest.",
    source: "Issue 2596 of yfinance",
    score: "no",
    keyed: "full",
    calls: [
      call(
        "get_fund",
        { symbol: "QQQ", holdings: "all", limit: 500 },
        "holdings_total",
        "report.reportDate",
        "csv.0.name",
        "csv.0.percent",
      ),
    ],
    left: "Without a contact, the ten largest only",
  },
  {
    question: "SPY or VTI: costs, yield, ten-year return, worst drawdown, beta?",
    source: "Article of mrmarvinallen.com",
    score: "part",
    calls: ["SPY", "VTI"].flatMap((symbol) => [
      call("get_fund", { symbol }, "expenseRatio", "yield", "returns.10y", "returns.asOf"),
      call("get_price_history", { symbol, range: "10y", limit: 1 }, "summary.maxDrawdown.percent", "range.from"),
    ]),
    left: "Beta is a fifth call",
  },
  {
    question: "What does a share of GSK, Compass and SAP cost, and in which currency?",
    source: "Issue 381 of FinceptTerminal",
    score: "full",
    calls: [
      call(
        "get_quotes",
        { symbols: ["GSK.L", "CPG.L", "SAP.DE"] },
        ...[0, 1, 2].flatMap((at) => [`quotes.${at}.price`, `quotes.${at}.currency`]),
      ),
    ],
  },
  {
    question:
      "Dividend yield and yield on cost of my 100 Coca-Cola, 50 Johnson & Johnson and 20 Pepsi, bought at 45, 120 and 130 dollars.",
    source: "Issue 2266 of portfolio-performance",
    score: "part",
    calls: [
      call("get_quotes", { symbols: ["KO", "JNJ", "PEP"] }, "quotes.0.price", "quotes.2.price"),
      ...["KO", "JNJ", "PEP"].map((symbol) => call("get_dividends", { symbol, limit: 1 }, "yield", "annualRate")),
    ],
    left: "Sums over the holdings",
  },
  {
    question: "What was Coca-Cola's dividend yield on 30 June 2007?",
    source: "Question to Yahoo! Answers",
    score: "part",
    calls: [
      call("get_dividends", { symbol: "KO", limit: 80 }, "dividends.75.exDate", "dividends.75.amount"),
      call("get_price_history", { symbol: "KO", from: "2007-06-29", to: "2007-06-29" }, "csv.0.close"),
    ],
    left: "Four payments of a list of eighty, by the close",
  },
];
