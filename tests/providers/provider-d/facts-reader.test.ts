import { describe, expect, it } from "vitest";
import { readBook } from "../../../src/providers/provider-d/fact-book.js";
import { createFactsReader } from "../../../src/providers/provider-d/facts-reader.js";
import { toFiledRows } from "../../../src/providers/provider-d/statement-rows.js";
import { RULES } from "../../../src/providers/provider-d/tags.js";
import { companyFacts, type PlayedFact, type PlayedFiling } from "./facts-play.js";

const TAGS = Object.values(RULES).flatMap((rules) => Object.values(rules).flatMap((rule) => rule?.tags.flat() ?? []));

/** Limit of the CPU time of one piece; the time on the wall also has that of other programs. */
const BLOCKED_MS = 50;

/** First and last days of the quarters of a year, and of the year to date. */
const ENDS = [
  ["01-01", "12-31"],
  ["01-01", "03-31"],
  ["01-01", "06-30"],
  ["01-01", "09-30"],
  ["04-01", "06-30"],
  ["07-01", "09-30"],
] as const;

/** An answer of at least so many bytes: our tags and others, of fifteen years. */
function answerOf(bytes: number): Buffer {
  const years = Array.from({ length: 15 }, (_, index) => 2010 + index);
  const facts = years.flatMap((year): PlayedFact[] => {
    const filing: PlayedFiling = [`0000320193-${String(year - 1999)}-000079`, "10-K", `${year + 1}-02-01`, year];
    const stated = [year, year - 1, year - 2];
    return stated.flatMap((each) =>
      ENDS.map(([start, end]): PlayedFact => [`${each}-${start}`, `${each}-${end}`, each * 1_000_000, filing]),
    );
  });
  const ours = Object.fromEntries(TAGS.filter((tag) => !tag.startsWith("ifrs:")).map((tag) => [tag, { USD: facts }]));
  const size = JSON.stringify(companyFacts({ ours: { USD: facts } })).length;
  const others = Array.from({ length: Math.ceil(bytes / size) }, (_, index) => [`Other${index}`, { USD: facts }]);
  return Buffer.from(JSON.stringify(companyFacts({ ...ours, ...Object.fromEntries(others) })));
}

function readInPieces(text: Buffer, length: number) {
  const reader = createFactsReader();
  let longest = 0;
  function timed<T>(work: () => T): T {
    const [result, ms] = withCpuMs(work);
    longest = Math.max(longest, ms);
    return result;
  }
  for (let at = 0; at < text.length; at += length) {
    if (!timed(() => reader.add(text.subarray(at, at + length)))) return { text: undefined, longest };
  }
  return { text: timed(() => reader.end()), longest };
}

/** Returns what `work` returns, and the milliseconds of CPU time that it took. */
function withCpuMs<T>(work: () => T): [result: T, ms: number] {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1000];
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
