/** A picture has one price: the same at its top and at its axis, with the decimals that its change needs. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { hasBrowser } from "../support/browser.js";
import { useStage } from "./stage.js";

const stage = useStage();
const QUOTE = "provider_a_get_stock_quote";

const told = (structuredContent: Record<string, unknown>, asOf = "2026-03-05T10:00:03Z") => ({
  content: [],
  structuredContent,
  _meta: { "market-data/cache": { provider: "provider-a", asOf } },
});

const barAt = (time: string, close: number) => ({
  date: `2026-03-05T${time}:00+00:00`,
  open: close,
  high: close,
  low: close,
  close,
  volume: 10,
});

/** The session until 9:55. */
const SESSION = told({
  symbol: "COIN",
  currency: "USD",
  interval: "5m",
  timezone: "UTC",
  range: { from: "2026-03-05", to: "2026-03-05" },
  bars: [barAt("09:55", 6.9412), barAt("09:50", 6.9385)],
  total_bars: 2,
  lastBarComplete: false,
  summary: { base: { date: "2026-03-04", close: 6.9455 } },
}) as CallToolResult;

const BODY = {
  symbol: "COIN",
  price: 6.9312,
  change: -0.0143,
  changesPercentage: -0.2059,
  dayLow: 6.9302,
  dayHigh: 6.95,
};

describe.skipIf(!hasBrowser)("a quote", () => {
  const hold = async () => SESSION;

  it("ends the line of its session at its price, with the decimals of its change", async () => {
    const { frame, tell } = await stage.open(QUOTE, { hold });
    await tell(told(BODY) as CallToolResult);
    await frame.waitForSelector(".time-chart svg");
    expect(await frame.locator(".price strong").textContent()).toBe("6.9312");
    expect(await frame.locator(".price .change").textContent()).toContain("−0.0143");
    expect(await frame.locator("text.tag").allTextContents()).toEqual(["6.9312"]);
    expect(await frame.locator(".time-chart + .key").textContent()).toContain(": 6.9312");
    expect(await frame.locator(".time-chart + .key").textContent()).toContain("times of UTC");
    const ticks = await frame.locator(".time-chart text.tick:not(.exact)").allTextContents();
    expect(new Set(ticks).size).toBe(ticks.length);
  });

  it("that is older than the last bar leaves the bar's price", async () => {
    const { frame, tell } = await stage.open(QUOTE, { hold });
    await tell(told(BODY, "2026-03-05T09:30:00Z") as CallToolResult);
    await frame.waitForSelector(".time-chart svg");
    expect(await frame.locator("text.tag").allTextContents()).toEqual(["6.9412"]);
  });
});
