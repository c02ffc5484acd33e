/** Items of each form, found by the headings of the body. */
import { describe, expect, it } from "vitest";
import { createBlockReader, type Block } from "../../../../src/providers/sec/text/blocks.js";
import { findItem, itemsOfParts } from "../../../../src/providers/sec/text/form-items.js";
import { findItems } from "../../../../src/providers/sec/text/items.js";

function read(html: string): Block[] {
  const reader = createBlockReader("html");
  reader.write(`<html><body>${html}</body></html>`);
  return reader.end();
}

const heading = (text: string) => `<p><b>${text}</b></p>`;
const prose = (about: string) =>
  `<p>${`This is a text about ${about}, as Item 1A of this report says. `.repeat(6)}</p>`;
const body = (...titles: string[]) => titles.map((title) => heading(title) + prose(title)).join("");
const idsOf = (html: string, form: string) => findItems(read(html), form).map(({ id }) => id);

/** The text of the item that a section's name finds. */
function textOf(html: string, form: string, section: string): string | undefined {
  const blocks = read(html);
  const item = findItem(findItems(blocks, form), form, section);
  return (
    item &&
    blocks
      .slice(item.from, item.to)
      .map(({ text }) => text)
      .join(" ")
  );
}

const ANNUAL = [
  "Item 1. Business",
  "Item 1A. Risk Factors",
  "Item 2. Properties",
  "Item 7. Management’s Discussion and Analysis of Financial Condition",
];

