import { describe, expect, it } from "vitest";
import { recommendationsFromFinnhub } from "../../../src/providers/finnhub/recommendations.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { simulateFinnhub } from "./upstream-finnhub.js";

const internet = useInternet();
const OCTOBER = { buy: 9, hold: 4, period: "2025-10-01", sell: 1, strongBuy: 5, strongSell: 0, symbol: "ACME" };
const NOVEMBER = { ...OCTOBER, period: "2025-11-01", buy: 10, strongBuy: 6 };

function ask(rows: unknown) {
  simulateFinnhub(internet, { "stock/recommendation": rows });
  return createAsker().ask(recommendationsFromFinnhub, { symbol: "ACME" });
}

describe("recommendations by provider E", () => {
  it.each([[[NOVEMBER, OCTOBER]], [[OCTOBER, NOVEMBER]]])("are those of the newest month", async (rows) => {
    const { data } = await ask(rows);
    expect(data.recommendations).toEqual({ strongBuy: 6, buy: 10, hold: 4, sell: 1, strongSell: 0 });
    // (6 + 2 × 10 + 3 × 4 + 4 × 1) / 21 = 2
    expect(data.summary).toEqual({ total_analysts: 21, average_rating: 2, consensus: "Buy" });
  });

  it.each([
    ["a missing count", [{ ...NOVEMBER, sell: undefined }]],
    ["a negative count", [{ ...NOVEMBER, sell: -1 }]],
    ["rows of another company", [{ ...NOVEMBER, symbol: "ANVL" }]],
    ["rows that are no objects", [1, 2]],
    ["an object", {}],
  ])("are no answer with %s", async (_what, rows) => {
    await expect(ask(rows)).rejects.toMatchObject({ reason: "bad_answer" });
  });
});
