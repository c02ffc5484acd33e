/** Healthy answers of all upstreams, in their own shapes, for any symbol. */
import { createSummaryReply } from "../../src/simulator/yahoo/summary.js";
import { UPSTREAMS } from "../../src/simulator/server.js";
import { createWorld, type SimulatedRequest } from "../../src/simulator/companies/world.js";
import type { UpstreamCall } from "./faulty-upstream.js";

const CRUMB = "crumb/1234.";
const COOKIE = "A3=d";

/** Answers a call as its upstream does; provider B requires a cookie and a crumb. */
export function playHealthy({ path, query, headers, response }: UpstreamCall): void {
  if (path === "/door") {
    response.writeHead(404, { "set-cookie": `${COOKIE}; Max-Age=31536000; Path=/` }).end();
  } else if (path === "/b/v1/test/getcrumb") {
    const known = headers.cookie === COOKIE;
    response.writeHead(known ? 200 : 401, { "content-type": "text/plain" }).end(known ? CRUMB : "");
  } else if (path.startsWith("/b/") && !isOpen(path) && query.get("crumb") !== CRUMB) {
    const error = { code: "Unauthorized", description: "Invalid Crumb" };
    response
      .writeHead(401, { "content-type": "application/json" })
      .end(JSON.stringify({ finance: { result: null, error } }));
  } else {
    const body = healthyBody(path, query);
    const status = body === undefined ? 404 : 200;
    const isText = typeof body === "string" || body instanceof Uint8Array;
    const type = isText ? "text/plain" : "application/json";
    response.writeHead(status, { "content-type": type }).end(isText ? body : JSON.stringify(body ?? {}));
  }
}

/** Returns the body of a healthy answer; `undefined` for an unknown address. */
export function healthyBody(path: string, query: URLSearchParams): unknown {
  const [, face, ...rest] = path.split("/");
  const symbol = query.get("symbol") ?? decodeURIComponent(rest.at(-1) ?? "");
  if (face === "a") return bodyOfFmp(rest.join("/"), symbol, query.get("symbols") ?? "");
  if (face === "b") return bodyOfYahoo(rest.join("/"), symbol, query);
  if (face === "c") return bodyOfAlphaVantage(query);
  if (face === "d") return bodyOfOffices(rest.join("/"));
  return simulatedBody(face, rest.join("/"), query);
}

const WITH_ANY_KEY: SimulatedRequest["headers"] = new Proxy({}, { get: () => "demo@example.com" });

/** Returns the body that a further provider has on the simulated market; `undefined` for an unknown address. */
function simulatedBody(face: string | undefined, path: string, query: URLSearchParams): unknown {
  const answer = UPSTREAMS.find((each) => each.path === face)?.create(createWorld(1));
  const question = { method: "GET", path: `/${path}`, query, headers: WITH_ANY_KEY, body: "", at: Date.now() };
  const reply = answer?.(question);
  return reply?.status === 200 ? (reply.body ?? reply.text ?? reply.bytes) : undefined;
}

/** A row of provider A's quote. */
export function quoteRowOf(symbol: string) {
  return {
    symbol,
    name: `${symbol} Inc.`,
    price: 255.92,
    changePercentage: 0.11344,
    change: 0.29,
    volume: 31289369,
    dayLow: 250.65,
    dayHigh: 256.13,
    yearHigh: 288.62,
    yearLow: 169.21,
    marketCap: 3761492983658,
    priceAvg50: 259.9994,
    priceAvg200: 249.40686,
    exchange: "NASDAQ",
    open: 254.2,
    previousClose: 255.63,
    timestamp: 1775160001,
  };
}

/** A row of provider B's v7 quote and of its screeners. */
export function rowOfYahoo(symbol: string) {
  return {
    symbol,
    shortName: `${symbol} Inc.`,
    longName: `${symbol} Incorporated`,
    quoteType: "EQUITY",
    exchange: "NMS",
    fullExchangeName: "NasdaqGS",
    currency: "USD",
    regularMarketPrice: 244.6,
    regularMarketChange: 3.07,
    regularMarketChangePercent: 1.27,
    regularMarketVolume: 40896227,
    regularMarketTime: 1739566800,
    averageDailyVolume3Month: 50443058,
    marketCap: 3674405863424,
    trailingPE: 38.763866,
    epsTrailingTwelveMonths: 6.4,
    sharesOutstanding: 15022100480,
    beta: 1.2,
  };
}