describe("annual reports", () => {
  it.each(["10-K", "10-K/A", "10-K405", "10-KT"])("finds the items of a %s in its body", (form) => {
    expect(idsOf(body(...ANNUAL), form)).toEqual(["Item 1", "Item 1A", "Item 2", "Item 7"]);
  });

  it("passes over contents in a table, as links and as lines", () => {
    const rows = ANNUAL.map(
      (title, index) => `<tr><td>${title.slice(0, 7)}</td><td>${title.slice(8)}</td><td>${index + 3}</td></tr>`,
    );
    const links = ANNUAL.map((title) => `<p><a href="#x">${title}</a></p>`).join("");
    const lines = ANNUAL.map((title, index) => `<p>${title} ........ ${index + 3}</p>`).join("");
    for (const contents of [`<table>${rows.join("")}</table>`, links, lines]) {
      const text = textOf(contents + body(...ANNUAL), "10-K", "1A");
      expect(text).toMatch(/^Item 1A\. Risk Factors This is a text about Item 1A\. Risk Factors/);
      expect(text).not.toContain("about Item 2");
    }
  });

  it("finds nothing in a document that has only contents", () => {
    expect(idsOf([...ANNUAL, "Item 9. Other"].map(heading).join(""), "10-K")).toEqual([]);
  });

  it("takes no reference to an item for its beginning", () => {
    const html =
      body("Item 1. Business") +
      "<p>Item 7 of our last report was amended.</p>" +
      prose("more") +
      body("Item 2. Properties");
    expect(idsOf(html, "10-K")).toEqual(["Item 1", "Item 2"]);
  });

  it("goes on after a heading that is repeated as continued", () => {
    const html = body("Item 1. Business", "Item 1. Business (continued)", "Item 2. Properties");
    expect(textOf(html, "10-K", "business")).toContain("(continued)");
  });

  it("reads a number and a title in two cells or two paragraphs, and items that share a heading", () => {
    const html =
      `<table><tr><td>Item&#160;1A.</td><td>Risk Factors</td></tr></table>${prose("risks")}` +
      `${heading("Items 2 and 3. Properties and Legal Proceedings")}${prose("both")}<p><b>ITEM 7.</b></p>${heading("Management’s Discussion")}${prose("results")}`;
    expect(idsOf(html, "10-K")).toEqual(["Item 1A", "Item 2", "Item 3", "Item 7"]);
    expect(textOf(html, "10-K", "risk factors")).toContain("about risks");
    expect(textOf(html, "10-K", "item 3")).toContain("about both");
    expect(textOf(html, "10-K", "MD&A")).toContain("about results");
  });

  it("keeps short items that follow each other and ends before the signatures", () => {
    const short = [
      "Item 9B. Other Information",
      "Item 10. Directors",
      "Item 11. Executive Compensation",
      "Item 12. Security Ownership",
      "Item 13. Certain Relationships",
    ];
    const html = `${body("Item 1. Business")}${short.map(heading).join("")}<p>All are incorporated by reference.</p>${body("Item 15. Exhibits")}${heading("SIGNATURES")}<p>Signed.</p>`;
    expect(idsOf(html, "10-K")).toEqual(["Item 1", "Item 9B", "Item 10", "Item 11", "Item 12", "Item 13", "Item 15"]);
    expect(textOf(html, "10-K", "exhibits")).not.toContain("Signed");
  });

  it("reads a heading that is only a number, or only numbers, as no line of the contents", () => {
    const html =
      `<p><b>ITEM 1</b></p>${heading("BUSINESS")}${prose("business")}` +
      `${heading("Items 10, 11, 12, 13 and 14")}${prose("all")}${body("Item 15. Exhibits")}`;
    expect(idsOf(html, "10-K")).toEqual(["Item 1", "Item 10", "Item 11", "Item 12", "Item 13", "Item 14", "Item 15"]);
    expect(textOf(html, "10-K", "business")).toContain("about business");
  });

  it("reads both numbers of a heading that joins two titles", () => {
    const html = `${heading("Item 1. Business and Item 2. Properties")}${prose("both")}${body("Item 3. Legal Proceedings")}`;
    expect(idsOf(html, "10-K")).toEqual(["Item 1", "Item 2", "Item 3"]);
    expect(textOf(html, "10-K", "2")).toContain("about both");
  });

  it("finds the first item behind contents that every part begins with", () => {
    const part = ["Item 10. Directors", "Item 11. Executive Compensation", "Item 12. Security", "Item 13. Certain"];
    const html = `${body("Item 9A. Controls")}${heading("PART III")}${part.map(heading).join("")}${body(...part)}`;
    expect(idsOf(html, "10-K")).toEqual(["Item 9A", "Item 10", "Item 11", "Item 12", "Item 13"]);
    expect(textOf(html, "10-K", "9A")).not.toContain("Item 10");
  });

  it("finds an item that stands before those of lower numbers", () => {
    const html = body("Item 7. Management’s Discussion", "Item 1A. Risk Factors", "Item 8. Financial Statements");
    expect(idsOf(html, "10-K")).toEqual(["Item 7", "Item 1A", "Item 8"]);
    expect(textOf(html, "10-K", "7")).not.toContain("about Item 1A. Risk");
  });

  it("finds an item by its whole title where the document does not number it, if another item follows", () => {
    const html = body("RISK FACTORS", "LEGAL PROCEEDINGS", "Item 9A. Controls and Procedures");
    expect(idsOf(html, "10-K")).toEqual(["Item 1A", "Item 3", "Item 9A"]);
    expect(idsOf(body("RISK FACTORS"), "10-K")).toEqual([]);
    const numbered = body("Item 1A. Risk Factors", "Item 3. Legal Proceedings", "PROPERTIES HELD", "RISK FACTORS");
    expect(idsOf(numbered, "10-K")).toEqual(["Item 1A", "Item 3"]);
  });

  it("takes a heading within an item for no beginning of an item that the document numbers", () => {
    const html =
      `${heading("Items 1 and 2. Business and Properties")}${prose("both")}` +
      body("Item 8. Financial Statements", "PROPERTIES", "Item 9A. Controls");
    expect(idsOf(html, "10-K")).toEqual(["Item 1", "Item 2", "Item 8", "Item 9A"]);
    expect(textOf(html, "10-K", "8")).toContain("about PROPERTIES");
  });

  it("takes a heading with an item's title within a numbered item for no beginning of an item", () => {
    const risks = body("Item 7. Management’s Discussion", "RISK FACTORS", "RESULTS", "Item 8. Financial Statements");
    expect(idsOf(body("Item 1. Business") + risks, "10-K")).toEqual(["Item 1", "Item 7", "Item 8"]);
    expect(textOf(body("Item 1. Business") + risks, "10-K", "7")).toContain("about RESULTS");
    expect(idsOf(body("Item 1. Business", "LEGAL PROCEEDINGS", "Item 2. Properties"), "10-K")).toEqual([
      "Item 1",
      "Item 2",
    ]);
  });

  it("takes an item of a regulation for none of the form", () => {
    const html = body("Item 9B. Other Information", "Item 1119 of Regulation AB. Affiliations", "Item 15. Exhibits");
    expect(idsOf(html, "10-K")).toEqual(["Item 9B", "Item 15"]);
    expect(idsOf(body("Item 4. Mine Safety", "Item 103. Legal Proceedings"), "10-K")).toEqual(["Item 4"]);
  });

  it("takes the number of a page's header above a whole heading for no item", () => {
    const html =
      body("Item 9A. Controls") +
      heading("Item 9B, 10, 11") +
      body("ITEM 9B. OTHER INFORMATION", "ITEM 10. DIRECTORS", "ITEM 11. EXECUTIVE COMPENSATION");
    expect(idsOf(html, "10-K")).toEqual(["Item 9A", "Item 9B", "Item 10", "Item 11"]);
    expect(textOf(html, "10-K", "9B")).toMatch(/^ITEM 9B\. OTHER/);
  });

  it.each([
    ["PART II", "Item 5. Market for Our Shares"],
    ["PART II", "OTHER INFORMATION", "Item 5. Market for Our Shares"],
    ["PART II", "(con’d.)", "Item 5. Market for Our Shares"],
    ["Parts II and III", "Item 5. Market for Our Shares"],
    ["EXAMPLE CORP. PART II", "Item 5. Market for Our Shares"],
  ])("ends an item before the title of the next part: %j", (...titles) => {
    const html = body("Item 4. Mine Safety") + titles.slice(0, -1).map(heading).join("") + body(titles.at(-1)!);
    expect(textOf(html, "10-K", "4")).toMatch(/says\.$/);
  });

  it("finds the items of a small company's annual report", () => {
    const html = body(
      "Item 6. Management's Discussion and Analysis or Plan of Operation",
      "Item 7. Financial Statements",
      "Item 8. Changes in and Disagreements with Accountants",
      "Item 8A(T). Controls and Procedures",
      "Item 8B. Other Information",
      "Item 9. Directors",
    );
    expect(idsOf(html, "10-KSB")).toEqual(["Item 6", "Item 7", "Item 8", "Item 8A", "Item 8B", "Item 9"]);
    expect(textOf(html, "10-KSB", "8A(T)")).toContain("about Item 8A(T)");
    expect(findItems(read(html), "10-KSB/A").map(({ foundBy }) => foundBy)).toEqual(Array(6).fill("heading"));
  });

  it.each([199, 200])("takes an item out of the form's order if it has 200 characters of text: %i", (length) => {
    const text = (characters: number) => `<p>${"x".repeat(characters - 1)}.</p>`;
    const html =
      heading("Item 7. Management’s Discussion") +
      text(900) +
      heading("Item 1A. Risk Factors") +
      text(length) +
      heading("Item 8. Financial Statements") +
      text(900);
    expect(idsOf(html, "10-K").includes("Item 1A")).toBe(length === 200);
  });

  it("prefers a heading with the form's title to a line, and to a much longer text below another title", () => {
    const html =
      "<p>Item 3. Cases. See below.</p>" +
      prose("lines") +
      heading("Item 3. Our Vision") +
      prose("a vision").repeat(30) +
      heading("Item 3. Legal Proceedings") +
      prose("cases").repeat(5) +
      body("Item 4. Mine Safety");
    expect(textOf(html, "10-K", "3")).toMatch(/^Item 3\. Legal/);
  });

  it("says how it found an item", () => {
    const html =
      body("Item 3. Legal Proceedings", "Item 5. Our Shares") + `<p>Item 6. Reserved. ${"None of it. ".repeat(20)}</p>`;
    expect(findItems(read(html), "10-K").map(({ id, foundBy }) => [id, foundBy])).toEqual([
      ["Item 3", "heading"],
      ["Item 5", "uncertain"],
      ["Item 6", "uncertain"],
    ]);
  });

  it("ends the summary before a consent that follows it", () => {
    const html = `${body("Item 15. Exhibits", "Item 16. Form 10-K Summary")}${heading("Consent of Independent Registered Public Accounting Firm")}${prose("consent")}`;
    expect(textOf(html, "10-K", "16")).not.toContain("about consent");
  });

  it("ends the summary before the index of exhibits", () => {
    const html = `${body("Item 15. Exhibits", "Item 16. Form 10-K Summary")}${heading("Exhibit Index")}${prose("files")}`;
    expect(textOf(html, "10-K", "16")).not.toContain("about files");
  });
});

