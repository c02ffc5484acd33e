/** Passages around a phrase and pages of a given size. */
import { describe, expect, it } from "vitest";
import type { Block } from "../../../../src/providers/sec/text/blocks.js";
import { toPage } from "../../../../src/providers/sec/text/pages.js";
import { findPassages } from "../../../../src/providers/sec/text/passages.js";

const paragraph = (text: string): Block => ({ kind: "paragraph", text });
const table = (...lines: string[]): Block => ({ kind: "table", text: lines.join("\n") });

describe("findPassages", () => {
  const blocks: Block[] = [
    { kind: "heading", text: "Item 1. Business" },
    paragraph("Chairs sell well. Our customers’ loyalty is high."),
    paragraph("Loyalty of the CUSTOMERS and of dealers."),
    table(",2025,2024", "Chairs,10,9", "Tables,-5,4", "Chairs abroad,3,2"),
  ];
  const items = [{ id: "Item 1", title: "Business", from: 0, to: 4, foundBy: "heading" as const }];

  it("returns the whole paragraph with the phrase, whatever its case and quotes", async () => {
    expect(findPassages(blocks, items, "customers'  LOYALTY")).toEqual([
      { item: "Item 1", text: blocks[1]!.text, block: 1 },
    ]);
  });

  it("returns paragraphs with all of the words if none has the phrase", async () => {
    expect(findPassages(blocks, [], "dealers loyalty")).toEqual([{ item: null, text: blocks[2]!.text, block: 2 }]);
  });

  it("returns a table's header and the rows that match", async () => {
    const found = findPassages(blocks, items, "chairs").find(({ block }) => block === 3);
    expect(found?.text).toBe(",2025,2024\nChairs,10,9\nChairs abroad,3,2");
  });

  it("puts the best first, then the first, and returns at most eight", async () => {
    const many = [
      ...Array.from({ length: 10 }, (_, index) => paragraph(`Sales in country ${index}.`)),
      paragraph("Sales, sales, sales."),
    ];
    const found = findPassages(many, [], "sales");
    expect(found.map(({ block }) => block)).toEqual([10, 0, 1, 2, 3, 4, 5, 6]);
    expect(findPassages(many, [], "sales", 2)).toHaveLength(2);
  });

  it("finds nothing for a phrase without words", async () => {
    expect(findPassages(blocks, items, " … ")).toEqual([]);
    expect(findPassages(blocks, items, "weather")).toEqual([]);
  });
});

describe("toPage", () => {
  const allPages = (blocks: readonly Block[], tokens: number, pages: number) =>
    Promise.all(Array.from({ length: pages }, async (_, index) => (await toPage(blocks, tokens, index + 1)).text));
  const sizeOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) / 4;

  it("ends a page with a paragraph and says how much is left", async () => {
    const blocks = Array.from({ length: 5 }, (_, index) => paragraph(`${index}`.repeat(150)));
    const first = await toPage(blocks, 100, 1);
    expect(first).toEqual({ text: `${"0".repeat(150)}\n\n${"1".repeat(150)}`, pages: 3, charactersLeft: 302 + 150 });
    expect(await toPage(blocks, 100, 3)).toEqual({ text: "4".repeat(150), pages: 3, charactersLeft: 0 });
    expect(await toPage(blocks, 100, 4)).toEqual({ text: "", pages: 3, charactersLeft: 0 });
  });

  it("cuts a long paragraph at the ends of its sentences", async () => {
    const { text, pages } = await toPage([paragraph("This is one sentence of the text. ".repeat(40).trim())], 100, 1);
    expect(pages).toBeGreaterThan(3);
    expect(text).toMatch(/text\.$/);
  });

  it("repeats a table's header on each of its pages", async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `Row ${index},${index + 100},${index + 200}`);
    const long = [table(",2025,2024", ...rows)];
    const { pages } = await toPage(long, 100, 1);
    const all = await allPages(long, 100, pages);
    expect(all.every((text) => text.startsWith(",2025,2024\n"))).toBe(true);
    expect(all.flatMap((text) => text.split("\n").slice(1))).toEqual(rows);
  });

  it("loses no character and keeps every page within its limit, also without blanks or with escapes", async () => {
    for (const text of [
      "x".repeat(3000),
      "\u0001".repeat(900),
      "é ".repeat(900).trim(),
      "“quoted” ".repeat(200).trim(),
    ]) {
      const { pages } = await toPage([paragraph(text)], 60, 1);
      const all = await allPages([paragraph(text)], 60, pages);
      expect(Math.max(...all.map(sizeOf))).toBeLessThanOrEqual(60.5);
      expect(all.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }
  });

  it("has no page for no blocks", async () =>
    expect(await toPage([], 100, 1)).toEqual({ text: "", pages: 0, charactersLeft: 0 }));
});