function bodyOfFmp(path: string, symbol: string, symbols: string): unknown {
  const mover = {
    symbol: "ACME",
    name: "Acme Corp.",
    price: 12.5,
    change: 2.5,
    changesPercentage: 25,
    exchange: "NYSE",
  };
  const coin = { ...quoteRowOf("BTCUSD"), name: "Bitcoin USD", exchange: "CRYPTO" };
  const bodies: Record<string, unknown> = {
    quote: [quoteRowOf(symbol)],
    "batch-quote": symbols.split(",").map(quoteRowOf),
    profile: [
      {
        symbol,
        companyName: `${symbol} Inc.`,
        price: 255.92,
        marketCap: 3761492983658,
        averageVolume: 44909137,
        currency: "USD",
      },
    ],
    "ratios-ttm": [{ symbol, netIncomePerShareTTM: 8, priceToEarningsRatioTTM: 31.99 }],
    "shares-float": [{ symbol, outstandingShares: 14697925069 }],
    "key-metrics-ttm": [{ symbol, returnOnEquityTTM: 1.6, returnOnAssetsTTM: 0.31 }],
    "discounted-cash-flow": [{ symbol, date: "2026-04-02", dcf: 150.5, "Stock Price": 255.92 }],
    earnings: [{ symbol, date: "2025-01-30", epsActual: 2.4, epsEstimated: 2.35, revenueActual: 124300000000 }],
    "price-target-consensus": [{ symbol, targetHigh: 350, targetLow: 239, targetConsensus: 316.67, targetMedian: 325 }],
    "historical-price-eod/full": [
      { symbol, date: "2026-04-02", open: 254.2, high: 256.13, low: 250.65, close: 255.92, volume: 31289369 },
    ],
    "sec-filings-search/symbol": [
      { filingDate: "2025-01-31 00:00:00", formType: "10-Q", link: "https://www.sec.gov/1-index.htm" },
    ],
    "etf/info": [{ symbol, name: "Acme Fund", expenseRatio: 0.09, nav: 655.08, navCurrency: "USD" }],
    "biggest-gainers": [mover],
    "biggest-losers": [{ ...mover, change: -2.5, changesPercentage: -25 }],
    "most-actives": [mover],
    "company-screener": [
      { symbol: "ACME", companyName: "Acme Corp.", price: 12.5, marketCap: 1250000000, sector: "Technology" },
    ],
    "batch-crypto-quotes": [coin],
    "cryptocurrency-list": [
      { symbol: "BTCUSD", name: "Bitcoin USD", circulatingSupply: 19972590, totalSupply: 19972590 },
    ],
  };
  return bodies[path] ?? [];
}

function bodyOfYahoo(path: string, symbol: string, query: URLSearchParams): unknown {
  const listing = { ...rowOfYahoo(symbol), exchangeName: "NasdaqGS" };
  if (path.startsWith("v10/finance/quoteSummary/")) {
    return {
      quoteSummary: {
        result: [
          { ...simulated(query), price: { ...listing, ...(symbol === "SPY" ? { quoteType: "ETF" } : {}) }, ...MODULES },
        ],
        error: null,
      },
    };
  }
  if (path === "v7/finance/quote") {
    const rows = (query.get("symbols") ?? "").split(",").map((one) => rowOfYahoo(one));
    return { quoteResponse: { result: rows, error: null } };
  }
  if (path.startsWith("v7/finance/options/")) return { optionChain: { result: [optionsOf(symbol)], error: null } };
  if (path.startsWith("v8/finance/chart/"))
    return { chart: { result: [chartOfYahoo(listing, query.get("interval"))], error: null } };
  if (path.startsWith("ws/fundamentals-timeseries/")) return { timeseries: { result: [], error: null } };
  if (path === "v1/finance/search") {
    return { quotes: [{ ...rowOfYahoo("ACME"), isYahooFinance: true }], news: [storyOfYahoo(query.get("q") ?? "")] };
  }
  if (path.startsWith("v1/finance/screener")) {
    return { finance: { result: [{ start: 0, total: 1, quotes: [rowOfYahoo("ACME")] }], error: null } };
  }
  return undefined;
}

