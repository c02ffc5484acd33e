import { describe, expect, it } from "vitest";
import { createBookWriter, readBook } from "../../../../src/providers/sec/books/fact-book.js";
import { createFactsReader } from "../../../../src/providers/sec/books/facts-reader.js";
import { toFiledRows } from "../../../../src/providers/sec/statements/statement-rows.js";
import { longFacts } from "../long-facts.js";

function readInPieces(text: Buffer, length: number): string | undefined {
  const reader = createFactsReader(createBookWriter());
  for (let at = 0; at < text.length; at += length) {
    if (!reader.add(text.subarray(at, at + length))) return undefined;
  }
  return reader.end();
}

describe("the reader of a company's facts", () => {
  it("gives the same book whatever the pieces in which an answer arrives", () => {
    const text = longFacts(1);
    const books = [97, 1000, text.length].map((length) => readInPieces(text, length));
    expect(new Set(books).size).toBe(1);
    const { rows } = toFiledRows(readBook(books[0]!), { statement: "income", length: "annual", isFinancial: false });
    expect(rows[0]).toMatchObject({ period: { end: "2024-12-31", fiscalYear: 2024 }, currency: "USD" });
    expect(rows[0]!.cells["revenue"]).toMatchObject({ value: 2_024_000_000 });
  });

  it.each([
    ["a concept that is too long", `{"facts":{"us-gaap":{"Assets":{"units":"${"x".repeat(300_000)}"}}}}`],
    ["nesting that is too deep", `{"facts":${"[".repeat(100)}`],
    ["more closing than opening braces", "{}}"],
  ])("refuses %s", (_what, text) => {
    expect(readInPieces(Buffer.from(text), 1000)).toBeUndefined();
  });

  it.each([
    ["that ends early", '{"facts":{"us-gaap":{"Assets":{"units":{'],
    ["without facts", '{"cik":1,"facts":{}}'],
  ])("has no text for an answer %s", (_what, text) => {
    expect(readInPieces(Buffer.from(text), 1000)).toBe("");
  });
});
