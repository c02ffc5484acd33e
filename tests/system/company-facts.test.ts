/** The processor time that a company's facts take, measured where few other tests run. */
import { describe, expect, it } from "vitest";
import { createBookWriter } from "../../src/providers/sec/books/fact-book.js";
import { createFactsReader } from "../../src/providers/sec/books/facts-reader.js";
import { createTagWriter } from "../../src/providers/sec/books/tag-list.js";
import { longFacts } from "../providers/sec/long-facts.js";
import { hasProcessFacts, threadMs } from "../support/process-facts.js";

/** The most milliseconds for which one piece of an answer may block the event loop. */
const MOST_BLOCKED_MS = 50;
/** Bytes of a piece in which Node passes on a body. */
const PIECE = 65_536;

describe.skipIf(!hasProcessFacts)("the reader of a company's facts", () => {
  it.each([
    ["the facts of statements", 4_000_000, createBookWriter],
    ["the facts of statements", 8_500_000, createBookWriter],
    ["the list of tags", 8_500_000, createTagWriter],
  ])("blocks the event loop for at most 50 ms: %s, at an answer of %d bytes", (_what, bytes, toWriter) => {
    const answer = longFacts(bytes);
    expect(answer.length).toBeGreaterThan(bytes);
    const reader = createFactsReader(toWriter());
    let longest = 0;
    function timed<T>(work: () => T): T {
      const before = threadMs();
      const result = work();
      longest = Math.max(longest, threadMs() - before);
      return result;
    }
    for (let at = 0; at < answer.length; at += PIECE) timed(() => reader.add(answer.subarray(at, at + PIECE)));
    expect(timed(() => reader.end())).toContain("NetIncomeLoss");
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThan(MOST_BLOCKED_MS);
  });
});
