/** Passages around a phrase and pages of a given size. */
import { describe, expect, it } from "vitest";
import type { Block } from "../../../../src/providers/sec/text/blocks.js";
import { toPage } from "../../../../src/providers/sec/text/pages.js";
import { findPassages } from "../../../../src/providers/sec/text/passages.js";

const paragraph = (text: string): Block => ({ kind: "paragraph", text });
const table = (...lines: string[]): Block => ({ kind: "table", text: lines.join("\n") });

const heading = (text: string): Block => ({ kind: "heading", text });

describe("findPassages", () => {
  const blocks: Block[] = [
    heading("Item 1. Business"),
    paragraph("Chairs sell well. Our customers’ loyalty is high."),
    paragraph("Loyalty of the CUSTOMERS and of dealers."),
    table(",2025,2024", "Chairs,10,9", "Tables,-5,4", "Chairs abroad,3,2"),
  ];
  const items = [{ id: "Item 1", title: "Business", from: 0, to: 4, foundBy: "heading" as const }];
  const textsOf = (of: readonly Block[], phrase: string) =>
    findPassages(of, [], phrase).passages.map(({ text }) => text);

  it("returns the whole paragraph with the phrase first, whatever its case and quotes, and where it stands", async () => {
    const { passages, isPartial } = findPassages(blocks, items, "customers'  LOYALTY");
    expect(passages[0]).toMatchObject({ item: "Item 1", text: blocks[1]!.text, block: 1 });
    expect(passages.map(({ block }) => block)).toEqual([1, 2]);
    expect(isPartial).toBe(false);
  });

  it("returns paragraphs with all of the words if none has the phrase", async () => {
    expect(textsOf(blocks, "dealers loyalty")).toEqual([blocks[2]!.text]);
  });

  it("returns a table's header and the rows that match", async () => {
    const found = findPassages(blocks, items, "chairs").passages.find(({ block }) => block === 3);
    expect(found?.text).toBe(",2025,2024\nChairs,10,9\nChairs abroad,3,2");
  });

  it("puts the best first, then the first, and returns all", async () => {
    const many = [
      ...Array.from({ length: 10 }, (_, index) => paragraph(`In country number ${index} we have sales.`)),
      paragraph("Sales were 12 billion."),
    ];
    const blocksOf = findPassages(many, [], "sales").passages.map(({ block }) => block);
    expect(blocksOf).toEqual([10, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("finds nothing for a phrase without words", async () => {
    const nothing = { passages: [], missing: [], isPartial: false };
    expect(findPassages(blocks, items, " … ")).toEqual(nothing);
    expect(findPassages(blocks, items, "weather")).toEqual(nothing);
  });

  it("matches words from their beginning, in the singular and the plural", async () => {
    const text = "Our policies on inventories and taxes in a corporate structure of one business.";
    for (const phrase of ["policy", "inventory", "tax", "TAXES", "businesses", "corp"])
      expect([phrase, ...textsOf([paragraph(text)], phrase)]).toEqual([phrase, text]);
    for (const phrase of ["rate", "ventory", "businessman", "200"])
      expect([phrase, ...textsOf([paragraph(`${text} In 2001 and 1,200.`)], phrase)]).toEqual([phrase]);
  });

  it("drops the words of a question that carry no meaning, unless there are no others", async () => {
    const text = "Costs rose.";
    expect(textsOf([paragraph(text)], "what were the costs of the")).toEqual([text]);
    expect(textsOf([paragraph("What it is.")], "what is it")).toEqual(["What it is."]);
  });

  it("takes the passages with the most of the words if none has all, and names those that are missing", async () => {
    const near = [paragraph("Inventories in China rose."), paragraph("China is large.")];
    const found = findPassages(near, [], "inventory China outlook");
    expect(found.passages.map(({ block }) => block)).toEqual([0]);
    expect(found).toMatchObject({ isPartial: true, missing: ["outlook"] });
    expect(textsOf(near, "china outlook")).toHaveLength(2);
    expect(findPassages(near, [], "china outlook guidance")).toMatchObject({ missing: ["outlook", "guidance"] });
  });

  it("puts a sentence or a row with the words and a figure before prose without one", async () => {
    const tax = [
      paragraph("New rules may raise our effective tax rate, as Note 7 of December 31, 2024 and Item 1A say."),
      paragraph("The effective tax rate was 21.5% in 2024."),
      table(",2024,2023", "Tax at the rate of the law,10,9", "Effective tax rate,21.5%,22%"),
    ];
    expect(findPassages(tax, [], "effective tax rate").passages.map(({ block }) => block)).toEqual([2, 1, 0]);
    expect(textsOf(tax, "effective tax rate")[0]).toBe(",2024,2023\nEffective tax rate,21.5%,22%");
  });

  it("puts a sentence whose figure stands beside the word before others", async () => {
    const people = [
      paragraph("Employees can buy shares under a plan that the shareholders approved with 90% of the votes."),
      paragraph("We had 74,067 employees."),
    ];
    expect(findPassages(people, [], "employees").passages.map(({ block }) => block)).toEqual([1, 0]);
  });

  it("shows each row below the heading of its own group, and the names of its columns", async () => {
    const groups = table(
      ",2024,2023",
      "North division,,",
      "Sales,10,9",
      "Capital spending,3,2",
      "South division,,",
      "Sales,30,29",
      "Capital spending,5,4",
    );
    expect(textsOf([groups], "capital spending")).toEqual([
      ",2024,2023\nNorth division,,\nCapital spending,3,2\nSouth division,,\nCapital spending,5,4",
    ]);
    expect(textsOf([groups], "capital spending south")).toEqual([",2024,2023\nSouth division,,\nCapital spending,5,4"]);
  });

  it("shows the names of the columns that stand within a table", async () => {
    const parts = table(",2024,2023", "Sales,10,9", ",2022,2021", "Sales of chairs,3,2");
    expect(textsOf([parts], "chairs")).toEqual([",2022,2021\nSales of chairs,3,2"]);
  });

  it("shows the rows of a group for its heading", async () => {
    const groups = table(",2024", "Europe:,", "Sales,1", "Costs,2", "Greater China:,", "Sales,3", "Costs,4");
    expect(textsOf([groups], "greater china")).toEqual([",2024\nGreater China:,\nSales,3\nCosts,4"]);
  });

  it("brings the table or the list that a colon announces, and what stands below a heading", async () => {
    const rows = table(",2024", "Warranty,6");
    const list = [paragraph("• dealers"), paragraph("• shops")];
    expect(textsOf([paragraph("Accrued costs are as follows:"), rows], "accrued")).toEqual([
      "Accrued costs are as follows:\n\n,2024\nWarranty,6",
    ]);
    expect(textsOf([paragraph("We sell to these:"), ...list, paragraph("More.")], "sell")).toEqual([
      "We sell to these:\n\n• dealers\n\n• shops",
    ]);
    expect(textsOf([heading("Outlook"), paragraph("Demand is strong."), paragraph("More.")], "outlook")).toEqual([
      "Outlook\n\nDemand is strong.",
    ]);
    // A line that is a heading, although it is not printed as one.
    expect(textsOf([paragraph("Outlook"), paragraph("Demand is strong.")], "outlook")).toEqual([
      "Outlook\n\nDemand is strong.",
    ]);
  });

  it("cuts a long table that a colon announces to the rows that match, else to its first rows", async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `Row ${index} of the table,${index + 100}`);
    const [text] = textsOf([paragraph("Accrued costs are as follows:"), table(",2024", ...rows)], "accrued");
    expect(text).toContain("Row 30 of the table");
    expect(text!.length).toBeLessThan(1_000);
    expect(text).toMatch(/\n…$/);
    const named = [
      paragraph(
        "What we owe for the costs of our shops, also of those that we rent and of those that others run for us:",
      ),
      table(",2024", ...rows, "Owed for rent,7"),
    ];
    expect(textsOf(named, "costs of shops rent")[0]).toMatch(/^What we owe [^]*\n\n,2024\nOwed for rent,7(?:\n…)?$/);
  });

  it("shows a text once, also where it stands within another one or was brought by another one", async () => {
    const same = [
      paragraph("We had 74,067 employees."),
      paragraph("We had “74,067” employees."),
      paragraph("We had 74,067 employees. They are well."),
      heading("Employees"),
      paragraph("At the end, we had 74,067 employees of our own."),
    ];
    expect(textsOf(same.slice(0, 2), "employees")).toHaveLength(1);
    expect(textsOf([same[4]!, same[3]!, same[4]!], "employees")).toHaveLength(1);
    const rows = table(",2024", "Accrued warranty,6", "Accrued interest,5");
    expect(textsOf([paragraph("Accrued costs:"), rows], "accrued")).toEqual([
      "Accrued costs:\n\n,2024\nAccrued warranty,6\nAccrued interest,5",
    ]);
  });

  it("shows a paragraph of up to 600 characters whole, and of a longer one the sentences that match", async () => {
    const filler = (length: number) => `${"Other things. ".repeat(80).slice(0, length - 1)}.`;
    const whole = `We had 9 shops. ${filler(584)}`;
    expect(whole).toHaveLength(600);
    expect(textsOf([paragraph(whole)], "shops")).toEqual([whole]);
    expect(textsOf([paragraph(`We had 9 shops. ${filler(585)}`)], "shops")[0]).toMatch(/^We had 9 shops\. .* …$/);
    const [cut] = textsOf(
      [paragraph(`${filler(700)} We had 9 shops. ${filler(600)} The shops are in 4 towns.`)],
      "shops",
    );
    expect(cut).toContain("We had 9 shops.");
    expect(cut).toContain("The shops are in 4 towns.");
    expect(cut!.length).toBeLessThan(350);
    expect(cut).toMatch(/^… .* … The shops/);
  });

  it("puts contents last", async () => {
    const contents = table("Item 1. Business,3", "Item 2. Properties,9", "Item 3. Legal proceedings,12");
    const pages = table("Report,3", "Balance sheets,9", "Properties,12", "Notes,14");
    const text = paragraph("Our properties are shops.");
    const found = findPassages([contents, pages, text], [], "properties").passages;
    expect(found[0]!.block).toBe(2);
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