describe("quarterly reports", () => {
  const html =
    heading("PART I. FINANCIAL INFORMATION") +
    body("Item 1. Financial Statements", "Item 2. Management's Discussion and Analysis") +
    heading("PART II. OTHER INFORMATION") +
    body("Item 1. Legal Proceedings", "Item 1A. Risk Factors", "Item 2. Unregistered Sales of Equity Securities");

  it("names the part of every item", () => {
    expect(idsOf(html, "10-Q")).toEqual([
      "Part I, Item 1",
      "Part I, Item 2",
      "Part II, Item 1",
      "Part II, Item 1A",
      "Part II, Item 2",
    ]);
  });

  it.each([
    ["2", "Management's Discussion"],
    ["part II item 2", "Unregistered Sales"],
    ["Part II, Item 1", "Legal Proceedings"],
    ["mda", "Management's Discussion"],
    ["legal proceedings", "Legal Proceedings"],
  ])("finds %s", (section, title) => expect(textOf(html, "10-Q", section)).toContain(title));

  it("need the part with a number that both parts have", () => {
    expect(itemsOfParts("10-Q/A", "item 2.")).toEqual(["Part I, Item 2", "Part II, Item 2"]);
    expect(["1A", "6", "part 2 item 1", "risk factors"].flatMap((section) => itemsOfParts("10-Q", section))).toEqual(
      [],
    );
    expect(["10-K", "8-K"].flatMap((form) => itemsOfParts(form, "1"))).toEqual([]);
  });
});