/** An option chain of one expiration with one call and one put. */
function optionsOf(symbol: string) {
  const expiration = 4070908800;
  const contract = { strike: 245, bid: 3.1, ask: 3.3, lastPrice: 3.2, openInterest: 10, impliedVolatility: 0.2 };
  return {
    underlyingSymbol: symbol,
    expirationDates: [expiration],
    quote: { ...rowOfYahoo(symbol), marketState: "REGULAR" },
    options: [{ expirationDate: expiration, calls: [contract], puts: [contract] }],
  };
}

/** A chart of a share whose first day of trade is its latest. */
function chartOfYahoo(listing: object, interval: string | null) {
  const quote = { open: [241.25], high: [245.55], low: [240.99], close: [244.6], volume: [40896227] };
  const firstTradeDate = 1739543400;
  return {
    meta: {
      ...listing,
      range: "1d",
      dataGranularity: interval,
      exchangeTimezoneName: "America/New_York",
      firstTradeDate,
    },
    timestamp: [firstTradeDate],
    indicators: { quote: [quote], adjclose: [{ adjclose: [244.6] }] },
  };
}

function storyOfYahoo(symbol: string) {
  return {
    title: `${symbol} opens a factory`,
    publisher: "Newswire",
    link: "https://news.example.test/1",
    providerPublishTime: 1739566800,
    type: "STORY",
    relatedTickers: [symbol],
  };
}

/** The modules of the simulated market, if none of the asked ones is below: a new capability needs nothing here. */
function simulated(asked: URLSearchParams): object {
  const modules = asked.get("modules") ?? "";
  if (modules.split(",").some((name) => Object.hasOwn(MODULES, name))) return {};
  const query = new URLSearchParams({ modules, formatted: "false" });
  const { body } = summaryOf("AAPL", { method: "GET", path: "", query, headers: {}, body: "", at: Date.now() });
  return (body as { quoteSummary: { result: object[] | null } }).quoteSummary.result?.[0] ?? {};
}

const summaryOf = createSummaryReply(createWorld(1));

const MODULES = {
  assetProfile: { industry: "Consumer Electronics", sector: "Technology", longBusinessSummary: "Acme makes things." },
  financialData: { recommendationMean: 2, recommendationKey: "buy", numberOfAnalystOpinions: 40, targetMeanPrice: 250 },
  calendarEvents: { earnings: { earningsDate: [4070908800], isEarningsDateEstimate: true, earningsAverage: 1.9 } },
  majorHoldersBreakdown: { insidersPercentHeld: 0.02, institutionsPercentHeld: 0.6, institutionsCount: 10 },
  institutionOwnership: { ownershipList: [{ organization: "Acme Capital", pctHeld: 0.08, position: 1000 }] },
  secFilings: {
    filings: [{ date: "2025-01-31", type: "10-Q", title: "Report", edgarUrl: "https://finance.yahoo.com/filing/1" }],
  },
  topHoldings: { holdings: [{ symbol: "ACME", holdingName: "Acme Corp.", holdingPercent: 0.09 }] },
  fundProfile: { family: "Acme Funds", feesExpensesInvestment: { annualReportExpenseRatio: 0.002 } },
  fundPerformance: { trailingReturns: { oneYear: 0.1 } },
  fundOwnership: { ownershipList: [{ organization: "Acme Fund", pctHeld: 0.03, position: 500 }] },
  earningsHistory: { history: [{ quarter: 1735603200, epsActual: 2.4, epsEstimate: 2.34, currency: "USD" }] },
  recommendationTrend: { trend: [{ period: "0m", strongBuy: 6, buy: 24, hold: 12, sell: 2, strongSell: 0 }] },
};

function bodyOfAlphaVantage(query: URLSearchParams): unknown {
  const match = {
    "1. symbol": "ACME",
    "2. name": `Acme, found by ${query.get("keywords")}`,
    "3. type": "Equity",
    "4. region": "United States",
    "5. marketOpen": "09:30",
    "6. marketClose": "16:00",
    "7. timezone": "UTC-04",
    "8. currency": "USD",
    "9. matchScore": "0.8000",
  };
  return { bestMatches: [match] };
}

