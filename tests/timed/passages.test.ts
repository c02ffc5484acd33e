/** Finding passages takes no more time than in proportion to a document's text, whatever that is. */
import { expect, it } from "vitest";
import type { Block } from "../../src/providers/sec/text/blocks.js";
import { findPassages } from "../../src/providers/sec/text/passages.js";
import { threadMs } from "../support/process-facts.js";

/** Four times the text may take so many times as long; it would be 16 times if the time grew with the square. */
const MOST = 8;
const TIMES = 4;
/** Shorter times say nothing. */
const LEAST_MS = 20;

const documents: Record<string, (size: number) => Block[]> = {
  "a paragraph of sentences": (size) => [{ kind: "paragraph", text: "We had 9 employees. A. ".repeat(size) }],
  "a paragraph without an end": (size) => [{ kind: "paragraph", text: "employees 12 ".repeat(size) }],
  "the rows of a table": (size) => [
    { kind: "table", text: [",2024", ...Array.from({ length: size }, (_, at) => `Employees ${at},${at}`)].join("\n") },
  ],
  "the groups of a table": (size) => [{ kind: "table", text: `,2024\n${"Employees:,\n".repeat(size)}Rest,1` }],
  headings: (size) => Array.from({ length: size }, (_, at) => ({ kind: "heading", text: `Employees ${at}` })),
  "long passages beside short ones": (size) =>
    Array.from({ length: size }, (_, at) => ({
      kind: "paragraph",
      text: at < 30 ? `${at} employees ${"and others ".repeat(size)}` : `Employees ${at}.`,
    })),
};

it.for(Object.entries(documents))("of %s", ([, make]) => {
  function msOf(size: number): number {
    const blocks = make(size);
    const before = threadMs();
    findPassages(blocks, [], "employees of the year");
    return threadMs() - before;
  }
  msOf(1_000);
  let size = 1_000;
  while (size < 8_000 && msOf(size) < LEAST_MS) size *= 2;
  const small = Math.max(msOf(size), msOf(size), LEAST_MS);
  expect(msOf(size * TIMES)).toBeLessThan(small * MOST);
});
