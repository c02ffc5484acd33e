import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { marketSummary, toMarketSummary, treasuryYields } from "../../../src/capabilities/prices/market-summary.js";
import { entry } from "../../../src/contract/entry.js";
import { enricher } from "../../../src/contract/enrichment.js";
import { source } from "../../../src/contract/provider.js";
import { toQuestion } from "../../../src/contract/question.js";
import { enrich } from "../../../src/pipeline/enrich.js";
import { termYieldFromTreasury, yieldsFromTreasury } from "../../../src/providers/treasury/yields.js";
import { atTime } from "../../support/at-time.js";
import { createAsker, FEEDS } from "../../support/ask.js";
import { fakeB, fakeC, running } from "../../support/fakes.js";
import { useInternet } from "../../support/internet.js";

const internet = useInternet();
atTime("2026-08-12T23:00:00Z");

const CELLS = { "3MONTH": 3.89, "2YEAR": 4.21, "5YEAR": 4.38, "10YEAR": 4.69, "30YEAR": 5.23 };

function play(cells: object) {
  const values = Object.entries(cells).map(([name, value]) => `<d:BC_${name}>${value}</d:BC_${name}>`);
  const feed = `<feed><entry><content><m:properties><d:NEW_DATE>2026-08-12T00:00:00</d:NEW_DATE>${values.join("")}</m:properties></content></entry></feed>`;
  internet.use(http.get(`${FEEDS.treasuryUrl}/*`, () => HttpResponse.text(feed)));
}

const supply = () => createAsker({ contact: undefined }).supply(yieldsFromTreasury, "yields");

/** An answer of provider B with the indices of the yields. */
function fromIndices() {
  const none = { change: null, changesPercentage: null, previousClose: null, time: null };
  const levels = { "^IRX": 3.71, "^FVX": 4.3, "^TNX": 4.6, "^TYX": 5.1 };
  const prices = new Map(Object.entries(levels).map(([symbol, price]) => [symbol, { price, ...none }]));
  return toMarketSummary(prices, new Map(), new Date());
}

/** Enriches that answer as the pipeline does; the look-up is of the enrichment under test. */
async function enriched(look: () => Promise<{ facts: Parameters<typeof treasuryYields.apply>[1] }>) {
  const row = entry(
    marketSummary,
    [source(fakeB, marketSummary, async () => ({ data: fromIndices() }))],
    [enricher(fakeC, treasuryYields, look)],
  );
  const found = { data: fromIndices(), source: row.sources[0]!, passedOver: [], filled: [] };
  return enrich(toQuestion(row, {}), found, running(), { fallback: true, deadline: performance.now() + 20_000 });
}

describe("the yields of the market summary", () => {
  it("are the Treasury's par yields, without a contact for the SEC", async () => {
    play(CELLS);
    expect(await supply()).toEqual({
      facts: { date: "2026-08-12", m3: 3.89, y2: 4.21, y5: 4.38, y10: 4.69, y30: 5.23 },
    });
  });

  it.each([
    ["2026-10-16", { maturity: "m3", percent: 3.89 }],
    ["2028-01-21", { maturity: "y2", percent: 4.21 }],
  ])("have one for the term of an option to %s, of the maturity nearest to it", async (expiration, nearest) => {
    play(CELLS);
    const asker = createAsker({ contact: undefined });
    expect(await asker.supply(termYieldFromTreasury, expiration)).toEqual({
      facts: { date: "2026-08-12", ...nearest },
    });
  });

  it("have none for the term of an option where the curve is empty", async () => {
    play({});
    const asker = createAsker({ contact: undefined });
    await expect(asker.supply(termYieldFromTreasury, "2026-10-16")).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("are not of two sources: a curve without a maturity is no answer", async () => {
    const { "2YEAR": _two, ...others } = CELLS;
    play(others);
    await expect(supply()).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("replace the indices of the exchange, with their day and the office in the note", async () => {
    const facts = { date: "2026-08-12", m3: 3.89, y2: 4.21, y5: 4.38, y10: 4.69, y30: 5.23 };
    const { data, filled, missing } = await enriched(async () => ({ facts }));
    expect(data.yields).toEqual(facts);
    expect(Object.keys(data.yields)).toEqual(["m3", "y2", "y5", "y10", "y30", "date"]);
    expect(filled).toEqual([{ provider: fakeC.id, fields: ["yields"] }]);
    expect(missing ?? []).toEqual([]);
    expect(marketSummary.firstNotes!({ ...data, timestamp: "2026-08-12T23:00:00" }, {})).toEqual([
      "Yields: US Treasury, par yields of 2026-08-12.",
    ]);
  });

  it("stay those of the exchange when the Treasury fails; the two-year one is missing", async () => {
    const { data, filled, missing } = await enriched(async () => {
      throw new Error("no luck");
    });
    expect(data).toEqual(fromIndices());
    expect(data.yields).toEqual({ m3: 3.71, y2: null, y5: 4.3, y10: 4.6, y30: 5.1, date: null });
    expect([filled, missing]).toEqual([[], ["y2"]]);
    expect(marketSummary.firstNotes!({ ...data, timestamp: "2026-08-12T23:00:00" }, {})).toEqual([]);
  });
});
