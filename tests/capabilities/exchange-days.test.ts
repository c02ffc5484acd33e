/** "Today" of a share is the day at its exchange, in each answer that states one. */
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dividends } from "../../src/capabilities/companies/dividends.js";
import { insiderTransactions } from "../../src/capabilities/companies/insider-transactions.js";
import { priceHistory } from "../../src/capabilities/prices/price-history.js";
import { secFilings } from "../../src/capabilities/filings/sec-filings.js";
import { entry, type Entry } from "../../src/contract/entry.js";
import { source } from "../../src/contract/provider.js";
import { dividendsFromYahoo } from "../../src/providers/yahoo/companies/dividends.js";
import { priceHistoryFromYahoo } from "../../src/providers/yahoo/prices/price-history.js";
import { BASE, summary, summaryOf } from "../providers/yahoo/upstream-yahoo.js";
import { sessionRoutes } from "../providers/yahoo/upstream-yahoo.js";
import { createAppOf } from "../support/app-of.js";
import { COOKIE_URL } from "../support/ask.js";
import { fakeA } from "../support/fakes.js";
import { useInternet } from "../support/internet.js";

const internet = useInternet();

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** Asks for an address at a moment, with a new program. */
async function askAt(moment: string, rows: readonly unknown[], address: string) {
  vi.setSystemTime(new Date(moment));
  const env = { PROVIDER_B_BASE_URL: BASE, PROVIDER_B_COOKIE_URL: COOKIE_URL };
  const { get, close } = await createAppOf(rows as readonly Entry[], env);
  const { body } = await get(address);
  await close();
  return body;
}

const secondsOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

/** A daily chart with one bar for each day, whose sessions begin at 14:30 UTC. */
function chart(symbol: string, days: readonly string[], timezone: string) {
  const timestamp = days.map((day) => secondsOf(day) + 14.5 * 3600);
  const closes = days.map((_, at) => 100 + at);
  const quote = { open: closes, high: closes, low: closes, close: closes, volume: closes };
  const meta = {
    symbol,
    currency: "USD",
    instrumentType: "EQUITY",
    exchangeTimezoneName: timezone,
    dataGranularity: "1d",
    regularMarketTime: timestamp.at(-1),
  };
  const result = [{ meta, timestamp, indicators: { quote: [quote], adjclose: [{ adjclose: closes }] } }];
  return http.get(`${BASE}/v8/finance/chart/:symbol`, () => HttpResponse.json({ chart: { result, error: null } }));
}

describe("the next dividend, which goes ex on 3 December", () => {
  it.each([
    ["AAPL", "New York, 18:30 on the day before", "2026-12-02T23:30:00Z", true],
    ["AAPL", "New York, 20:30 on the day before", "2026-12-03T01:30:00Z", true],
    ["AAPL", "New York, 23:30 on the day before", "2026-12-03T04:30:00Z", true],
    ["AAPL", "New York, 0:30 on the day", "2026-12-03T05:30:00Z", false],
    ["BHP.AX", "Sydney, 10:30 on the day", "2026-12-02T23:30:00Z", false],
    ["7203.T", "Tokyo, 8:30 on the day", "2026-12-02T23:30:00Z", false],
    ["7203.T", "Tokyo, 23:30 on the day before", "2026-12-02T14:30:00Z", true],
  ])("of %s is announced until that day begins: %s", async (symbol, _where, moment, isAnnounced) => {
    const exDate = { raw: secondsOf("2026-12-03") };
    const modules = {
      price: { symbol, currency: "USD", exchange: "X", quoteType: "EQUITY", regularMarketPrice: { raw: 100 } },
      summaryDetail: { exDividendDate: exDate, dividendRate: { raw: 1 }, dividendYield: { raw: 0.01 } },
      calendarEvents: { exDividendDate: exDate, dividendDate: { raw: secondsOf("2026-12-10") } },
    };
    internet.use(
      ...sessionRoutes(),
      summary(symbol, summaryOf(modules)),
      chart(symbol, ["2026-11-30", "2026-12-01"], "UTC"),
    );
    const body = await askAt(moment, [entry(dividends, [dividendsFromYahoo])], `/api/v1/stock/${symbol}/dividends`);
    expect(body["next"]).toEqual(isAnnounced ? { exDate: "2026-12-03", payDate: "2026-12-10" } : null);
  });
});

it("the year to date is that of the exchange in the last evening of a year", async () => {
  internet.use(chart("AAPL", ["2026-01-02", "2026-12-30", "2026-12-31"], "America/New_York"));
  const rows = [entry(priceHistory, [priceHistoryFromYahoo])];
  const body = await askAt("2027-01-01T00:30:00Z", rows, "/api/v1/stock/AAPL/history?range=ytd");
  expect(body["range"]).toEqual({ from: "2026-01-02", to: "2026-12-31" });
});

it("filings may be asked up to the day of the exchange", async () => {
  const filings = source(fakeA, secFilings, async ({ symbol }) => ({
    data: { symbol, filer: null, cik: null, filings: [], total: 0, since: "2024-12-01" },
  }));
  const rows = [entry(secFilings, [filings])];
  const address = "/api/v1/stock/BHP.AX/filings?as_of=2026-12-03";
  expect(await askAt("2026-12-02T23:30:00Z", rows, address)).toMatchObject({ total: 0 });
  expect(await askAt("2026-12-02T12:30:00Z", rows, address)).toHaveProperty("error");
});

it("the sums of insiders over half a year end on the day of the exchange", async () => {
  const insiders = source(fakeA, insiderTransactions, async ({ symbol }) => ({
    data: { symbol, company_name: null, insider_transactions: [], total_transactions: 0 },
  }));
  const rows = [entry(insiderTransactions, [insiders])];
  const body = await askAt("2026-12-03T01:30:00Z", rows, "/api/v1/stock/AAPL/insider-transactions");
  expect(body["totals6mo"]).toMatchObject({ from: "2026-06-03", to: "2026-12-02" });
});
