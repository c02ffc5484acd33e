import { http, HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { marketCalendarFromFmp } from "../../../src/providers/financial-modeling-prep/market-calendar.js";
import { BASES, createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";

const internet = useInternet();

async function ask(path: string, rows: JsonBodyType, input: Record<string, unknown>) {
  internet.use(http.get(`${BASES["provider-a"]}/${path}`, () => HttpResponse.json(rows)));
  return createAsker().ask(marketCalendarFromFmp, input);
}

describe("the calendars by provider A", () => {
  it("list US earnings, first day first, without names", async () => {
    const row = { epsActual: null, epsEstimated: 1.44, revenueActual: null, revenueEstimated: 9e10 };
    const rows = [
      { symbol: "MSFT", date: "2025-08-16", ...row },
      { symbol: "AAPL", date: "2025-08-15", ...row },
      { symbol: "2386.HK", date: "2025-08-15", ...row },
    ];
    const { data, notes } = await ask("earnings-calendar", rows, { from: "2025-08-15", to: "2025-08-17" });
    const empty = { when: null, name: null, marketCap: null, epsActual: null, surprisePercent: null };
    expect(data).toEqual({
      kind: "earnings",
      from: "2025-08-15",
      to: "2025-08-17",
      total: 2,
      items: [
        { date: "2025-08-15", symbol: "AAPL", epsEstimate: 1.44, ...empty },
        { date: "2025-08-16", symbol: "MSFT", epsEstimate: 1.44, ...empty },
      ],
    });
    expect(notes).toEqual([expect.stringContaining("no market caps")]);
  });

  it("list earnings of a foreign listing that is asked for by its symbol", async () => {
    const row = {
      date: "2025-08-15",
      epsActual: 0.898,
      epsEstimated: 0.726,
      revenueActual: null,
      revenueEstimated: null,
    };
    const rows = [
      { ...row, symbol: "WOW.AX" },
      { ...row, symbol: "2386.HK" },
    ];
    const { data } = await ask("earnings-calendar", rows, { from: "2025-08-15", symbols: ["WOW.AX"] });
    expect(data.items).toMatchObject([{ symbol: "WOW.AX", epsActual: 0.898, epsEstimate: 0.726 }]);
  });

  it("have economic releases in UTC, where 0 is a figure and null is none", async () => {
    const cpi = {
      date: "2024-01-11 13:30:00",
      country: "UK",
      event: "CPI MoM (Dec)",
      previous: 0.1,
      estimate: 0,
      unit: "%",
    };
    const rows = [
      { ...cpi, actual: 0, change: 0, changePercentage: 0 },
      { ...cpi, country: "JP", actual: null },
    ];
    const { data } = await ask("economic-calendar", rows, { kind: "economic", country: "GB", from: "2024-01-11" });
    expect(data.items).toEqual([
      {
        date: "2024-01-11",
        time: "2024-01-11T13:30:00Z",
        event: "CPI MoM (Dec)",
        country: "GB",
        period: null,
        actual: 0,
        estimate: 0,
        previous: 0.1,
        unit: "%",
      },
    ]);
  });

  it("read the price range of an IPO", async () => {
    const row = { date: "2024-03-31", company: "Dunia Virtual Online Tbk. ", exchange: "JSE", actions: "Priced" };
    const rows = [
      { ...row, symbol: "AREA.JK", shares: 2944247787, priceRange: "113 - 131" },
      { ...row, symbol: "LEAS.ME", shares: 15000000, priceRange: null },
    ];
    const { data } = await ask("ipos-calendar", rows, { kind: "ipos", from: "2024-03-25", to: "2024-03-31" });
    expect(data.items).toMatchObject([
      { symbol: "AREA.JK", name: "Dunia Virtual Online Tbk.", priceFrom: 113, priceTo: 131, status: "Priced" },
      { symbol: "LEAS.ME", priceFrom: null, priceTo: null },
    ]);
  });

  it("have splits", async () => {
    const rows = [{ symbol: "TNPV.TA", date: "2021-01-10", numerator: 1, denominator: 10 }];
    const { data } = await ask("splits-calendar", rows, { kind: "splits", from: "2021-01-10" });
    expect(data.items).toEqual([{ date: "2021-01-10", symbol: "TNPV.TA", name: null, numerator: 1, denominator: 10 }]);
  });
});
