import type { JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { companyCalendarFromYahoo } from "../../../src/providers/yahoo/companies/company-calendar.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, sessionRoutes, summary, summaryNotFound, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();

atTime("2026-06-09T15:00:00Z");

const at = (instant: string) => Date.parse(instant) / 1000;

function companyWith(symbol: string, calendarEvents: JsonBodyType) {
  return summary(symbol, summaryOf({ price: { ...APPLE_PRICE, symbol, longName: `${symbol} Inc.` }, calendarEvents }));
}
const KO = companyWith("KO", {
  earnings: { earningsDate: [at("2026-07-21T10:30:00Z")], isEarningsDateEstimate: false },
  exDividendDate: at("2026-06-15"),
});
const XOM = companyWith("XOM", {
  earnings: { earningsDate: [at("2026-07-30T12:00:00Z"), at("2026-08-03T12:00:00Z")] },
  exDividendDate: at("2026-05-15"),
});

describe("the coming events of named companies", () => {
  const ask = (input: object) => createAsker().ask(companyCalendarFromYahoo, { kind: "company", ...input });

  it("are the next report and a coming ex-dividend day of each, first day first", async () => {
    internet.use(...sessionRoutes(), KO, XOM);
    const { data } = await ask({ symbols: ["KO", "XOM"] });
    expect([data.from, data.to, data.total]).toEqual(["2026-06-09", "2026-09-09", 3]);
    expect(data.items.map(({ date, symbol, event, estimated }) => [date, symbol, event, estimated])).toEqual([
      ["2026-06-15", "KO", "ex-dividend", false],
      ["2026-07-21", "KO", "earnings report", false],
      ["2026-07-30", "XOM", "earnings report", true],
    ]);
  });

  it("have the same total on a page behind the last row", async () => {
    internet.use(...sessionRoutes(), KO, XOM);
    const { data } = await ask({ symbols: ["KO", "XOM"], offset: 50 });
    expect([data.total, data.items]).toEqual([3, []]);
  });

  it("are ex-dividend days only in the calendar of dividends", async () => {
    internet.use(...sessionRoutes(), KO, XOM);
    const { data } = await ask({ kind: "dividends", symbols: ["KO", "XOM"], to: "2026-06-30" });
    expect(data.items.map(({ date, symbol }) => [date, symbol])).toEqual([["2026-06-15", "KO"]]);
  });

  it("name a symbol that provider B does not know, and are not found if it knows none", async () => {
    internet.use(...sessionRoutes(), KO, summary("NOSUCH", summaryNotFound("Quote not found for symbol: NOSUCH")));
    const { data, notes } = await ask({ symbols: ["KO", "NOSUCH"] });
    expect(data.total).toBe(2);
    expect(notes).toContain("Provider B does not know NOSUCH.");
    await expect(ask({ symbols: ["NOSUCH"] })).rejects.toMatchObject({ kind: "not_found" });
  });
});
