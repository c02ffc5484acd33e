/** Tests of the last form of a body, which is used again only for the same view and the same sentences. */
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { quotes } from "../../src/capabilities/prices/quotes.js";
import type { Capability } from "../../src/contract/capability.js";
import type { Served } from "../../src/contract/envelope.js";
import { say } from "../../src/contract/sentence.js";
import { readArguments } from "../../src/mcp/parameters.js";
import { toToolResult } from "../../src/mcp/result.js";
import { createSourceNames } from "../../src/views/source-names.js";
import { envelopeOf, servedOf } from "../support/fakes.js";
import { US_MARKET } from "../support/us-market.js";

const body = {
  quotes: [
    { symbol: "A", price: 1, currency: "USD" },
    { symbol: "B", price: 2, currency: "USD" },
  ],
  errors: [],
  notes: [],
};
const capability = quotes as unknown as Capability;
const surroundings = { simulated: false, market: US_MARKET, names: createSourceNames(CATALOGUE) };
const served = (more: Partial<Served> = {}, notes = [say`Late.`]): Served => ({
  ...servedOf(body),
  envelope: envelopeOf(Date.UTC(2026, 2, 5), { body, notes }),
  ...more,
});
const write = (of: Served, args: object = {}) =>
  toToolResult(capability, of, readArguments(capability, { symbols: "A,B", ...args }).view, surroundings);

describe("a body that is asked for again", () => {
  it("is written twice, and then not again; its age is that of the moment", async () => {
    const [first, second] = [await write(served()), await write(served())];
    const again = await write(served({ state: "miss", ageSeconds: 70 }));
    expect(second.structuredContent).not.toBe(first.structuredContent);
    expect(again.structuredContent).toBe(second.structuredContent);
    expect(again._meta!["market-data/cache"]).toMatchObject({ ageSeconds: 70 });
  });

  it("is written again where it is long, so that what is kept has a limit", async () => {
    const sized = async (length: number) => {
      const long = { ...body, quotes: [{ symbol: "A", price: 1, name: "n".repeat(length) }] };
      const of = () => ({ ...servedOf(long), envelope: envelopeOf(Date.UTC(2026, 2, 5), { body: long }) });
      const view = { format: "json", sized: true, chosen: true, fields: ["*"] } as const;
      const ask = () => toToolResult(capability, of(), { ...view, fields: [...view.fields] }, surroundings);
      const [, second, again] = [await ask(), await ask(), await ask()];
      return second.structuredContent === again.structuredContent;
    };
    expect([await sized(7_500), await sized(8_192)]).toEqual([true, false]);
  });

  it.each<[string, () => Promise<{ structuredContent?: object | undefined }>, string]>([
    ["other fields", () => write(served(), { fields: ["symbol"] }), '{"symbol":"A"}'],
    ["another form", () => write(served(), { format: "csv" }), '"csv":"'],
    ["old data", () => write(served({ state: "stale", ageSeconds: 9_000 })), '"stale":true'],
    ["another note", () => write(served({}, [say`Early.`])), "Early."],
  ])("is written again with %s", async (_what, ask, part) => {
    const { structuredContent: first } = await write(served());
    const { structuredContent } = await ask();
    expect(JSON.stringify(structuredContent)).toContain(part);
    expect(JSON.stringify(first)).not.toContain(part);
  });
});
