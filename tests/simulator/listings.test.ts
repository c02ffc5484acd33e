/** Listings outside the US: each at the exchange, in the currency and with the hours that the program knows of it. */
import { describe, expect, it } from "vitest";
import { exchangeOfSuffix } from "../../src/contract/symbols/exchanges.js";
import { EXCHANGES } from "../../src/simulator/market/exchanges.js";
import { PLACES } from "../../src/simulator/market/listings.js";
import { createMarket } from "../../src/simulator/market/market.js";
import { useSimulator, type YahooQuotes, type YahooScreen } from "./call-simulator.js";

const NOW = "2025-11-20T12:00:00Z";
const market = await useSimulator(NOW);
const own = createMarket(20_260);

const toTime = (hours: number) =>
  `${String(Math.floor(hours + 1e-9)).padStart(2, "0")}:${String(Math.round((hours % 1) * 60) % 60).padStart(2, "0")}`;

describe("the places of listings", () => {
  it.each(Object.entries(PLACES))("of .%s are as the program knows them", (suffix, { exchange, country }) => {
    const known = exchangeOfSuffix(suffix)!;
    const { yahoo, fmp, zone, hours } = EXCHANGES[exchange];
    expect(known.yahoo).toContain(yahoo);
    expect(known.fmp).toContain(fmp);
    expect(known).toMatchObject({ zone, country, open: toTime(hours![0]), close: toTime(hours![1]) });
  });

  it.each([
    ["300750.SZ", "Contemporary Amperex Technology Co., Limited", "CNY", "Shenzhen"],
    ["600519.SS", "Kweichow Moutai Co., Ltd.", "CNY", "Shanghai"],
    ["0700.HK", "Tencent Holdings Limited", "HKD", "HKSE"],
    ["005930.KS", "Samsung Electronics Co., Ltd.", "KRW", "KSE"],
    ["2330.TW", "Taiwan Semiconductor Manufacturing Company Limited", "TWD", "Taiwan"],
    ["6758.T", "Sony Group Corporation", "JPY", "Tokyo"],
    ["ICICIBANK.NS", "ICICI Bank Limited", "INR", "NSE"],
    ["THYAO.IS", "Türk Hava Yollari Anonim Ortakligi", "TRY", "Istanbul"],
    ["PETR4.SA", "Petróleo Brasileiro S.A. - Petrobras", "BRL", "São Paulo"],
    ["BARC.L", "Barclays PLC", "GBp", "LSE"],
    ["NOVO-B.CO", "Novo Nordisk A/S", "DKK", "Copenhagen"],
    ["SAP.DE", "SAP SE", "EUR", "XETRA"],
  ])("have %s, %s", async (symbol, longName, currency, fullExchangeName) => {
    const { body } = await market.b<YahooQuotes>(`/v7/finance/quote?symbols=${symbol}`);
    expect(body.quoteResponse.result).toMatchObject([{ symbol, longName, currency, fullExchangeName }]);
    const [profile] = await market.a<{ currency: string; companyName: string }>(`profile?symbol=${symbol}`);
    expect(profile).toMatchObject({ currency, companyName: longName });
  });

  it("have companies with a sector and an industry", () => {
    const abroad = own.stocks.filter(({ currency }) => currency !== "USD");
    expect(abroad.length).toBeGreaterThan(120);
    expect(abroad.filter(({ sector, industry }) => sector === "" || industry === "")).toEqual([]);
  });
});

it("companies of Hong Kong with accounts in yuan have the rate between both in their figures", async () => {
  const [income] = await market.a<{ reportedCurrency: string }>("income-statement?symbol=0700.HK&limit=1");
  expect(income!.reportedCurrency).toBe("CNY");
  const [metrics] = await market.a("key-metrics-ttm?symbol=0700.HK");
  const [quote] = await market.a("quote?symbol=0700.HK");
  // 7.25 yuan and 7.8 Hong Kong dollars for a dollar.
  expect(metrics!["marketCap"]! / quote!["marketCap"]!).toBeCloseTo(7.25 / 7.8, 6);
});

it.each(["jp", "hk", "cn", "kr", "tw", "in", "tr", "br", "gb", "de", "fr"])(
  "the screener of the region %s has listings",
  async (region) => {
    const query = { operator: "EQ", operands: ["region", region] };
    const body = JSON.stringify({ query, size: 50, sortField: "percentchange", sortType: "DESC" });
    const { body: found } = await market.b<YahooScreen>("/v1/finance/screener", { method: "POST", body });
    expect(found.finance.result[0]!.total).toBeGreaterThan(4);
  },
);

it("the ECB has a rate of each currency of the listings but Taiwan's", async () => {
  const { text } = await market.call("/d/stats/eurofxref/eurofxref-daily.xml");
  const currencies = new Set(Object.values(PLACES).map(({ currency }) => (currency === "GBp" ? "GBP" : currency)));
  const missing = [...currencies].filter((each) => each !== "EUR" && !text.includes(`currency='${each}'`));
  expect(missing).toEqual(["TWD"]);
});
