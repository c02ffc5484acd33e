import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { servedOf } from "../support/fakes.js";
import { serving } from "../support/mcp-client.js";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 2, 5, 12), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const NO_ESTIMATE = { epsEstimate: null, epsLow: null, epsHigh: null };
const NO_REVENUE = { revenueEstimate: null, revenueLow: null, revenueHigh: null };
const WINDOW = { date: null, from: "2026-04-30", to: "2026-05-05", estimated: true };
const DAY = { date: "2026-04-30", from: "2026-04-30", to: "2026-04-30", estimated: false };
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
const BODY = {
  symbol: "AAPL",
  currency: "USD",
  reportingCurrency: "USD",
  next: { ...WINDOW, ...NO_ESTIMATE, ...NO_REVENUE, epsEstimate: 1.61696, revenueEstimate: 94076168920 },
  history: [QUARTER],
  estimates: [PERIOD],
  timestamp: "2026-03-05T12:00:00.000000",
};

async function ask(change: object = {}, args: object = {}) {
  const { call } = await serving(servedOf({ ...BODY, ...change }));
  const { content, structuredContent } = await call("get_earnings", { symbol: "AAPL", ...args });
  const [text = "", ...notes] = (content as { text: string }[]).map((block) => block.text);
  return { text, notes, structuredContent };
}

const summaryOf = async (change: object) => (await ask(change)).text.split("\n")[0];

describe("the report on earnings", () => {
  it("is a line of summary and a table each for quarters and estimates; the structured content has the objects", async () => {
    const { text, structuredContent } = await ask();
    expect(text.split("\n")).toEqual([
      "AAPL: Next earnings between 2026-04-30 and 2026-05-05 (a window, estimated), expected EPS 1.61696 and revenue 94076168920. " +
        "Latest quarter (to 2025-12-31): EPS 2.84 against 2.6708 expected (surprise +6.33518 %). EPS and revenue in USD.",
      "periodEnd,fiscalQuarter,announced,epsActual,epsEstimate,surprise,surprisePercent,revenueActual,revenueEstimate",
      "2025-12-31,1Q2026,2026-01-29,2.84,2.6708,0.1692,6.33518,143756000000,",
      "",
      "period,periodEnd,epsAvg,epsLow,epsHigh,epsAnalysts,epsYearAgo,epsGrowth,revenueAvg,revenueLow,revenueHigh,revenueAnalysts,revenueYearAgo,revenueGrowth,eps7dAgo,eps30dAgo,eps60dAgo,eps90dAgo,raised7d,raised30d,lowered7d,lowered30d",
      "next quarter,2026-06-30,1.9,1.8,2,30,1.65,0.15,109023320870,1.8,2,30,1.65,0.15,1.89,,1.85,1.8,1,2,0,3",
    ]);
    expect(structuredContent).toEqual(BODY);
  });

  it.each([
    ["a confirmed day", { ...DAY, ...NO_ESTIMATE, ...NO_REVENUE }, "on 2026-04-30 (confirmed)."],
    ["an estimated day", { ...DAY, ...NO_ESTIMATE, ...NO_REVENUE, estimated: true }, "on 2026-04-30 (estimated)."],
    [
      "a day that may be an estimate or not",
      { ...DAY, ...NO_ESTIMATE, ...NO_REVENUE, estimated: null, epsEstimate: -0.2 },
      "on 2026-04-30 (not known whether confirmed), expected EPS -0.2.",
    ],
  ])("names the next date: %s", async (_what, next, sentence) => {
    expect(await summaryOf({ next })).toContain(`AAPL: Next earnings ${sentence} Latest quarter`);
  });

  it("states which facts are not known", async () => {
    expect((await ask({ next: null, history: [], estimates: [], reportingCurrency: null })).text).toBe(
      "AAPL: Next earnings date not known. No past quarters known. The currency of EPS and revenue is not known.",
    );
    const undated = { ...QUARTER, periodEnd: null, epsActual: null, epsEstimate: null, surprisePercent: null };
    expect(await summaryOf({ history: [undated] })).toContain("Latest quarter (announced 2026-01-29): EPS not known.");
  });

  it.each([
    ["GBp", "GBP", "EPS and revenue in GBP, while the price is in GBp (pence): no P/E from them without conversion."],
    ["USD", "CNY", "EPS and revenue in CNY, while the price is in USD: no P/E from them without conversion."],
    ["EUR", "EUR", "EPS and revenue in EUR."],
  ])("names the currency of a price in %s and accounts in %s", async (currency, reportingCurrency, sentence) => {
    expect(await summaryOf({ currency, reportingCurrency })).toMatch(
      new RegExp(`${sentence.replace(/[.()]/g, "\\$&")}$`),
    );
  });

  it("leaves out a period without estimates", async () => {
    const nobody = { ...PERIOD, eps: { ...GROUP, avg: null }, revenue: { ...GROUP, avg: null } };
    expect((await ask({ estimates: [nobody] })).text).not.toContain("next quarter");
  });

  it("is replaced by JSON or CSV on request", async () => {
    expect(JSON.parse((await ask({}, { format: "json" })).text)).toEqual(BODY);
    expect((await ask({}, { format: "csv", fields: ["periodEnd", "epsActual"] })).text).toBe(
      "periodEnd,epsActual\n2025-12-31,2.84",
    );
    expect(JSON.parse((await ask({}, { fields: ["epsActual"] })).text)).toMatchObject({
      history: [{ epsActual: 2.84 }],
    });
  });

  it("is JSON as a resource", async () => {
    const { client } = await serving(servedOf(BODY));
    const { contents } = await client.readResource({ uri: "market://stock/AAPL/earnings" });
    expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(BODY);
  });
});
