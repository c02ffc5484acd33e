import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { keyStatisticsFromYahoo } from "../../../src/providers/yahoo/companies/key-statistics.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, BASE, sessionRoutes, summary, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();

const point = (asOfDate: string, raw: number, currencyCode = "USD") => ({
  asOfDate,
  periodType: "TTM",
  currencyCode,
  reportedValue: { raw, fmt: String(raw) },
});

function play(series: Readonly<Record<string, object[]>>) {
  const asked: string[] = [];
  internet.use(
    ...sessionRoutes(),
    summary("AAPL", summaryOf({ price: APPLE_PRICE, summaryDetail: { trailingPE: 38 } })),
    http.get(`${BASE}/ws/fundamentals-timeseries/v1/finance/timeseries/AAPL`, ({ request }) => {
      const types = new URL(request.url).searchParams.get("type")!.split(",");
      if (types.includes("trailingPegRatio")) return HttpResponse.json({ timeseries: { result: [], error: null } });
      asked.push(...types);
      const result = types.map((type) => ({ meta: { symbol: ["AAPL"], type: [type] }, [type]: series[type] ?? [] }));
      return HttpResponse.json({ timeseries: { result, error: null } });
    }),
  );
  return asked;
}

const ask = (input: object) => createAsker().ask(keyStatisticsFromYahoo, { symbol: "AAPL", ...input });

describe("the valuation of past periods", () => {
  it("has market cap and multiples as sent, newest first, of quarters or years", async () => {
    const asked = play({
      quarterlyMarketCap: [point("2024-09-30", 3.5e12), point("2024-12-31", 3.7e12)],
      quarterlyPeRatio: [point("2024-12-31", 40.1)],
      quarterlyPbRatio: [point("2024-09-30", 52.3)],
    });
    const { data } = await ask({ history: "quarter" });
    expect(data.history).toEqual([
      {
        date: "2024-12-31",
        marketCap: 3.7e12,
        trailingPE: 40.1,
        priceToSales: null,
        priceToBook: null,
        evToEbitda: null,
      },
      {
        date: "2024-09-30",
        marketCap: 3.5e12,
        trailingPE: null,
        priceToSales: null,
        priceToBook: 52.3,
        evToEbitda: null,
      },
    ]);
    expect(asked.every((type) => type.startsWith("quarterly"))).toBe(true);
    expect(play({}).length).toBe(0);
  });

  it("has no market cap in another currency than the listing's", async () => {
    play({ annualMarketCap: [point("2024-12-31", 5e12, "CNY")], annualPsRatio: [point("2024-12-31", 9)] });
    const { data } = await ask({ history: "year" });
    expect(data.history).toMatchObject([{ marketCap: null, priceToSales: 9 }]);
  });

  it.each(["quarter", "year"])("is an empty list by %s where there is none, and a note says so", async (history) => {
    play({});
    const { data, notes } = await ask({ history });
    expect([data.history, notes]).toEqual([[], [`Provider B has no past valuation of AAPL by ${history}.`]]);
  });

  it("is neither fetched nor in the answer where nobody asks for it, and missing when the call fails", async () => {
    const asked = play({});
    expect((await ask({})).data).not.toHaveProperty("history");
    expect(asked).toEqual([]);
    internet.use(
      http.get(
        `${BASE}/ws/fundamentals-timeseries/v1/finance/timeseries/AAPL`,
        () => new HttpResponse(null, { status: 500 }),
      ),
    );
    expect((await ask({ history: "year" })).missing).toContain("history");
  });
});
