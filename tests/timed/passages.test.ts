/** Finding passages and sections takes no more time than in proportion to a document's text, whatever that is. */
import { expect, it } from "vitest";
import type { Block } from "../../src/providers/sec/text/blocks.js";
import type { Item } from "../../src/providers/sec/text/form-items.js";
import { findHeading } from "../../src/providers/sec/text/inner-headings.js";
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
  paragraphs: (size) => Array.from({ length: size }, (_, at) => ({ kind: "paragraph", text: `Employees: ${at}.` })),
  headings: (size) => Array.from({ length: size }, (_, at) => ({ kind: "heading", text: `Employees ${at}` })),
  "long passages beside short ones": (size) =>
    Array.from({ length: size }, (_, at) => ({
      kind: "paragraph",
      text: at < 30 ? `${at} employees ${"and others ".repeat(size)}` : `Employees ${at}.`,
    })),
};

/** Items that one heading names. */
const JOINED = 20;
/** Headings of the same words, each of which may be what is asked for. */
const sameHeadings: Record<string, (size: number) => Block[]> = {
  "headings without a text": (size) => Array.from({ length: size }, () => ({ kind: "heading", text: "Leases" })),
  "notes of one number": (size) => Array.from({ length: size }, () => ({ kind: "heading", text: "Note 3. Leases" })),
};

it.for(Object.entries(documents))("of %s", ([, make]) => {
  expectInProportion(make, (blocks) => findPassages(blocks, [], "employees of the year"));
});

it("of paragraphs in many items", () => {
  expectInProportion(documents["paragraphs"]!, (blocks) => {
    const items = blocks.flatMap(({ text }, at) => {
      const item: Item = { id: text, title: text, from: at, to: at + 1, foundBy: "heading" };
      return Array.from({ length: JOINED }, () => item);
    });
    findPassages(blocks, items, "employees of the year");
  });
});

it.for(Object.entries(sameHeadings))("of a section among %s", ([, make]) => {
  expectInProportion(make, (blocks) => {
    findHeading(blocks, [], "Leases");
    findHeading(blocks, [], "Note 3");
  });
});

/** Expects that four times the text does not take much more than four times as long. */
function expectInProportion(make: (size: number) => Block[], work: (blocks: Block[]) => void): void {
  function msOf(size: number): number {
    const blocks = make(size);
    const before = threadMs();
    work(blocks);
    return threadMs() - before;
  }
  msOf(1_000);
  let size = 1_000;
  while (size < 8_000 && msOf(size) < LEAST_MS) size *= 2;
  const small = Math.max(msOf(size), msOf(size), LEAST_MS);
  expect(msOf(size * TIMES)).toBeLessThan(small * MOST);
}
