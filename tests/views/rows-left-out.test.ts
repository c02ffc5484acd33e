import { describe, expect, it } from "vitest";
import { holders } from "../../src/capabilities/companies/holders.js";
import { managerHoldings } from "../../src/capabilities/filings/manager-holdings.js";
import { active } from "../../src/capabilities/prices/movers.js";
import type { Capability } from "../../src/contract/capability.js";
import { parseInput } from "../../src/contract/input.js";
import { serveOwn } from "../../src/contract/own-answer.js";
import { toShownBody } from "../../src/views/shown-body.js";
import { many } from "../support/many.js";
import { texts } from "../support/texts.js";

/** Returns the sentences on the rows that an answer made of `whole` leaves out. */
async function leftOut(capability: Capability, whole: Record<string, unknown>, raw: Record<string, unknown>) {
  const input = parseInput(capability, raw);
  const body = capability.view!(whole, input);
  const served = { ...serveOwn(capability, body, 0), whole };
  const shown = await toShownBody(capability, served, { format: "json", input });
  return texts(shown.leftOut(shown.rows));
}

describe("the rows that an answer leaves out", () => {
  it("are counted among those that pass the filter of the question, not among all", async () => {
    const holdings = many(38, (index) => ({ name: `A${index}`, changeKind: index < 30 ? "new" : "sold" }));
    const asking = (change?: string) =>
      leftOut(managerHoldings, { before: "2025-12-31", holdings }, { manager: "A", change });
    expect(await asking("sold")).toEqual([]);
    expect(await asking("more")).toEqual([]);
    expect(await asking("new")).toEqual(["20 of 30 positions shown; limit goes up to 200."]);
    expect(await asking()).toEqual(["20 of 38 positions shown; limit goes up to 200."]);
  });

  it("are counted so beside a limit of the question's own, too", async () => {
    const institutions = many(10, (index) => ({ name: `A${index}`, percentHeld: (10 - index) / 100 }));
    const asking = (input: object) =>
      leftOut(holders, { institutions, timestamp: "" }, { symbol: "X", kind: "institutions", ...input });
    expect(await asking({ min_percent: 8.5 })).toEqual([]);
    expect(await asking({ min_percent: 8.5, limit: 1 })).toEqual(["1 of 2 institutions shown; limit goes up to 10."]);
    expect(await asking({ limit: 3 })).toEqual(["3 of 10 institutions shown; limit goes up to 10."]);
    const active_stocks = many(30, (index) => ({ symbol: `A${index}` }));
    expect(await leftOut(active, { active_stocks }, {})).toEqual(["20 of 30 rows shown; limit goes up to 50."]);
  });
});
