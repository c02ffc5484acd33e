import { describe, expect, it } from "vitest";
import { searchDocuments } from "../../src/simulator/sec/full-text.js";
import { filersOf, filingsOf } from "../../src/simulator/sec/filers.js";
import { createWorld } from "../../src/simulator/companies/world.js";

const AT = Date.parse("2026-03-05T19:30:00Z");
const FILERS = filersOf(createWorld(1));
const APPLE = FILERS.find(({ security }) => security.symbol === "AAPL")!;
const search = (query: Record<string, string>) => searchDocuments(FILERS, new URLSearchParams(query), AT).hits;

describe("the simulated full-text search", () => {
  it("finds documents of the simulated filings by company and words, newest first", () => {
    const { hits } = search({ q: 'apple "press release" guidance' });
    const accessions = filingsOf(APPLE, AT).map(({ accession }) => accession);
    expect(hits.length).toBeGreaterThan(10);
    for (const { _id, _source } of hits) {
      expect(accessions).toContain(_id.split(":")[0]);
      expect(_source).toMatchObject({ file_type: "EX-99.1", form: "8-K" });
    }
    const days = hits.map(({ _source }) => _source.file_date);
    expect(days).toEqual(days.toSorted().toReversed());
  });

  it("narrows by company, form with its amendments, and days", () => {
    const ciks = String(APPLE.cik).padStart(10, "0");
    const { hits } = search({ q: "revenue", ciks, forms: "10-K", startdt: "2024-01-01", enddt: "2025-12-31" });
    expect([...new Set(hits.map(({ _source }) => _source.form))]).toEqual(expect.arrayContaining(["10-K"]));
    expect(hits.every(({ _source }) => _source.ciks[0] === ciks && _source.file_date >= "2024-01-01")).toBe(true);
  });

  it("has all words or nothing, and leaves out what stands behind a minus", () => {
    expect(search({ q: "apple unobtainium" }).total.value).toBe(0);
    expect(search({ q: "apple -apple" }).total.value).toBe(0);
  });

  it("counts to ten thousand", () => {
    expect(search({ q: "revenue" }).total).toEqual({ value: 10_000, relation: "gte" });
  });
});
