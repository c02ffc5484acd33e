import { describe, expect, it } from "vitest";
import { filingFacts } from "../../src/capabilities/filings/filing-facts.js";
import { holders } from "../../src/capabilities/companies/holders.js";
import { serveOwn } from "../../src/contract/own-answer.js";
import type { Capability } from "../../src/contract/capability.js";
import { toShownBody } from "../../src/views/shown-body.js";
import type { ShownView } from "../../src/views/view.js";
import { texts } from "../support/texts.js";

const companies = Array.from({ length: 101 }, (_, at) => ({
  name: `C${at}`,
  end: "2025-12-31",
  value: 1,
  doubtful: false,
}));

const show = (capability: Capability, body: object, view: Partial<ShownView> = {}) =>
  toShownBody(capability, serveOwn(capability, { ...body }, 0), { format: "json", ...view });

describe("a list that an answer has in place of the usual one", () => {
  it("has its own numbers of rows: 20 and at most 100 companies in a tool, all of them over REST", async () => {
    const rowsOf = async (view: Partial<ShownView>) => (await show(filingFacts, { companies }, view)).rows;
    expect([await rowsOf({}), await rowsOf({ limit: 100 }), await rowsOf({ limit: 101 })]).toEqual([20, 100, 100]);
    expect([await rowsOf({ showsAll: true }), await rowsOf({ showsAll: true, limit: 101 })]).toEqual([101, 101]);
    expect((await show(filingFacts, { facts: companies })).rows).toBe(15);
  });

  it("has its own columns that tell rows apart", async () => {
    const fields = ["value"];
    const ranked = await show(filingFacts, { companies: companies.slice(0, 2) }, { fields });
    expect(texts(ranked.leftOut(2))).toContain('Nothing tells these rows apart; add "name" to fields.');
    const named = await show(holders, { large: [{ person: "A" }, { person: "B" }] }, { fields: ["person"] });
    expect(texts(named.leftOut(2))).toEqual([]);
  });
});