describe("other forms", () => {
  it("finds the items of a 20-F with their lettered parts", () => {
    const html =
      heading("Item 3. Key Information") +
      body("A. [Reserved]", "B. Capitalization", "C. Reasons", "D. Risk Factors") +
      body("Item 4A. Unresolved Staff Comments", "Item 5. Operating and Financial Review and Prospects");
    expect(idsOf(html, "20-F")).toEqual([
      "Item 3",
      "Item 3.A",
      "Item 3.B",
      "Item 3.C",
      "Item 3.D",
      "Item 4A",
      "Item 5",
    ]);
    expect(textOf(html, "20-F", "risk factors")).toMatch(/^D\. Risk Factors/);
    expect(textOf(html, "20-F", "5")).toContain("Operating and Financial Review");
    expect(textOf(html, "20-F/A", "4A")).toContain("Unresolved");
  });

  it("gives an item with a letter no parts, and repeats neither its number nor its letter in its title", () => {
    const html = body("Item 16.B. Item 16.B. Code of Ethics", "Item 16.H. H. Mine Safety");
    expect(findItems(read(html), "20-F").map(({ id, title }) => [id, title])).toEqual([
      ["Item 16B", "Code of Ethics"],
      ["Item 16H", "Mine Safety"],
    ]);
  });

  it("finds the items of a current report", () => {
    const html =
      body("Item 2.02 Results of Operations and Financial Condition", "Item 9.01. Financial Statements and Exhibits") +
      heading("SIGNATURE");
    expect(idsOf(html, "8-K")).toEqual(["Item 2.02", "Item 9.01"]);
    expect(textOf(html, "8-K", "results of operations")).toContain("Item 2.02");
    expect(idsOf(body("Item 5. Other Events", "Item 7. Financial Statements and Exhibits"), "8-K/A")).toEqual([
      "Item 5",
      "Item 7",
    ]);
  });

  it.each([
    "Item 2.02 and Item 7.01. Results of Operations; Regulation FD",
    "Items 2.02, 7.01",
    "Item 2.02 Results of Operations and Financial Condition; Item 7.01 Regulation FD Disclosure",
    "Item 2.02. Results of Operations and Item 7.01. Regulation FD Disclosure",
  ])("finds both items that a heading of a current report joins: %s", (title) => {
    const html = body(title, "Item 9.01 Exhibits");
    expect(idsOf(html, "8-K")).toEqual(["Item 2.02", "Item 7.01", "Item 9.01"]);
    expect(textOf(html, "8-K", "7.01")).toMatch(/^Items? 2\.02/);
  });

  it("finds the proposals of a proxy statement, also where they are printed like text", () => {
    const html =
      "<p>Proposal 1: Election of Directors</p><p>Proposal 2: Auditors</p>" +
      heading("Questions and Answers") +
      prose("voting") +
      "<p>Proposal No. 1 — Election of Directors</p>" +
      body("Board of Directors") +
      "<p>Proposal 2 — Ratification of Auditors</p>" +
      prose("auditors") +
      "<p>Proposal 1 needs a majority.</p>" +
      body("Proposal Ten", "Other Matters");
    expect(textOf(html, "DEF 14A", "proposal 1")).toMatch(/^Proposal No\. 1 — Election.*about Board of Directors/);
    expect(textOf(html, "DEF 14A", "proposal one")).toMatch(/^Proposal No\. 1/);
    expect(textOf(html, "DEF 14A", "2")).toMatch(/^Proposal 2 — .*needs a majority/);
    expect(textOf(html, "DEF 14A", "proposal 2")).not.toContain("about Other");
  });

  it("takes no line of more than 120 characters for a proposal", () => {
    const line = (length: number) => `Proposal 2 ${"x".repeat(length - 11)}`;
    const html = `<p>${line(120)}</p>${prose("it")}<p>${line(121)}</p>${prose("it")}`;
    expect(idsOf(html, "DEF 14A")).toEqual([line(120)]);
  });

  it("begins a section whose only heading is continued at its title on the page before", () => {
    const html =
      body("Director Compensation") +
      "<p>Beneficial Stock Ownership of</p><p>Certain Owners</p>" +
      prose("owners") +
      body("Beneficial Stock Ownership of Certain Owners (continued)", "Audit Committee Report");
    expect(textOf(html, "DEF 14A", "ownership")).toMatch(
      /^Beneficial Stock Ownership of Certain Owners This.*continued/,
    );
    expect(textOf(html, "DEF 14A", "director compensation")).not.toContain("about owners");
    const short = html.replace("Beneficial Stock Ownership of</p>", "Beneficial Sto</p>");
    expect(textOf(short, "DEF 14A", "ownership")).toMatch(/^Beneficial Stock Ownership of Certain Owners \(cont/);
  });

  it("finds the headings of a proxy statement and of a Canadian report", () => {
    const proxy = body(
      "Corporate Governance",
      "Compensation Discussion and Analysis",
      "Summary Compensation Table",
      "Security Ownership of Certain Beneficial Owners",
    );
    expect(textOf(proxy, "DEF 14A", "executive compensation")).toMatch(/^Compensation Discussion/);
    expect(textOf(proxy, "DEF 14A", "security ownership")).toMatch(/^Security Ownership/);
    expect(textOf(body("DISCLOSURE CONTROLS AND PROCEDURES", "CODE OF ETHICS"), "40-F", "code of ethics")).toMatch(
      /^CODE OF ETHICS/,
    );
  });

  it("takes every heading of a press release as a section", () => {
    const html = body("Example Corp. Reports First Quarter Results", "Outlook", "About Example");
    expect(textOf(html, "EX-99.1", "guidance")).toMatch(/^Outlook/);
    expect(textOf(html, "6-K", "about example")).toMatch(/^About Example/);
  });

  it("keeps the headings below one in capitals in its section, and takes the longest of several of one name", () => {
    const html =
      body("Risk Factors", "USE OF PROCEEDS", "RISK FACTORS", "We may lose money.", "Our shares may fall.") +
      body("DILUTION");
    const text = textOf(html, "424B4", "risk factors");
    expect(text).toMatch(/^RISK FACTORS/);
    expect(text).toContain("about Our shares may fall.");
    expect(text).not.toContain("DILUTION");
  });

  it.each(["SC 13D", "SC 14D9", "SC 13G"])(
    "finds the numbered items of a %s, with the headings within them",
    (form) => {
      const row = (number: string, title: string) => `<table><tr><td>${number}</td><td>${title}</td></tr></table>`;
      const html =
        row("Item 1.", "Security and Issuer.") +
        prose("shares") +
        row("Item 4.", "Purpose of Transaction.") +
        body("Plans", "SEATS") +
        row("Item 7.", "Material to Be Filed as Exhibits.") +
        "<p>None.</p>";
      expect(idsOf(html, form)).toEqual(expect.arrayContaining(["Item 1", "Item 4", "Item 7"]));
      for (const section of ["4", "item 4", "purpose of transaction"]) {
        const text = textOf(html, form, section);
        expect(text).toMatch(/^Item 4\. Purpose/);
        expect(text).toMatch(/about Plans.*about SEATS/);
        expect(text).not.toContain("Material");
      }
      expect(textOf(html, form, "plans")).toMatch(/^Plans/);
    },
  );

  it("takes no single mention of an item in a press release for its structure", () => {
    expect(idsOf(body("Item 5. Other Events", "Outlook"), "EX-99.1")).toEqual(["Item 5. Other Events", "Outlook"]);
  });

  it("ends an item of a current report before the title of the next section, and before signatures in a table", () => {
    const html =
      body("Item 8.01 Other Events") +
      heading("Section 9 – Financial Statements and Exhibits") +
      body("Item 9.01 Exhibits") +
      "<table><tr><td>SIGNATURES</td><td></td></tr><tr><td>By:</td><td>A. Smith</td></tr></table>";
    expect(textOf(html, "8-K", "8.01")).not.toContain("Section 9");
    expect(textOf(html, "8-K", "9.01")).not.toContain("Smith");
  });

  it("finds the numbered items of a form that is divided by its headings", () => {
    expect(textOf(body("Item 3. Purpose", "Item 4. Ownership"), "SC 13G", "item 4")).toMatch(/^Item 4\. Ownership/);
  });

  it("finds no item for a name that the document does not have", () => {
    expect(textOf(body(...ANNUAL), "10-K", "9A")).toBeUndefined();
    expect(textOf(body(...ANNUAL), "10-K", "weather")).toBeUndefined();
    expect(textOf("", "10-K", "1")).toBeUndefined();
  });
});
