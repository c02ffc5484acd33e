/**
 * Two hundred spellings that models try, in the words of other libraries: each is read as the only thing that it can mean,
 * or refused. None may be read as something else.
 */
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { MarketDataError } from "../../src/contract/errors.js";
import { readArguments } from "../../src/mcp/parameters.js";

const REFUSED = "refused";
type Row = readonly [args: object, read: object | typeof REFUSED];

/** By the name of the tool: what a model sends, and the parameters that it means. */
const SPELLINGS: Readonly<Record<string, readonly Row[]>> = {
  provider_a_get_stock_quote: [
    [{ ticker: "aapl" }, { symbol: "AAPL" }],
    [{ Symbol: "AAPL" }, { symbol: "AAPL" }],
    [{ SYMBOL: "AAPL" }, { symbol: "AAPL" }],
    [{ symbols: ["AAPL"] }, { symbol: "AAPL" }],
    [{ symbols: "AAPL" }, { symbol: "AAPL" }],
    [{ tickers: ["AAPL"] }, { symbol: "AAPL" }],
    [{ stock: "AAPL" }, { symbol: "AAPL" }],
    [{ stockSymbol: "AAPL" }, { symbol: "AAPL" }],
    [{ stock_symbol: "AAPL" }, { symbol: "AAPL" }],
    [{ symbol: " aapl " }, { symbol: "AAPL" }],
    [{ symbol: "$AAPL" }, { symbol: "AAPL" }],
    [{ symbol: "NASDAQ:AAPL" }, { symbol: "AAPL" }],
    [{ symbol: "nasdaq:aapl" }, { symbol: "AAPL" }],
    [{ symbol: "AAPL:NASDAQ" }, { symbol: "AAPL" }],
    [{ symbol: "AAPL.US" }, { symbol: "AAPL" }],
    [{ symbol: "NYSE:BRK.B" }, { symbol: "BRK.B" }],
    [{ symbol: "BRK/B" }, { symbol: "BRK.B" }],
    [{ symbol: "BRK-B" }, { symbol: "BRK-B" }],
    [{ symbol: "LON:VOD" }, { symbol: "VOD.L" }],
    [{ symbol: "LSE:VOD" }, { symbol: "VOD.L" }],
    [{ symbol: "VOD.LSE" }, { symbol: "VOD.L" }],
    [{ symbol: "TSX:SHOP" }, { symbol: "SHOP.TO" }],
    [{ symbol: "ETR:SAP" }, { symbol: "SAP.DE" }],
    [{ symbol: "SAP.XETRA" }, { symbol: "SAP.DE" }],
    [{ symbol: "EPA:MC" }, { symbol: "MC.PA" }],
    [{ symbol: "AMS:ASML" }, { symbol: "ASML.AS" }],
    [{ symbol: "SWX:NESN" }, { symbol: "NESN.SW" }],
    [{ symbol: "HKEX:700" }, { symbol: "0700.HK" }],
    [{ symbol: "HKG:0700" }, { symbol: "0700.HK" }],
    [{ symbol: "03690.HK" }, { symbol: "3690.HK" }],
    [{ symbol: "700.HK" }, { symbol: "0700.HK" }],
    [{ symbol: "00700.hk" }, { symbol: "0700.HK" }],
    [{ symbol: "SH600887" }, { symbol: "600887.SS" }],
    [{ symbol: "sz000858" }, { symbol: "000858.SZ" }],
    [{ symbol: "600887.SH" }, { symbol: "600887.SS" }],
    [{ symbol: "sh.600887" }, { symbol: "600887.SS" }],
    [{ symbol: "NSE:RELIANCE" }, { symbol: "RELIANCE.NS" }],
    [{ symbol: "BOM:500325" }, { symbol: "500325.BO" }],
    [{ symbol: "ASX:BHP" }, { symbol: "BHP.AX" }],
    [{ symbol: "TYO:7203" }, { symbol: "7203.T" }],
    [{ symbol: "BTC/USD" }, { symbol: "BTC-USD" }],
    [{ symbol: "eth/eur" }, { symbol: "ETH-EUR" }],
    [{ symbol: "EUR/USD" }, { symbol: "EURUSD=X" }],
    [{ symbol: "^gspc" }, { symbol: "^GSPC" }],
    [{ symbol: "NA" }, { symbol: "NA" }],
    [{ symbol: "NULL" }, { symbol: "NULL" }],
    [{ symbol: "null" }, REFUSED],
    [{ symbol: "None" }, REFUSED],
    [{ symbol: "undefined" }, REFUSED],
    [{ symbol: "TSE:7203" }, REFUSED],
    [{ symbol: "KRX:005930" }, REFUSED],
    [{ symbol: "EURONEXT:MC" }, REFUSED],
    [{ symbol: "apple inc" }, REFUSED],
    [{ symbol: "S&P 500" }, REFUSED],
    [{ symbol: "AAPL,MSFT" }, REFUSED],
    [{ symbols: ["AAPL", "MSFT"] }, REFUSED],
    [{ ticker: "AAPL", symbol: "MSFT" }, REFUSED],
    [{ tiker: "AAPL" }, REFUSED],
    [{}, REFUSED],
  ],
  get_quotes: [
    [{ symbols: "AAPL,MSFT" }, { symbols: ["AAPL", "MSFT"] }],
    [{ symbols: "AAPL MSFT" }, { symbols: ["AAPL", "MSFT"] }],
    [{ symbols: "AAPL, MSFT, NVDA" }, { symbols: ["AAPL", "MSFT", "NVDA"] }],
    [{ symbols: '["AAPL","MSFT"]' }, { symbols: ["AAPL", "MSFT"] }],
    [{ tickers: ["aapl", "msft"] }, { symbols: ["AAPL", "MSFT"] }],
    [{ ticker: "AAPL" }, { symbols: ["AAPL"] }],
    [{ symbol: "AAPL" }, { symbols: ["AAPL"] }],
    [{ stocks: "AAPL,MSFT" }, { symbols: ["AAPL", "MSFT"] }],
    [{ symbols: ["AAPL", null] }, { symbols: ["AAPL"] }],
    [{ symbols: ["NASDAQ:AAPL", "BRK/B"] }, { symbols: ["AAPL", "BRK.B"] }],
    [
      { symbols: "AAPL", convert: "eur" },
      { symbols: ["AAPL"], convert: "EUR" },
    ],
    [
      { symbols: "AAPL", currency: "EUR" },
      { symbols: ["AAPL"], convert: "EUR" },
    ],
    [
      { symbols: "AAPL", convertTo: "EUR" },
      { symbols: ["AAPL"], convert: "EUR" },
    ],
    [{ symbols: "AAPL", convert: null }, { symbols: ["AAPL"] }],
    [{ symbols: "AAPL", convert: "" }, { symbols: ["AAPL"] }],
    [{ symbols: [] }, REFUSED],
    [{ symbols: "AAPL", convert: "euros" }, { convert: "EUR" }],
    [{ symbols: "AAPL", convert: "US dollars" }, { convert: "USD" }],
    [{ symbols: "AAPL", convert: "yen" }, { convert: "JPY" }],
    [{ symbols: "AAPL", convert: "dollars" }, REFUSED],
    [{ symbols: "AAPL", convert: "pesos" }, REFUSED],
    [{ symbols: "AAPL", exchange: "NYSE" }, REFUSED],
  ],
  get_price_history: [
    [
      { symbol: "A", period: "3mo" },
      { symbol: "A", range: "3mo" },
    ],
    [
      { symbol: "A", period: "1Y" },
      { symbol: "A", range: "1y" },
    ],
    [
      { symbol: "A", range: "1 year" },
      { symbol: "A", range: "1y" },
    ],
    [
      { symbol: "A", range: "6 months" },
      { symbol: "A", range: "6mo" },
    ],
    [
      { symbol: "A", range: "6m" },
      { symbol: "A", range: "6mo" },
    ],
    [
      { symbol: "A", range: "12m" },
      { symbol: "A", range: "1y" },
    ],
    [
      { symbol: "A", range: "24mo" },
      { symbol: "A", range: "2y" },
    ],
    [
      { symbol: "A", range: "36 months" },
      { symbol: "A", range: "3y" },
    ],
    [
      { symbol: "A", range: "YTD" },
      { symbol: "A", range: "ytd" },
    ],
    [
      { symbol: "A", timeRange: "5d" },
      { symbol: "A", range: "5d" },
    ],
    [
      { symbol: "A", lookback: "1y" },
      { symbol: "A", range: "1y" },
    ],
    [
      { symbol: "A", range: "5 days" },
      { symbol: "A", range: "5d" },
    ],
    [
      { symbol: "A", interval: "60m" },
      { symbol: "A", interval: "1h" },
    ],
    [
      { symbol: "A", interval: "1hour" },
      { symbol: "A", interval: "1h" },
    ],
    [
      { symbol: "A", interval: "hourly" },
      { symbol: "A", interval: "1h" },
    ],
    [
      { symbol: "A", interval: "1w" },
      { symbol: "A", interval: "1wk" },
    ],
    [
      { symbol: "A", interval: "1week" },
      { symbol: "A", interval: "1wk" },
    ],
    [
      { symbol: "A", interval: "1day" },
      { symbol: "A", interval: "1d" },
    ],
    [
      { symbol: "A", interval: "1D" },
      { symbol: "A", interval: "1d" },
    ],
    [
      { symbol: "A", interval: "daily" },
      { symbol: "A", interval: "1d" },
    ],
    [
      { symbol: "A", interval: "1month" },
      { symbol: "A", interval: "1mo" },
    ],
    [
      { symbol: "A", timeframe: "weekly" },
      { symbol: "A", interval: "1wk" },
    ],
    [
      { symbol: "A", resolution: "1d" },
      { symbol: "A", interval: "1d" },
    ],
    [
      { symbol: "A", frequency: "monthly" },
      { symbol: "A", interval: "1mo" },
    ],
    [
      { symbol: "A", start: "2026-01-02" },
      { symbol: "A", from: "2026-01-02" },
    ],
    [
      { symbol: "A", start_date: "2026-01-02" },
      { symbol: "A", from: "2026-01-02" },
    ],
    [
      { symbol: "A", startDate: "2026-01-02" },
      { symbol: "A", from: "2026-01-02" },
    ],
    [
      { symbol: "A", from_date: "2026-01-02" },
      { symbol: "A", from: "2026-01-02" },
    ],
    [
      { symbol: "A", since: "2026-01-02" },
      { symbol: "A", from: "2026-01-02" },
    ],
    [
      { symbol: "A", start: "2026-01-02", end: "2026-02-02" },
      { symbol: "A", from: "2026-01-02", to: "2026-02-02" },
    ],
    [
      { symbol: "A", from: "2026-01-02", end_date: "2026-02-02" },
      { symbol: "A", from: "2026-01-02", to: "2026-02-02" },
    ],
    [
      { symbol: "A", from: "2026-01-02T00:00:00Z" },
      { symbol: "A", from: "2026-01-02" },
    ],
    [
      { symbol: "A", from: "2026-01-02 09:30:00" },
      { symbol: "A", from: "2026-01-02T09:30:00" },
    ],
    [
      { symbol: "A", from: "2026-01-02T23:30:00-05:00" },
      { symbol: "A", from: "2026-01-02T23:30:00-05:00" },
    ],
    [
      { symbol: "A", from: "2026-01-02T00:00:00-05:00" },
      { symbol: "A", from: "2026-01-02" },
    ],
    [
      { symbol: "A", from: "2026/01/02" },
      { symbol: "A", from: "2026-01-02" },
    ],
    [
      { symbol: "A", from: "2026.01.02" },
      { symbol: "A", from: "2026-01-02" },
    ],
    [
      { symbol: "A", from: "20260102" },
      { symbol: "A", from: "2026-01-02" },
    ],
    [
      { symbol: "A", from: "2026-1-2" },
      { symbol: "A", from: "2026-01-02" },
    ],
    [
      { symbol: "A", from: "Jan 2, 2026" },
      { symbol: "A", from: "2026-01-02" },
    ],
    [
      { symbol: "A", from: "2 January 2026" },
      { symbol: "A", from: "2026-01-02" },
    ],
    [
      { symbol: "A", date: "2026-01-02" },
      { symbol: "A", from: "2026-01-02", to: "2026-01-02" },
    ],
    [
      { symbol: "A", adjusted: "ALL" },
      { symbol: "A", adjusted: "all" },
    ],
    [{ symbol: "A", range: null, from: null, to: null }, { symbol: "A" }],
    [{ symbol: "A", range: "" }, { symbol: "A" }],
    [{ symbol: "A", range: "null", interval: "None" }, { symbol: "A" }],
    [{ symbol: "A", from: "01/02/2026" }, REFUSED],
    [{ symbol: "A", from: "2026-13-01" }, REFUSED],
    [{ symbol: "A", from: "last week" }, REFUSED],
    [{ symbol: "A", from: "Marble 2, 2026" }, REFUSED],
    [
      { symbol: "A", range: "1w" },
      { symbol: "A", range: "5d" },
    ],
    [
      { symbol: "A", range: "1 week" },
      { symbol: "A", range: "5d" },
    ],
    [{ symbol: "A", range: "4y" }, REFUSED],
    [{ symbol: "A", interval: "30m" }, REFUSED],
    [{ symbol: "A", adjusted: true }, REFUSED],
    [{ symbol: "A", range: "1y", from: "2026-01-02" }, REFUSED],
    [{ symbol: "A", interval: "1d", timeframe: "1wk" }, REFUSED],
    [{ symbol: "A", start: "2026-01-02", since: "2026-01-03" }, REFUSED],
    [{ symbol: "A", date: "2026-01-02", from: "2026-01-01" }, REFUSED],
    [{ symbol: "A", prepost: true }, REFUSED],
  ],
  provider_a_get_financial_statements: [
    [{ symbol: "A", statement_type: "income_statement" }, { statement_type: "income" }],
    [{ symbol: "A", statement_type: "Income Statement" }, { statement_type: "income" }],
    [{ symbol: "A", statement_type: "income-statement" }, { statement_type: "income" }],
    [{ symbol: "A", statement_type: "balance_sheet" }, { statement_type: "balance" }],
    [{ symbol: "A", statement_type: "balance_sheet_statement" }, { statement_type: "balance" }],
    [{ symbol: "A", statement_type: "cash_flow" }, { statement_type: "cash" }],
    [{ symbol: "A", statement_type: "cashflow" }, { statement_type: "cash" }],
    [{ symbol: "A", statement_type: "cash flow statement" }, { statement_type: "cash" }],
    [{ symbol: "A", statement_type: "CASH_FLOW" }, { statement_type: "cash" }],
    [{ symbol: "A", statement: "income" }, { statement_type: "income" }],
    [{ symbol: "A", statementType: "balance" }, { statement_type: "balance" }],
    [{ symbol: "A", type: "cash" }, { statement_type: "cash" }],
    [{ symbol: "A", report_type: "income" }, { statement_type: "income" }],
    [{ symbol: "A", period: "quarterly" }, { period: "quarter" }],
    [{ symbol: "A", period: "Quarters" }, { period: "quarter" }],
    [{ symbol: "A", period: "yearly" }, { period: "annual" }],
    [{ symbol: "A", period: "annually" }, { period: "annual" }],
    [{ symbol: "A", period: "year" }, { period: "annual" }],
    [{ symbol: "A", period: "FY" }, { period: "annual" }],
    [{ symbol: "A", frequency: "quarterly" }, { period: "quarter" }],
    [{ symbol: "A", provenance: "true" }, {}],
    [{ symbol: "A", provenance: "yes" }, {}],
    [{ symbol: "A", limit: "4" }, {}],
    [{ symbol: "A", count: 4 }, {}],
    [{ symbol: "A", asOf: "2025-01-31" }, {}],
    [{ symbol: "A", statement_type: "segments" }, REFUSED],
    [{ symbol: "A", statement_type: "revenue" }, REFUSED],
    [{ symbol: "A", period: "ttm" }, REFUSED],
    [{ symbol: "A", period: "Q1" }, REFUSED],
    [{ symbol: "A", fiscal_year: 2024 }, REFUSED],
    [{ symbol: "A", as_of: "" }, REFUSED],
    [{ symbol: "A", limit: 0 }, REFUSED],
    [{ symbol: "A", limit: "many" }, REFUSED],
  ],
  provider_a_screen_stocks: [
    [{ sector: "technology" }, { sector: "Technology" }],
    [{ sector: "Information Technology" }, { sector: "Technology" }],
    [{ sector: "Financials" }, { sector: "Financial Services" }],
    [{ sector: "health care" }, { sector: "Healthcare" }],
    [{ sector: "Consumer Discretionary" }, { sector: "Consumer Cyclical" }],
    [{ sector: "Consumer Staples" }, { sector: "Consumer Defensive" }],
    [{ sector: "consumer_staples" }, { sector: "Consumer Defensive" }],
    [{ sector: "Industrials" }, { sector: "Industrial" }],
    [{ sector: "Basic Materials" }, { sector: "Materials" }],
    [{ sector: "Telecommunications" }, { sector: "Communication Services" }],
    [{ sectors: ["Energy"] }, { sector: "Energy" }],
    [{ min_market_cap: 1e9 }, { market_cap_min: 1e9 }],
    [{ minMarketCap: "1B" }, { market_cap_min: 1e9 }],
    [{ market_cap_minimum: 1e9 }, { market_cap_min: 1e9 }],
    [{ marketCapMoreThan: 1e9 }, { market_cap_min: 1e9 }],
    [{ market_cap_max: "10 billion" }, { market_cap_max: 1e10 }],
    [{ market_cap_max: "2.5bn" }, { market_cap_max: 2.5e9 }],
    [{ market_cap_max: "250 million" }, { market_cap_max: 2.5e8 }],
    [{ market_cap_min: "1,000,000" }, { market_cap_min: 1e6 }],
    [{ max_pe: 15 }, { pe_max: 15 }],
    [{ maxPe: "15" }, { pe_max: 15 }],
    [{ pe_ratio_max: 15 }, { pe_max: 15 }],
    [{ peBelow: 15 }, { pe_max: 15 }],
    [{ trailingPeMax: 15 }, { pe_max: 15 }],
    [{ min_mcap: "1B" }, { market_cap_min: 1e9 }],
    [{ shares_change_min: 3 }, REFUSED],
    [{ priceLowerThan: 20 }, { price_max: 20 }],
    [{ betaMoreThan: 1 }, { beta_min: 1 }],
    [{ min_yield: 3 }, { dividend_yield_min: 3 }],
    [{ min_dividend_yield: 3 }, { dividend_yield_min: 3 }],
    [{ change_percent_min: 3 }, { change_min: 3 }],
    [{ min_volume: "1M" }, { volume_min: 1e6 }],
    [{ sort_by: "-market_cap" }, { sort: "-market_cap" }],
    [{ orderBy: "pe" }, { sort: "pe" }],
    [{ max_results: 5 }, { limit: 5 }],
    [{ top: 5 }, { limit: 5 }],
    [{ country_code: "de" }, { country: "DE" }],
    [{ sector: "Tech" }, { sector: "Technology" }],
    [{ sector: "finance" }, { sector: "Financial Services" }],
    [{ country: "United States" }, { country: "US" }],
    [{ country: "the Netherlands" }, { country: "NL" }],
    [{ country: "USA" }, { country: "US" }],
    [{ country: "Korea" }, REFUSED],
    [{ country: "Europe" }, REFUSED],
    [{ region: "in" }, { country: "IN" }],
    [{ roe_min: 15 }, { roe_min: 15 }],
    [{ min_roe: "15" }, { roe_min: 15 }],
    [{ returnOnEquityMoreThan: 15 }, { roe_min: 15 }],
    [{ min_revenue_growth: 10 }, { revenue_growth_min: 10 }],
    [{ earnings_growth_min: 10 }, { net_income_growth_min: 10 }],
    [{ max_debt_to_equity: 50 }, { debt_to_equity_max: 50 }],
    [{ debtToEquityLowerThan: 50 }, { debt_to_equity_max: 50 }],
    [{ min_gross_margin: 40 }, { gross_margin_min: 40 }],
    [{ min_dividend_growth_years: 10 }, { dividend_years_min: 10 }],
    [{ industry: "semiconductors" }, { industry: "Semiconductors" }],
    [{ industry: "Banks—Regional" }, { industry: "Banks - Regional" }],
    [{ industry: "banks-regional" }, { industry: "Banks - Regional" }],
    [{ industry: "Oil and Gas Integrated" }, { industry: "Oil & Gas Integrated" }],
    [{ exchange: "nasdaq" }, { exchange: "NASDAQ" }],
    [{ exchange: "NMS" }, { exchange: "NASDAQ" }],
    [{ exchange: "London" }, { exchange: "LSE" }],
    [{ stock_exchange: "Hong Kong" }, { exchange: "HKEX" }],
    [{ industry: "Banks" }, REFUSED],
    [{ exchange: "Euronext" }, REFUSED],
    [{ exchange: "LSE", country: "US" }, REFUSED],
    [{ dividend_years_min: "always" }, REFUSED],
    [{ dividend_min: 2 }, REFUSED],
    [{ market_cap: 1e9 }, REFUSED],
    [{ market_cap_min: "large" }, REFUSED],
    [{ country: "Germany" }, { country: "DE" }],
  ],
  provider_a_get_market_gainers: [
    [{ country: "in" }, { country: "IN" }],
    [{ country_code: "IN" }, { country: "IN" }],
    [
      { min_market_cap: "1B", country: "GB" },
      { market_cap_min: 1e9, country: "GB" },
    ],
    [{ country: "UK" }, { country: "GB" }],
    [{ country: "United Kingdom" }, { country: "GB" }],
    [{ country: "France" }, { country: "FR" }],
    [{ country: "India" }, { country: "IN" }],
  ],
  get_options_chain: [
    [{ symbol: "A", expiration_date: "2026-12-18" }, { expiration: "2026-12-18" }],
    [{ symbol: "A", expirationDate: "2026-12-18" }, { expiration: "2026-12-18" }],
    [{ symbol: "A", expiry: "2026-12-18" }, { expiration: "2026-12-18" }],
    [{ symbol: "A", date: "2026-12-18" }, { expiration: "2026-12-18" }],
    [{ symbol: "A", expiration: "Dec 18, 2026" }, { expiration: "2026-12-18" }],
    [{ symbol: "A", expiration: "2026-12" }, { expiration: "2026-12" }],
    [{ symbol: "A", side: "call" }, { side: "calls" }],
    [{ symbol: "A", option_type: "put" }, { side: "puts" }],
    [{ symbol: "A", type: "PUTS" }, { side: "puts" }],
    [{ symbol: "A", limit: 5 }, { strikes: 5 }],
    [{ symbol: "A", sort_by: "-IV" }, { sort: "-iv" }],
    [{ symbol: "A", near: "5" }, { near: 5 }],
    [{ symbol: "A", expiration: "friday" }, REFUSED],
    [{ symbol: "A", strike: "at the money" }, REFUSED],
    [{ symbol: "A", side: "straddle" }, REFUSED],
  ],
  get_market_calendar: [
    [{ kind: "earning" }, { kind: "earnings" }],
    [{ kind: "IPO" }, { kind: "ipos" }],
    [{ type: "splits" }, { kind: "splits" }],
    [{ event_type: "economic" }, { kind: "economic" }],
    [
      { start_date: "2026-12-01", end_date: "2026-12-05" },
      { from: "2026-12-01", to: "2026-12-05" },
    ],
    [{ date: "2026-12-01" }, { from: "2026-12-01", to: "2026-12-01" }],
    [{ tickers: "AAPL" }, { symbols: ["AAPL"] }],
    [{ kind: "dividends" }, { kind: "dividends" }],
    [{ days: 7 }, REFUSED],
  ],
};

describe.each(Object.entries(SPELLINGS))("what models write for %s", (name, rows) => {
  const { capability } = CATALOGUE.find((entry) => entry.capability.tool.name === name)!;

  const outcomeOf = (args: object) => {
    try {
      return { input: readArguments(capability, args, CATALOGUE).input };
    } catch (error) {
      return { refused: error instanceof MarketDataError };
    }
  };

  it.each(rows)("%j", (args, read) => {
    expect(outcomeOf(args)).toMatchObject(read === REFUSED ? { refused: true } : { input: read });
  });
});

it("these are two hundred and more, of which more than three quarters are understood", () => {
  const all = Object.values(SPELLINGS).flat();
  const understood = all.filter(([, read]) => read !== REFUSED);
  expect(all.length).toBeGreaterThanOrEqual(200);
  expect(understood.length / all.length).toBeGreaterThan(0.75);
});
