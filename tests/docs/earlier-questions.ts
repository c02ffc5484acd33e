/** Twenty questions of benchmarks, documentation and forums, on which the tools were judged before. */
import type { QuestionRow } from "./questions.js";
import { call, statement } from "./question-calls.js";

export const EARLIER_QUESTIONS: readonly QuestionRow[] = [
  {
    question: "Which institutions hold more than 5 % of each of Microsoft, Apple, Amazon and Alphabet?",
    source: "MCP-Universe, financial analysis 15",
    score: "full",
    calls: ["MSFT", "AAPL", "AMZN", "GOOGL"].map((symbol) =>
      call("get_holders", { symbol }, "csv.0.name", "csv.0.percentHeld", "csv.0.reported"),
    ),
  },
  {
    question:
      "What was Berkshire's Coca-Cola stake worth at the close of the day it was reported for, and how far is that from the value stated?",
    source: "MCP-Universe, financial analysis 18",
    score: "part",
    calls: [
      call("get_holders", { symbol: "KO" }, "csv.0.shares", "csv.0.reported", "csv.0.value", "valueDate"),
      call("get_price_history", { symbol: "KO", from: "2025-09-30", to: "2025-09-30" }, "csv.0.close"),
    ],
    left: "Shares times close, then the difference; the value stated is of the last price, as the note says",
  },
  {
    question: "By the 10/50-day average crossover, was 26 July 2024 a buy, sell or hold for Salesforce?",
    source: "MCP-Universe, financial analysis 21",
    score: "full",
    calls: [
      call(
        "get_technical_indicators",
        { symbol: "CRM", as_of: "2024-07-26", windows: [10, 50] },
        "date",
        "crossing.type",
        "crossing.date",
        "windows.0.sma",
        "windows.1.sma",
      ),
    ],
  },
  {
    question: "Rank Coca-Cola, Pepsi, Keurig Dr Pepper and Monster by payout ratio of fiscal 2024.",
    source: "Vals AI Finance Agent",
    score: "full",
    calls: ["KO", "PEP", "KDP", "MNST"].map((symbol) =>
      statement(symbol, "cash", 2, ["payoutRatio"], "data.date=2024-12-31.payoutRatio"),
    ),
  },
  {
    question: "Oracle's effective tax rate of fiscal 2024, and its change in basis points.",
    source: "Vals AI Finance Agent",
    score: "full",
    calls: [
      statement(
        "ORCL",
        "income",
        5,
        ["effectiveTaxRate"],
        "data.date=2024-06-30.effectiveTaxRate",
        "data.date=2023-06-30.effectiveTaxRate",
      ),
    ],
    left: "A difference",
  },
  {
    question: "3M's capital expenditure of fiscal 2018.",
    source: "FinanceBench 03029",
    score: "no",
    keyed: "full",
    calls: [statement("MMM", "cash", 10, ["capitalExpenditure"], "data.date=2018-12-31.capitalExpenditure")],
    left: "Without keys: four years only",
  },
  {
    question: "Was Verizon's quick ratio of fiscal 2022 healthy?",
    source: "FinanceBench 00216",
    score: "full",
    calls: [statement("VZ", "balance", 5, ["quickRatio"], "data.date=2022-12-31.quickRatio")],
    left: "The judgement",
  },
  {
    question: "Prices of Inner Mongolia Yili (600887, Shanghai) and Meituan (03690, Hong Kong).",
    source: "MCPToolBench++",
    score: "full",
    calls: [
      call(
        "get_quotes",
        { symbols: ["600887.SS", "3690.HK"] },
        ...[0, 1].flatMap((at) => [`quotes.${at}.price`, `quotes.${at}.currency`, `quotes.${at}.as_of`]),
      ),
    ],
  },
  {
    question: "Tesla option contracts of next month with strikes within 5 % of the price.",
    source: "README of Alpaca's MCP server",
    score: "full",
    calls: [
      call(
        "get_options_chain",
        { symbol: "TSLA", expiration: "2026-04", near: 5 },
        "underlyingPrice",
        "expiration",
        "csv.0.strike",
        "csv.0.bid",
        "csv.5.ask",
      ),
    ],
    left: "The standard expiration of the month; the note says that there are others",
  },
  {
    question: "Bid-ask spreads of Tesla, Nvidia and Microsoft now.",
    source: "README of Alpaca's MCP server",
    score: "full",
    calls: [
      call(
        "get_quotes",
        { symbols: ["TSLA", "NVDA", "MSFT"], fields: ["symbol", "bid", "ask", "spreadPercent", "currency"] },
        ...[0, 1, 2].flatMap((at) => [`quotes.${at}.bid`, `quotes.${at}.ask`, `quotes.${at}.spreadPercent`]),
      ),
    ],
  },
  {
    question: "Level of the Nifty 50 and India's top gainers today.",
    source: "README of Finance-LLMs' FinMCP",
    score: "full",
    calls: [
      call("get_quotes", { symbols: ["^NSEI"] }, "quotes.0.price", "quotes.0.as_of"),
      call(
        "provider_a_get_market_gainers",
        { country: "IN" },
        "gainers.0.ticker",
        "gainers.0.changesPercentage",
        "gainers.0.currency",
      ),
    ],
  },
  {
    question: "Which technology stocks did analysts upgrade or downgrade in the last six months?",
    source: "README of Alex2Yang97's yahoo-finance-mcp",
    score: "full",
    calls: [
      call(
        "get_recommendations",
        { sector: "Technology", from: "2025-09-05" },
        "from",
        "to",
        "companies.0.symbol",
        "companies.0.upgrades",
        "companies.9.downgrades",
        "changes.0.firm",
      ),
    ],
    left: "The ten largest companies of the sector, as the field's name says",
  },
  {
    question: "How correlated are my holdings AAPL, XOM, JPM and GLD?",
    source: "README of maverick-mcp",
    score: "full",
    calls: [
      call(
        "compare_stocks",
        { symbols: ["AAPL", "XOM", "JPM", "GLD"], from: "2025-03-05" },
        "correlation.matrix.0.1",
        "correlation.matrix.2.3",
        "correlation.from",
        "correlation.to",
      ),
    ],
  },
  {
    question: "Support and resistance levels of Microsoft.",
    source: "README of maverick-mcp",
    score: "full",
    calls: [
      call(
        "get_technical_indicators",
        { symbol: "MSFT" },
        "levels.s1",
        "levels.r1",
        "levels.support.0.price",
        "levels.resistance.0.price",
      ),
    ],
  },
  {
    question: "How did Nvidia's share react to each of its last four reports?",
    source: "Anthropic financial-services plugins, earnings preview",
    score: "full",
    calls: [
      call(
        "get_earnings",
        { symbol: "NVDA" },
        ...[0, 1, 2, 3].flatMap((at) => [`csv.${at}.announced`, `csv.${at}.when`, `csv.${at}.reactionPercent`]),
      ),
    ],
  },
  {
    question: "Quality screen: ROE above 15 %, revenue growth above 15 %, low debt.",
    source: "Anthropic financial-services plugins, idea generation",
    score: "full",
    calls: [
      call(
        "provider_a_screen_stocks",
        { roe_min: 15, revenue_growth_min: 15, debt_to_equity_max: 50 },
        "results.0.symbol",
        "results.0.name",
        "total_results",
      ),
    ],
    left: "What debt is low",
  },
  {
    question: "Slopes of the US yield curve (2s10s, 3m10y) today and a year ago.",
    source: "LSEG plugin of Anthropic, macro rates",
    score: "full",
    calls: [{}, { date: "2025-03-05" }].map((args) =>
      call("get_reference_rates", args, "yields.s2s10", "yields.m3y10", "yields.date"),
    ),
  },
  {
    question: "Microsoft's market capitalization at the end of each of the last four years.",
    source: "Issue 1008 of yfinance",
    score: "full",
    calls: [
      call(
        "get_key_statistics",
        { symbol: "MSFT", history: "year" },
        ...[0, 1, 2, 3].flatMap((at) => [`history.${at}.date`, `history.${at}.marketCap`]),
      ),
    ],
    left: "Ends of fiscal years",
  },
  {
    question: "PepsiCo: five-year dividend CAGR, years of raises in a row, payout of free cash flow.",
    source: "Checklist of r/drip_dividend",
    score: "full",
    calls: [call("get_dividends", { symbol: "PEP" }, "growth.5", "yearsRaised", "freeCashFlowPayout", "payoutPeriod")],
  },
  {
    question: "My AAPL, MSFT, KO, XOM: earnings and ex-dividend days of the next month.",
    source: "Issue 137 of finance-query",
    score: "full",
    calls: [
      call(
        "get_market_calendar",
        { kind: "company", symbols: ["AAPL", "MSFT", "KO", "XOM"], to: "2026-04-05" },
        "items.0.date",
        "items.0.symbol",
        "items.0.event",
      ),
    ],
  },
];
