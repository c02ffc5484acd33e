/** Parts of an item by their headings. */
import { describe, expect, it } from "vitest";
import type { Block } from "../../../../src/providers/sec/text/blocks.js";
import { findHeading } from "../../../../src/providers/sec/text/inner-headings.js";

const heading = (text: string): Block => ({ kind: "heading", text });
const text = (words: string): Block => ({ kind: "paragraph", text: `${words} This is text of some length behind it.` });
const item = (from: number, to: number) => ({ id: "Item 7", title: "MD&A", from, to, foundBy: "heading" as const });

/** The words that the part of a heading begins its texts with. */
function partOf(blocks: readonly Block[], section: string, items = [item(0, blocks.length)]): string[] | undefined {
  const found = findHeading(blocks, items, section);
  return found && blocks.slice(found.from, found.to).map(({ text: words }) => words.replace(/ This is text.*/, ""));
}

describe("a heading within an item", () => {
  const discussion = [
    heading("Item 7. Management's Discussion"),
    heading("Results of Operations"),
    text("Sales rose."),
    heading("Liquidity and Capital Resources"),
    heading("Cash Flows"),
    text("Cash fell."),
    heading("Debt"),
    text("Debt rose."),
    heading("Critical Accounting Policies and Estimates"),
    text("Judgment."),
    heading("Goodwill"),
    text("Tested."),
  ];

  it("is found by its first words, with the headings below it, up to the next subject of the discussion", () => {
    const part = ["Liquidity and Capital Resources", "Cash Flows", "Cash fell.", "Debt", "Debt rose."];
    expect(partOf(discussion, "liquidity and capital resources")).toEqual(part);
    expect(partOf(discussion, "Liquidity")).toEqual(part);
    // More words than the heading has.
    expect(partOf(discussion, "Liquidity and capital resources and uses of cash")).toEqual(part);
    expect(partOf(discussion, "quidity")).toBeUndefined();
  });

  it("is found by all of its words, whatever stands between them", () => {
    const part = ["Critical Accounting Policies and Estimates", "Judgment.", "Goodwill", "Tested."];
    expect(partOf(discussion, "critical accounting estimates")).toEqual(part);
  });

  it("ends at the next heading where it is no subject of the discussion, and with its item", () => {
    expect(partOf(discussion, "debt")).toEqual(["Debt", "Debt rose."]);
    expect(partOf(discussion, "goodwill", [item(0, 11)])).toBeUndefined();
    expect(partOf(discussion, "debt", [item(0, 7), item(7, 12)])).toBeUndefined();
  });

  it("in capitals ends at the next one in capitals", () => {
    const capitals = [
      heading("OUTLOOK"),
      heading("Sales"),
      text("Up."),
      heading("Costs"),
      text("Down."),
      heading("TAXES"),
      text("Same."),
    ];
    expect(partOf(capitals, "outlook")).toEqual(["OUTLOOK", "Sales", "Up.", "Costs", "Down."]);
    expect(partOf(capitals, "costs")).toEqual(["Costs", "Down."]);
  });

  it("is not a line of the contents, an item or a sentence", () => {
    const contents = [heading("Liquidity 45"), text("Of contents.")];
    expect(partOf(contents, "liquidity")).toBeUndefined();
    expect(partOf([heading("Item 9B. Other"), text("None.")], "Item 9B")).toBeUndefined();
    const words = (count: number) => [heading(Array.from({ length: count }, () => "debt").join(" ")), text("None.")];
    expect(partOf(words(14), "debt")).toHaveLength(2);
    expect(partOf(words(15), "debt")).toBeUndefined();
  });

  it("is the one with the most text", () => {
    const twice = [
      heading("Debt"),
      text("See below."),
      heading("Taxes"),
      text("Paid."),
      heading("Debt"),
      text("We owe."),
      text("More."),
    ];
    expect(partOf(twice, "debt")).toEqual(["Debt", "We owe.", "More."]);
  });
});

describe("a note", () => {
  it.each([
    ["NOTE 19 — LEASES", "NOTE 20 — TAXES", "NOTE 21 — OTHER"],
    ["19. Leases", "20. Taxes", "21. Other"],
    ["(19) Leases", "(20) Taxes", "(21) Other"],
    ["Note 19: Leases", "Note 20: Taxes", "Note 21: Other"],
    ["NOTE 19", "NOTE 20", "NOTE 21"],
  ])("is found by its number among %s, %s, %s", (before, own, after) => {
    const notes = [
      heading(before),
      text("Rent."),
      heading(own),
      text("Paid."),
      heading("Rates"),
      text("Low."),
      heading(after),
      text("Rest."),
    ];
    expect(partOf(notes, "Note 20")).toEqual([own, "Paid.", "Rates", "Low."]);
    expect(partOf(notes, "note 2")).toBeUndefined();
    expect(partOf(notes, "Note 21")).toEqual([after, "Rest."]);
  });

  it("ends at most three numbers later: a greater one is another list's", () => {
    const notes = (number: number) => [
      heading("Note 4. Debt"),
      text("Owed."),
      heading(`Note ${number}. Other`),
      text("Rest."),
    ];
    expect(partOf(notes(7), "note 4")).toHaveLength(2);
    expect(partOf(notes(8), "note 4")).toHaveLength(4);
  });

  it("is found by its title, without its number", () => {
    const notes = [heading("Note 4 — Income Taxes"), text("Paid."), heading("Note 5 — Debt"), text("Owed.")];
    expect(partOf(notes, "income taxes")).toEqual(["Note 4 — Income Taxes", "Paid."]);
  });
});
