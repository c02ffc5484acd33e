import { describe, expect, it } from "vitest";
import { atTime } from "../support/at-time.js";
import { servedOf } from "../support/fakes.js";
import { serving } from "../support/mcp-client.js";

atTime(Date.UTC(2026, 2, 5, 12));

const QUARTER = {
  periodEnd: "2025-12-31",
  fiscalQuarter: "1Q2026",
  announced: "2026-01-29",
  epsActual: 2.84,
  epsEstimate: 2.6708,
  surprise: 0.1692,
  surprisePercent: 6.33518,
  revenueActual: 143756000000,
  revenueEstimate: null,
};
const GROUP = { avg: 1.9, low: 1.8, high: 2, analysts: 30, yearAgo: 1.65, growth: 0.15 };
const PERIOD = {
  period: "+1q",
  periodEnd: "2026-06-30",
  eps: GROUP,
  revenue: { ...GROUP, avg: 109023320870 },
  epsTrend: { now: 1.9, days7: 1.89, days30: null, days60: 1.85, days90: 1.8 },
  revisions: { up7: 1, up30: 2, down7: 0, down30: 3 },
};
const REST_OF_BODY = {
  symbol: "AAPL",
  currency: "USD",
  reportingCurrency: "USD",
  next: null,
  timestamp: "2026-03-05T12:00:00.000000",
};
const BODY = { ...REST_OF_BODY, history: [QUARTER], estimates: [PERIOD] };
const NOTE = (currency: string) =>
  `${currency}, fetched 5 March 2026, 12:00 UTC, from Financial Modeling Prep (provider A). Units: growth is a ratio (0.24 is 24 %).`;
const QUARTERS_CSV =
  "periodEnd,fiscalQuarter,announced,epsActual,epsEstimate,surprise,surprisePercent,revenueActual,revenueEstimate\n" +
  "2025-12-31,1Q2026,2026-01-29,2.84,2.6708,0.1692,6.33518,143756000000,\n";
const ESTIMATES_CSV =
  "period,periodEnd,epsAvg,epsLow,epsHigh,epsAnalysts,epsYearAgo,epsGrowth,revenueAvg,revenueLow,revenueHigh,revenueAnalysts,revenueYearAgo,revenueGrowth,eps7dAgo,eps30dAgo,eps60dAgo,eps90dAgo,raised7d,raised30d,lowered7d,lowered30d\n" +
  "next quarter,2026-06-30,1.9,1.8,2,30,1.65,0.15,109023320870,1.8,2,30,1.65,0.15,1.89,,1.85,1.8,1,2,0,3\n";

async function ask(change: object = {}, args: object = {}) {
  const { call } = await serving(servedOf({ ...BODY, ...change }));
  const { structuredContent } = await call("get_earnings", { symbol: "AAPL", ...args });
  return structuredContent as Record<string, unknown>;
}

describe("earnings", () => {
  it.each([{}, { format: "csv" }])(
    "have quarters and estimates as CSV, and the other fields as they are: %j",
    async (args) => {
      expect(await ask({}, args)).toEqual({
        note: NOTE("Amounts in USD"),
        ...REST_OF_BODY,
        estimates_csv: ESTIMATES_CSV,
        csv: QUARTERS_CSV,
      });
    },
  );

  it("are the REST body as JSON", async () => {
    expect(await ask({}, { format: "json" })).toEqual({ note: NOTE("Amounts in USD"), ...BODY });
  });

  it("keep the list of estimates when no period has one", async () => {
    const nobody = { ...PERIOD, eps: { ...GROUP, avg: null }, revenue: { ...GROUP, avg: null } };
    expect(await ask({ estimates: [nobody] })).toMatchObject({ estimates: [nobody] });
  });

  it.each([{}, { format: "json" }])("keep null for unknown lists: %j", async (args) => {
    const unknown = { history: null, estimates: null };
    expect(await ask(unknown, args)).toEqual({ note: NOTE("Amounts in USD"), ...REST_OF_BODY, ...unknown });
    const { csv, ...half } = await ask({ estimates: null }, { format: "csv" });
    expect([csv, half]).toMatchObject([QUARTERS_CSV, { estimates: null }]);
    expect(await ask({ history: null }, { format: "csv" })).toMatchObject({
      history: null,
      estimates_csv: ESTIMATES_CSV,
    });
  });

  it("narrow the quarters to the requested fields", async () => {
    expect(await ask({}, { fields: ["periodEnd", "epsActual"] })).toMatchObject({
      csv: "periodEnd,epsActual\n2025-12-31,2.84\n",
    });
  });

  it.each([
    ["GBp", "GBP", "Amounts in GBP", " The share is quoted in GBp (pence)."],
    ["USD", "CNY", "Amounts in CNY", " The share is quoted in USD."],
    ["EUR", "EUR", "Amounts in EUR", ""],
  ])("name the currency of a price in %s and accounts in %s", async (currency, reportingCurrency, amounts, price) => {
    const { note } = await ask({ currency, reportingCurrency });
    expect(note).toBe(NOTE(amounts).replace(" Units:", `${price} Units:`));
  });

  it("say that the currency of the amounts is not known", async () => {
    const { note } = await ask({ reportingCurrency: null });
    expect(note).toMatch(/^The source does not state the currency\. Fetched 5 March 2026/);
  });
});
