/** Rows of a server that asks some of the providers only. */
import { describe, expect, it } from "vitest";
import {
  areEnough,
  derived,
  entry,
  limitedTo,
  neededProviders,
  ownEntry,
  type Entry,
} from "../../src/contract/entry.js";
import { MarketDataError } from "../../src/contract/errors.js";
import { ACME, fakeA, fakeB, gives, price, priceEntry } from "../support/fakes.js";

const refuse = () => new MarketDataError("not_configured", "No source.");
const both = priceEntry([fakeA, gives(ACME)], [fakeB, gives(ACME)]) as unknown as Entry;
const onlyA = priceEntry([fakeA, gives(ACME)]) as unknown as Entry;
const idsOf = ({ sources }: Pick<Entry, "sources">) => sources.map(({ provider }) => provider.id);

describe("a row that is limited to some providers", () => {
  it("has their sources and enrichers, and no others", () => {
    const enrichers = [fakeA, fakeB].map((provider) => ({
      provider,
      enrichment: {},
      fetch: async () => ({ facts: {} }),
    }));
    const row = limitedTo(["provider-b"], { ...both, enrichers }, refuse);
    expect([idsOf(row), row.enrichers.map(({ provider }) => provider.id)]).toEqual([["provider-b"], ["provider-b"]]);
    expect(row.refusal).toBeUndefined();
  });

  it("refuses where none is left, also beside another row", () => {
    const row = limitedTo(["provider-b"], { ...both, supplement: onlyA }, refuse);
    expect(row.refusal).toBeUndefined();
    expect(idsOf(row.supplement!)).toEqual([]);
    expect(row.supplement!.refusal!().kind).toBe("not_configured");
  });

  it("asks rows below it with the same limit, and refuses without those that it needs", async () => {
    const asked: string[][] = [];
    const above = derived(price, [onlyA], async (input, ask) => {
      await ask(both as never, input);
      return { data: ACME, parts: [] };
    }) as unknown as Entry;
    expect(limitedTo(["provider-b"], above, refuse).refusal).toBeDefined();
    const row = limitedTo(["provider-a"], above, refuse);
    expect(row.refusal).toBeUndefined();
    await row.derive!({ symbol: "ACME" }, async (other) => void asked.push(idsOf(other as unknown as Entry)) as never);
    expect(asked).toEqual([["provider-a"]]);
  });

  it("needs one provider of each group, and none for the server itself", () => {
    const needs = neededProviders({ ...entry(price, []), needs: [both, onlyA] } as unknown as Entry);
    expect(needs).toEqual([["provider-a", "provider-b"], ["provider-a"]]);
    expect([areEnough(needs, ["provider-b"]), areEnough(needs, ["provider-a"])]).toEqual([false, true]);
    expect(areEnough(neededProviders(ownEntry(price) as unknown as Entry), [])).toBe(true);
  });
});
