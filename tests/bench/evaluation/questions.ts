/** The questions of an evaluation: those of docs/questions.md, and further ones that public places show as examples. */
import { CATALOGUE } from "../../../src/catalogue.js";
import { call, statement } from "../../docs/question-calls.js";
import { isDated, QUESTIONS, type Call } from "../../docs/questions.js";

export interface EvaluationQuestion {
  question: string;
  /** Where people ask it in public. */
  source: string;
  /** The toolset of the first tool. */
  kind: string;
  /** Calls that answer it, with the fields that hold what was asked. */
  calls: readonly Call[];
}

/** Tools of which each answers such a question, so that any of them is right. */
export const SAME_FIGURE: readonly (readonly string[])[] = [
  ["provider_a_get_stock_quote", "provider_b_get_stock_quote", "get_quotes"],
  ["get_quotes", "provider_a_get_crypto_prices"],
  ["get_company_overview", "get_key_statistics"],
  ["search", "search_symbols"],
];

const quote = (symbol: string, ...fields: string[]) => call("provider_a_get_stock_quote", { symbol }, ...fields);
const statistics = (symbol: string, ...fields: string[]) => call("get_key_statistics", { symbol }, ...fields);
const history = (symbol: string, args: object, ...fields: string[]) =>
  call("get_price_history", { symbol, limit: 1, ...args }, ...fields);

type Row = readonly [question: string, source: string, ...calls: Call[]];

const BLOOMBERG = "Prompts of a Bloomberg-style MCP server";
const ALPACA = "README of a skill for Alpaca";
const TOOLS_README = "README of leeeellis/mcp-financial-tools";
const STOCK_README = "README of toshi11-git/mcp_stock_server";
const RESEARCH_TAB = "Example queries of a research tab (Streamlit)";
const ROUTING = "Routing table of a market-data skill";
const SUMP_PUMP = "README of SumpPump";
const VOICE = "Voice commands of GVSES market insights";
const SCHWAB = "README of a Schwab MCP server";
const SCENARIOS = "Test queries of a scenario detector";
const STOCKFLOW = "README of twolven/mcp-stockflow";
const KITE = "Introduction of Kite MCP Server";
const TRACES = "Generator of finance tool traces";

