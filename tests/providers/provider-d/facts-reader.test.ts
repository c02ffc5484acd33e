import { describe, expect, it } from "vitest";
import { readBook } from "../../../src/providers/provider-d/fact-book.js";
import { createFactsReader } from "../../../src/providers/provider-d/facts-reader.js";
import { toFiledRows } from "../../../src/providers/provider-d/statement-rows.js";
import { RULES } from "../../../src/providers/provider-d/tags.js";
import { companyFacts, type PlayedFact, type PlayedFiling } from "./facts-play.js";

const TAGS = Object.values(RULES).flatMap((rules) => Object.values(rules).flatMap((rule) => rule?.tags.flat() ?? []));

/** Limit of the CPU time of one piece; the time on the wall also has that of other programs. */
const BLOCKED_MS = 50;

/** An answer of at least so many bytes: our tags and others, of fifteen years. */
function answerOf(bytes: number): Buffer {
  const years = Array.from({ length: 15 }, (_, index) => 2010 + index);
  const facts = years.flatMap((year): PlayedFact[] => {
    const filing: PlayedFiling = [`0000320193-${String(year - 1999)}-000079`, "10-K", `${year + 1}-02-01`, year];
    const stated = [year, year - 1, year - 2];
    return stated.map((each): PlayedFact => [`${each}-01-01`, `${each}-12-31`, each * 1_000_000, filing]);
  });
  const ours = Object.fromEntries(TAGS.filter((tag) => !tag.startsWith("ifrs:")).map((tag) => [tag, { USD: facts }]));
  const size = JSON.stringify(companyFacts({ ours: { USD: facts } })).length;
  const others = Array.from({ length: Math.ceil(bytes / size) }, (_, index) => [`Other${index}`, { USD: facts }]);
  return Buffer.from(JSON.stringify(companyFacts({ ...ours, ...Object.fromEntries(others) })));
}

function readInPieces(text: Buffer, length: number) {
  const reader = createFactsReader();
  let longest = 0;
  for (let at = 0; at < text.length; at += length) {
    const before = process.cpuUsage();
    if (!reader.add(text.subarray(at, at + length))) return { text: undefined, longest };
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
  }
  return { text: reader.end(), longest };
}

describe("the reader of a company's facts", () => {
  it("gives the same book whatever the pieces in which an answer arrives", () => {
    const text = answerOf(1);
    const books = [97, 1000, text.length].map((length) => readInPieces(text, length).text);
    expect(new Set(books).size).toBe(1);
    const rows = toFiledRows(readBook(books[0]!), { statement: "income", length: "annual", isFinancial: false });
    expect(rows[0]).toMatchObject({ period: { end: "2024-12-31", fiscalYear: 2024 }, currency: "USD" });
    expect(rows[0]!.cells["revenue"]).toMatchObject({ value: 2_024_000_000 });
  });

  it.each([4_000_000, 8_500_000])("blocks the event loop for at most 50 ms at an answer of %d bytes", (bytes) => {
    const answer = answerOf(bytes);
    expect(answer.length).toBeGreaterThan(bytes);
    const { text, longest } = readInPieces(answer, 65_536);
    expect(text).toContain("NetIncomeLoss");
    expect(longest).toBeLessThan(BLOCKED_MS);
  });

  it.each([
    ["a concept that is too long", `{"facts":{"us-gaap":{"Assets":{"units":"${"x".repeat(300_000)}"}}}}`],
    ["nesting that is too deep", `{"facts":${"[".repeat(100)}`],
    ["more closing than opening braces", "{}}"],
  ])("refuses %s", (_what, text) => {
    expect(readInPieces(Buffer.from(text), 1000).text).toBeUndefined();
  });

  it.each([
    ["that ends early", '{"facts":{"us-gaap":{"Assets":{"units":{'],
    ["without facts", '{"cik":1,"facts":{}}'],
  ])("has no text for an answer %s", (_what, text) => {
    expect(readInPieces(Buffer.from(text), 1000).text).toBe("");
  });
});