/** Provider B's answers that need no crumb. */
function isOpen(path: string): boolean {
  return /^\/b\/(?:v8\/finance\/chart|ws\/|v1\/finance\/search)/.test(path);
}

/** Provider D: two companies, of which each filed a yearly report. */
function bodyOfOffices(path: string): unknown {
  if (path === "files/company_tickers.json") {
    return {
      0: { cik_str: 320193, ticker: "AAPL", title: "Apple Inc." },
      1: { cik_str: 1234567, ticker: "ACME", title: "ACME CORP" },
    };
  }
  // Managers without a symbol, and the lists that name what they hold.
  if (/\/(?:CIK000)?1067983\b|fails-deliver-data/.test(path)) return simulatedBody("d", path, new URLSearchParams());
  if (path.startsWith("api/xbrl/companyfacts/")) {
    const filed = { accn: "0000320193-25-000079", fy: 2025, fp: "FY", form: "10-K", filed: "2025-10-31" };
    const USD = [{ start: "2024-09-29", end: "2025-09-27", val: 112_010_000_000, ...filed }];
    return { cik: 320193, entityName: "Apple Inc.", facts: { "us-gaap": { NetIncomeLoss: { units: { USD } } } } };
  }
  if (path.startsWith("Archives/")) {
    const prose = "<p>Item 1A. Risk Factors</p><p>Our business depends on others.</p>";
    return `<html><body>${prose}</body></html>`;
  }
  if (path.startsWith("api/xbrl/companyconcept/") && path.endsWith("/us-gaap/NetIncomeLoss.json")) {
    const filed = { accn: "0000320193-25-000079", fy: 2025, fp: "FY", form: "10-K", filed: "2025-10-31" };
    const USD = [{ start: "2024-09-29", end: "2025-09-27", val: 112_010_000_000, ...filed }];
    return { cik: 320193, taxonomy: "us-gaap", tag: "NetIncomeLoss", label: "Net Income (Loss)", units: { USD } };
  }
  if (path.startsWith("treasury/")) {
    return "<feed><m:properties><d:NEW_DATE>2026-08-12T00:00:00</d:NEW_DATE><d:BC_10YEAR>4.70</d:BC_10YEAR></feed>";
  }
  if (path.startsWith("nyfed/")) {
    const effectiveDate = "2026-08-11";
    return {
      refRates: [
        { effectiveDate, type: "SOFR", percentRate: 3.65 },
        { effectiveDate, type: "EFFR", percentRate: 3.63, targetRateFrom: 3.5, targetRateTo: 3.75 },
      ],
    };
  }
  if (path.startsWith("ecb/")) return "<Cube><Cube time='2026-08-12'><Cube currency='USD' rate='1.089'/></Cube></Cube>";
  if (path === "LATEST/search-index") return { timed_out: false, hits: { total: { value: 1 }, hits: [HIT] } };
  if (path.startsWith("bls/")) {
    const footnotes = [{ code: "X", text: "Estimated." }];
    const data = ["M02", "M01"].map((period) => ({ year: "2026", period, value: "4.2", footnotes }));
    const series = ["CUSR0000SA0", "CUUR0000SA0", "LNS14000000"].map((seriesID) => ({ seriesID, data }));
    return { status: "REQUEST_SUCCEEDED", message: [], Results: { series } };
  }
  if (!path.startsWith("submissions/")) return undefined;
  const recent = {
    accessionNumber: ["0000320193-25-000079"],
    filingDate: ["2025-10-31"],
    reportDate: ["2025-09-27"],
    form: ["10-K"],
    items: [""],
    isXBRL: [1],
    primaryDocument: ["aapl-20250927.htm"],
  };
  return { name: "Apple Inc.", sic: "3571", formerNames: [], filings: { recent, files: [] } };
}

/** A document that the SEC's full-text search found. */
const HIT = {
  _id: "0000320193-25-000079:aapl-20250927.htm",
  _source: {
    ciks: ["0000320193"],
    display_names: ["Apple Inc.  (AAPL)  (CIK 0000320193)"],
    form: "10-K",
    file_type: "10-K",
    file_date: "2025-10-31",
    period_ending: "2025-09-27",
  },
};