const FURTHER: readonly Row[] = [
  // Prices
  ["How much is Apple trading for?", TRACES, quote("AAPL", "price")],
  [
    "What is Tesla's share price now, and by how many percent has it changed today?",
    SCENARIOS,
    quote("TSLA", "price", "changesPercentage"),
  ],
  ["Give me Nvidia's day range and its volume.", TRACES, quote("NVDA", "dayLow", "dayHigh", "volume")],
  ["Where is Microsoft within its 52-week range?", BLOOMBERG, quote("MSFT", "price", "yearLow", "yearHigh")],
  ["What is the price of Bitcoin?", RESEARCH_TAB, call("get_quotes", { symbols: ["BTCUSD"] }, "quotes.0.price")],
  [
    "Prices of Bitcoin and Ethereum.",
    RESEARCH_TAB,
    call("get_quotes", { symbols: ["BTCUSD", "ETHUSD"] }, "quotes.0.price", "quotes.1.price"),
  ],
  [
    "Current prices of Apple, Microsoft and Coca-Cola.",
    KITE,
    call("get_quotes", { symbols: ["AAPL", "MSFT", "KO"] }, "quotes.0.price", "quotes.1.price", "quotes.2.price"),
  ],
  ["How many dollars is a euro?", SUMP_PUMP, call("get_quotes", { symbols: ["EURUSD"] }, "quotes.0.price")],
  [
    "By how much did Tesla's shares change over the last month?",
    ALPACA,
    history("TSLA", { range: "1mo" }, "summary.changePercent"),
  ],
  [
    "What did Ethereum return over the last 30 days?",
    RESEARCH_TAB,
    history("ETHUSD", { range: "1mo" }, "summary.changePercent"),
  ],
  [
    "What were Apple's highest and lowest close of the last year?",
    TRACES,
    history("AAPL", { range: "1y" }, "summary.high", "summary.low"),
  ],
  ["How volatile was Coca-Cola over the last year?", TRACES, history("KO", { range: "1y" }, "summary.volatility")],
  ["How did Nvidia do over five years?", BLOOMBERG, history("NVDA", { range: "5y" }, "summary.changePercent")],
  // Companies
  ["What is Apple's P/E ratio?", VOICE, statistics("AAPL", "valuation.trailingPE")],
  [
    "What are Nvidia's P/E ratio and market cap?",
    RESEARCH_TAB,
    statistics("NVDA", "valuation.trailingPE", "valuation.marketCap"),
  ],
  [
    "Price and P/E ratio of Toyota.",
    STOCK_README,
    call("get_company_overview", { symbol: "TM" }, "financialMetrics.peRatio"),
  ],
  ["What is Microsoft's return on equity?", SCENARIOS, statistics("MSFT", "profit.returnOnEquity")],
  ["What is Apple's enterprise value to EBITDA?", BLOOMBERG, statistics("AAPL", "valuation.evToEbitda")],
  ["How many shares of Tesla are there?", TRACES, statistics("TSLA", "shares.outstanding")],
  ["What is Nvidia's forward P/E?", BLOOMBERG, statistics("NVDA", "valuation.forwardPE")],
  ["How many people work for Microsoft?", VOICE, call("get_company_overview", { symbol: "MSFT" }, "employees")],
  [
    "What is Apple's operating income, and what its operating margin?",
    RESEARCH_TAB,
    statement(
      "AAPL",
      "income",
      1,
      ["operatingIncome", "operatingMargin"],
      "data.0.operatingIncome",
      "data.0.operatingMargin",
    ),
  ],
  [
    "How much cash does Nvidia hold?",
    BLOOMBERG,
    statement("NVDA", "balance", 1, ["cashAndCashEquivalents"], "data.0.cashAndCashEquivalents"),
  ],
  [
    "How much did Apple spend on its own shares last year?",
    BLOOMBERG,
    statement("AAPL", "cash", 1, ["commonStockRepurchased"], "data.0.commonStockRepurchased"),
  ],
  ["How large is Microsoft by market value?", SCENARIOS, quote("MSFT", "marketCap")],
  ["What is Coca-Cola's beta?", TRACES, statistics("KO", "price.beta")],
  ["How much of Tesla's float is sold short?", ROUTING, statistics("TSLA", "shares.shortPercentOfFloat")],
  ["What is Apple's profit margin?", SCENARIOS, statistics("AAPL", "profit.netMargin")],
  [
    "What was Apple's revenue in each of the last three years?",
    RESEARCH_TAB,
    statement("AAPL", "income", 3, ["revenue"], "data.0.revenue", "data.1.revenue", "data.2.revenue"),
  ],
  [
    "Compare the revenue of Apple and Microsoft.",
    RESEARCH_TAB,
    statement("AAPL", "income", 1, ["revenue"], "data.0.revenue"),
    statement("MSFT", "income", 1, ["revenue"], "data.0.revenue"),
  ],
  [
    "How much free cash flow did Microsoft have last year?",
    BLOOMBERG,
    statement("MSFT", "cash", 1, ["freeCashFlow"], "data.0.freeCashFlow"),
  ],
  ["How much debt does Tesla have?", BLOOMBERG, statement("TSLA", "balance", 1, ["totalDebt"], "data.0.totalDebt")],
  ["What is Nvidia's gross margin?", BLOOMBERG, statement("NVDA", "income", 1, ["grossMargin"], "data.0.grossMargin")],
  [
    "By how much did Coca-Cola's net income grow last year?",
    SCENARIOS,
    statement("KO", "income", 2, ["netIncomeGrowth"], "data.0.netIncomeGrowth"),
  ],
  [
    "What is a fair value of Apple by discounted cash flows?",
    STOCK_README,
    call("provider_a_get_dcf_valuation", { symbol: "AAPL" }, "dcf"),
  ],
  // Earnings, dividends, analysts
  [
    "What did analysts expect of Apple's last quarter, and what did it earn?",
    ROUTING,
    call("get_earnings", { symbol: "AAPL" }, "csv.0.epsEstimate", "csv.0.epsActual"),
  ],
  [
    "What earnings a share do analysts expect of Alphabet next quarter?",
    RESEARCH_TAB,
    call("get_earnings", { symbol: "GOOGL" }, "next.epsEstimate"),
  ],
  ["What dividends has Apple paid lately?", ALPACA, call("get_dividends", { symbol: "AAPL" }, "dividends.0.amount")],
  [
    "When does Coca-Cola go ex-dividend, and what does it yield?",
    ROUTING,
    call("get_dividends", { symbol: "KO" }, "yield"),
  ],
  [
    "How much did Coca-Cola pay a share in the last twelve months?",
    STOCK_README,
    call("get_dividends", { symbol: "KO" }, "paidTwelveMonths.amount"),
  ],
  [
    "For how many years has Coca-Cola raised its dividend?",
    STOCK_README,
    call("get_dividends", { symbol: "KO" }, "yearsRaised"),
  ],
  [
    "What are the highest and lowest price targets for Apple?",
    BLOOMBERG,
    call("provider_a_get_price_targets", { symbol: "AAPL" }, "priceTargetHigh", "priceTargetLow"),
  ],
  ["What is the yield of VYM?", STOCK_README, call("get_fund", { symbol: "VYM" }, "yield")],
  [
    "What is the analysts' mean price target for Nvidia?",
    ROUTING,
    call("provider_a_get_price_targets", { symbol: "NVDA" }, "priceTargetAverage"),
  ],
  [
    "How many analysts rate Tesla buy, hold or sell?",
    BLOOMBERG,
    call(
      "get_recommendations",
      { symbol: "TSLA" },
      "recommendations.buy",
      "recommendations.hold",
      "recommendations.sell",
    ),
  ],
  // Ownership
  [
    "Who are Apple's largest institutional holders?",
    ROUTING,
    call("get_holders", { symbol: "AAPL" }, "csv.0.percentHeld"),
  ],
  [
    "What part of Tesla do insiders own?",
    BLOOMBERG,
    call("get_holders", { symbol: "TSLA", kind: "insiders" }, "insidersPercent"),
  ],
  [
    "What insider trades were there in Tesla lately?",
    RESEARCH_TAB,
    call("get_insider_transactions", { symbol: "TSLA" }, "insider_transactions.0.shares"),
  ],
  ["What does SPY cost a year?", TRACES, call("get_fund", { symbol: "SPY" }, "expenseRatio")],
  ["What are the largest holdings of QQQ?", TRACES, call("get_fund", { symbol: "QQQ" }, "holdings.0.weight")],
  // Options
  ["Show me the option chain of Apple.", BLOOMBERG, call("get_options_chain", { symbol: "AAPL" }, "underlyingPrice")],
  ["What is the put/call ratio of SPY?", ROUTING, call("get_options_chain", { symbol: "SPY" }, "totals.putCallRatio")],
  [
    "Apple's price and its option chain, please.",
    STOCKFLOW,
    call("get_options_chain", { symbol: "AAPL" }, "underlyingPrice"),
  ],
  [
    "What move do options imply for Tesla's report?",
    TOOLS_README,
    call("get_options_chain", { symbol: "TSLA", expiration: "earnings" }, "impliedMove"),
  ],
  [
    "What is the open interest of Apple's calls?",
    ROUTING,
    call("get_options_chain", { symbol: "AAPL" }, "totals.callOpenInterest"),
  ],
  // The market
  ["Which stocks are traded most today?", ALPACA, call("provider_a_get_most_active", {}, "active_stocks.0.volume")],
  [
    "What is the biggest gainer of the day?",
    ALPACA,
    call("provider_a_get_market_gainers", {}, "gainers.0.changesPercentage"),
  ],
  [
    "What is the biggest loser of the day?",
    SCHWAB,
    call("provider_a_get_market_losers", {}, "losers.0.changesPercentage"),
  ],
  ["How are the markets doing right now?", TOOLS_README, call("get_market_summary", {}, "indices.0.changesPercentage")],
  ["What is the level of the VIX?", TRACES, call("get_market_summary", {}, "volatility")],
  [
    "What is inflation in the US?",
    ROUTING,
    call("get_economic_series", { series: ["cpi"], limit: 1 }, "csv.0.yearChange"),
  ],
  [
    "What is the US unemployment rate?",
    ROUTING,
    call("get_economic_series", { series: ["unemployment_rate"], limit: 1 }, "csv.0.value"),
  ],
  [
    "What are the federal funds rate and the 10-year Treasury yield?",
    ROUTING,
    call("get_reference_rates", {}, "federalFunds.effective", "yields.y10"),
  ],
  [
    "What do 3-month and 2-year Treasury bills and notes yield?",
    ROUTING,
    call("get_reference_rates", {}, "yields.m3", "yields.y2"),
  ],
  ["What is SOFR today?", ROUTING, call("get_reference_rates", {}, "sofr.rate")],
  [
    "How did the S&P 500 and the Nasdaq move today?",
    TOOLS_README,
    call("get_market_summary", {}, "indices.0.changesPercentage", "indices.1.changesPercentage"),
  ],
  // Technical indicators
  [
    "What is the MACD of Microsoft?",
    TRACES,
    call("get_technical_indicators", { symbol: "MSFT" }, "macd.line", "macd.signal"),
  ],
  ["What is Nvidia's average true range?", TRACES, call("get_technical_indicators", { symbol: "NVDA" }, "atr14")],
  ["Is Apple overbought by its RSI?", TRACES, call("get_technical_indicators", { symbol: "AAPL" }, "rsi14")],
  ["Where is Tesla's 50-day moving average?", VOICE, call("get_technical_indicators", { symbol: "TSLA" }, "sma.50")],
];

const SETS = new Map(CATALOGUE.map(({ capability: { tool } }) => [tool.name, tool.set]));

export const EVALUATION_QUESTIONS: readonly EvaluationQuestion[] = [
  // Figures cannot judge a question that no source answers, and days that are past by now cannot be asked for.
  ...QUESTIONS.filter((each) => (each.keyed ?? each.score) !== "no" && !isDated(each)).map(
    ({ question, source, calls }) => ({
      question,
      source,
      calls,
    }),
  ),
  ...FURTHER.map(([question, source, ...calls]) => ({ question, source, calls })),
].map((each) => ({ ...each, kind: SETS.get(each.calls[0]!.tool) ?? "" }));
