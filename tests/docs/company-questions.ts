/** Questions on one company from further public sources, chosen before any of them was asked. */
import type { QuestionRow } from "./questions.js";
import { call, statement } from "./question-calls.js";

export const COMPANY_QUESTIONS: readonly QuestionRow[] = [
  {
    question: "What was Tesla's current ratio at the end of 2023?",
    source: "Test set of financialagent",
    score: "full",
    calls: [statement("TSLA", "balance", 4, ["currentRatio"], "data.date=2023-12-31.currentRatio")],
  },
  {
    question: "How fast did Microsoft's operating cash flow grow per year from fiscal 2020 to 2024?",
    source: "Test set of financialagent",
    score: "no",
    keyed: "part",
    calls: [
      statement(
        "MSFT",
        "cash",
        7,
        ["operatingCashFlow"],
        "data.date=2020-06-30.operatingCashFlow",
        "data.date=2024-06-30.operatingCashFlow",
      ),
    ],
    left: "The fourth root of a ratio; without keys: four years only",
  },
  {
    question: "What percentage of Microsoft's operating cash flow of fiscal 2024 went into repurchases of shares?",
    source: "Test set of financialagent",
    score: "full",
    calls: [
      statement(
        "MSFT",
        "cash",
        3,
        ["operatingCashFlow", "commonStockRepurchased"],
        "data.date=2024-06-30.operatingCashFlow",
        "data.date=2024-06-30.commonStockRepurchased",
      ),
    ],
    left: "A division",
  },
  {
    question: "How much did Apple spend on selling, general and administrative expenses in fiscal 2019?",
    source: "Test set of financialagent",
    score: "no",
    keyed: "full",
    calls: [
      statement(
        "AAPL",
        "income",
        8,
        ["sellingGeneralAndAdministrativeExpenses"],
        "data.date=2019-12-31.sellingGeneralAndAdministrativeExpenses",
      ),
    ],
    left: "Without keys: four years only",
  },
  {
    question: "How large is the short interest in Tesla, and how many days are needed to cover it?",
    source: "README of MCP FinanceX",
    score: "full",
    calls: [
      call(
        "get_key_statistics",
        { symbol: "TSLA" },
        ...["short", "shortPercentOfFloat", "shortRatioDays", "shortDate"].map((name) => `shares.${name}`),
      ),
    ],
  },
  {
    question: "What did Berkshire Hathaway buy in the last quarter?",
    source: "README of MCP FinanceX",
    score: "no",
    keyed: "full",
    // Of the simulated market, whose holdings are invented.
    calls: [
      call(
        "get_manager_holdings",
        { manager: "Berkshire Hathaway", limit: 50 },
        "csv.0.name",
        "csv.0.sharesChange",
        "csv.0.changeKind",
      ),
    ],
    left: "Without a contact, the SEC is not asked",
  },
  {
    question: "Show me Tesla's daily short volume over the last month.",
    source: "User guide of Equibles",
    score: "no",
    calls: [],
    left: "Only the short interest of two days in a month is served",
  },
  {
    question: "Show me Tesla's income statements of the last eight quarters.",
    source: "README of houtini's fmp-mcp",
    score: "part",
    keyed: "full",
    calls: [
      {
        ...call(
          "provider_a_get_financial_statements",
          { symbol: "TSLA", period: "quarter", limit: 8 },
          "data.0.date",
          "data.0.revenue",
          "data.0.netIncome",
          "data.4.revenue",
        ),
        keyedFields: ["data.7.date", "data.7.revenue", "data.7.netIncome"],
      },
    ],
    left: "Without keys: five quarters only",
  },
  {
    question: "Which companies report earnings this week?",
    source: "README of houtini's fmp-mcp",
    score: "full",
    calls: [
      call(
        "get_market_calendar",
        { from: "2026-03-02", to: "2026-03-08" },
        "items.0.date",
        "items.0.symbol",
        "items.0.when",
        "total",
      ),
    ],
    left: "US companies from 10 billion dollars, as the note says",
  },
  {
    question:
      "Analysts' estimates of Nvidia's EPS and revenue for this and the next quarter and year: average, low, high, number of analysts.",
    source: "Issue 161 of yahoofinancials",
    score: "full",
    calls: [
      call(
        "get_earnings",
        { symbol: "NVDA" },
        ...[0, 3].flatMap((at) =>
          ["periodEnd", "epsAvg", "epsLow", "epsHigh", "epsAnalysts", "revenueAvg", "revenueAnalysts"].map(
            (name) => `estimates_csv.${at}.${name}`,
          ),
        ),
      ),
    ],
  },
  {
    question: "Has Apple consistently beaten the estimates over the past eight quarters?",
    source: "Issue 561 of TradingAgents",
    score: "part",
    keyed: "full",
    calls: [
      {
        ...call("get_earnings", { symbol: "AAPL" }, "csv.0.surprisePercent", "csv.3.surprisePercent"),
        keyedFields: ["csv.7.periodEnd", "csv.7.surprisePercent"],
      },
    ],
    left: "Without keys: four quarters only",
  },
  {
    question: "How many times its revenue is Alibaba's market capitalization? (They are in different currencies.)",
    source: "Issue 429 of Finnhub-API",
    score: "part",
    calls: [
      call("get_quotes", { symbols: ["BABA", "CNY=X"] }, "quotes.0.marketCap", "quotes.1.price"),
      statement("BABA", "income", 1, ["revenue"], "data.0.date", "data.0.revenue"),
    ],
    left: "Converts the revenue, then divides",
  },
  {
    question:
      "Rank Tesla among Rivian, Lucid, NIO, Li Auto and BYD by revenue growth of twelve months, ROE and debt/equity.",
    source: "Article of nodoai.es",
    score: "part",
    calls: [
      call(
        "compare_stocks",
        { symbols: ["TSLA", "RIVN", "LCID", "NIO", "LI", "BYDDY"] },
        ...[0, 1, 2, 3, 4, 5].flatMap((at) => [`stocks.${at}.roe`, `stocks.${at}.debtToEquity`]),
      ),
    ],
    left: "Growth of twelve months is a call for each company",
  },
  {
    question: "Couche-Tard's debt/equity of the last fiscal year, and of which debt?",
    source: "Question to 5i Research, 8 July 2019",
    score: "full",
    calls: [
      statement(
        "ATD.TO",
        "balance",
        1,
        ["totalDebt", "totalStockholdersEquity", "debtToEquity"],
        ...["date", "totalDebt", "totalStockholdersEquity", "debtToEquity"].map((name) => `data.0.${name}`),
      ),
    ],
  },
];
