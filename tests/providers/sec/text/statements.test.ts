/** Financial statements that stand in no item of their own. */
import { describe, expect, it } from "vitest";
import { createBlockReader, type Block } from "../../../../src/providers/sec/text/blocks.js";
import { findItem } from "../../../../src/providers/sec/text/form-items.js";
import { findItems } from "../../../../src/providers/sec/text/items.js";

function read(html: string): Block[] {
  const reader = createBlockReader("html");
  reader.write(`<html><body>${html}</body></html>`);
  return reader.end();
}

const heading = (text: string) => `<p><b>${text}</b></p>`;
const prose = (characters: number) => `<p>${"text ".repeat(characters).slice(0, characters - 1)}.</p>`;
const item = (title: string, characters = 400) => heading(title) + prose(characters);
const table = (amount: string) =>
  `<table><tr><td></td><td>2024</td></tr><tr><td>Total</td><td>${amount}</td></tr></table>`;
const STUB = item("Item 8. Financial Statements", 100);
const STATEMENTS = heading("Consolidated Balance Sheets") + table("5,000") + prose(300);

/** The first and last words of the section that a name finds, and how it was found. */
function shown(html: string, form: string, section = "financials") {
  const blocks = read(html);
  const found = findItem(findItems(blocks, form), form, section);
  const texts = blocks.slice(found?.from ?? 0, found?.to ?? 0).map(({ text }) => text);
  return { id: found?.id, foundBy: found?.foundBy, first: texts[0], last: texts.at(-1)?.slice(0, 30) };
}

describe("the statements of an annual report whose item only refers to them", () => {
  it.each([
    ["behind its last item", item("Item 16. Form 10-K Summary") + heading("Index to Financial Statements")],
    ["behind the signatures", `${item("Item 15. Exhibits")}${heading("SIGNATURES")}<p>Signed.</p>`],
    ["in an item on exhibits", item("Item 15. Exhibits, Financial Statement Schedules")],
  ])("are a section of their own: %s", (_where, before) => {
    const html =
      item("Item 7. Management’s Discussion") + STUB + before + STATEMENTS + heading("Exhibit Index") + prose(50);
    const first = before.includes("Index to") ? "Index to Financial Statements" : "Consolidated Balance Sheets";
    for (const section of ["financials", "financial statements", "consolidated financial statements"]) {
      expect(shown(html, "10-K", section)).toMatchObject({ id: "Financial statements", foundBy: "heading", first });
    }
    expect(shown(html, "10-K").last).toMatch(/^text/);
    expect(shown(html, "10-K", "8")).toMatchObject({ id: "Item 8", first: "Item 8. Financial Statements" });
  });

  it("begin with the report of their auditor, and not with one on controls", () => {
    const report = heading("Report of Independent Registered Public Accounting Firm") + prose(300);
    const html = STUB + item("Item 9A. Controls") + report + item("Item 15. Exhibits") + heading("SIGNATURES");
    expect(shown(html + report + STATEMENTS, "10-K").first).toMatch(/^Report/);
    expect(shown(html + STATEMENTS, "10-K").first).toBe("Consolidated Balance Sheets");
  });

  it("are those of a foreign company's report as well", () => {
    const html = item("Item 17. Financial Statements", 50) + item("Item 18. Financial Statements", 50);
    const end = item("Item 19. Exhibits") + heading("SIGNATURES") + STATEMENTS;
    expect(shown(html + end, "20-F").id).toBe("Financial statements");
    expect(shown(html + prose(1_500) + end, "20-F").id).toBe("Item 18");
  });

  it("stand in their item if it has 1,500 characters", () => {
    const title = "Item 8. Financial Statements";
    const idOf = (characters: number) =>
      shown(item(title, characters - title.length) + item("Item 15. Exhibits") + STATEMENTS, "10-K").id;
    expect([idOf(1_499), idOf(1_500)]).toEqual(["Financial statements", "Item 8"]);
  });

  it.each([
    ["the name of the company", "The Example Company and Subsidiaries Consolidated Statements of Cash Flows"],
    ["capitals", "EXAMPLE N.V. CONDENSED CONSOLIDATED INCOME STATEMENTS (UNAUDITED)"],
    ["a name of 8 words", `${"Big ".repeat(8)}Consolidated Balance Sheets`],
    ["a title of 150 characters", `Balance Sheet ${"x".repeat(136)}`],
  ])("are known by a title with %s", (_, title) => {
    expect(shown(STUB + item("Item 15. Exhibits") + heading(title) + table("1"), "10-K").first).toBe(title);
  });

  it.each([
    ["a sentence", "We prepare the consolidated balance sheets"],
    ["selected data", "Consolidated Statements of Operations Data"],
    ["a line of the contents", "Consolidated Balance Sheets ... 45"],
    ["a list of an exhibit's pages", "Consolidated Balance Sheet (page 47)"],
    ["a title of 151 characters", `Balance Sheet ${"x".repeat(137)}`],
    ["a name of 9 words", `${"Big ".repeat(9)}Consolidated Balance Sheets`],
  ])("are not known by %s", (_, title) => {
    expect(shown(STUB + item("Item 15. Exhibits") + heading(title) + table("1"), "10-K").id).toBe("Item 8");
  });

  it("are known by a table that begins with its title", () => {
    const rows = (title: string) =>
      `<table><tr><td colspan=2>${title}</td></tr><tr><td>Cash</td><td>5</td></tr><tr><td>Debt</td><td>4</td></tr></table>`;
    const idOf = (title: string) => shown(STUB + item("Item 15. Exhibits") + rows(title), "10-K").id;
    expect([idOf("BALANCE SHEETS"), idOf("Balance Sheets 45")]).toEqual(["Financial statements", "Item 8"]);
  });

  it("have an amount in a table at most five lines below a title", () => {
    const idOf = (lines: number, amount = "5") =>
      shown(
        STUB +
          item("Item 15. Exhibits") +
          heading("Balance Sheets") +
          "<p>(in euros)</p>".repeat(lines) +
          table(amount),
        "10-K",
      ).id;
    expect([idOf(5), idOf(6)]).toEqual(["Financial statements", "Item 8"]);
  });
});

describe("the statements of a quarterly report", () => {
  const contents =
    "<table><tr><td>Item 1.</td><td>Financial Statements</td><td>3</td></tr><tr><td>Item 2.</td><td>Discussion</td><td>9</td></tr></table>";
  const after =
    heading("PART I") +
    item("Item 2. Management’s Discussion") +
    heading("PART II") +
    item("Item 1. Legal Proceedings");

  it("are Part I, Item 1 behind the contents where no heading names the item", () => {
    const html =
      contents + heading("EXAMPLE, INC.") + heading("Consolidated Statements of Operations") + table("5") + prose(300);
    for (const section of ["part I item 1", "financials"]) {
      expect(shown(html + after, "10-Q", section)).toEqual({
        id: "Part I, Item 1",
        foundBy: "contents",
        first: "EXAMPLE, INC.",
        last: expect.stringMatching(/^text/),
      });
    }
    expect(shown(contents + prose(300) + after, "10-Q").id).toBeUndefined();
  });

  it("are a section of their own where they stand behind the signatures", () => {
    const html = contents + heading("PART I") + item("Item 1. Financial Statements", 80) + after;
    expect(shown(`${html}${heading("SIGNATURES")}${STATEMENTS}`, "10-Q").id).toBe("Financial statements");
  });
});
