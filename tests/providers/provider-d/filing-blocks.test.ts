/** Text of filed documents: what stays, what is dropped and how tables are written. */
import { describe, expect, it } from "vitest";
import { createBlockReader, type Block } from "../../../src/providers/provider-d/filing-blocks.js";

/** The blocks of a document that arrives in chunks of the given length. */
function read(document: string, kind: "html" | "text" = "html", length = document.length): Block[] {
  const reader = createBlockReader(kind);
  for (let at = 0; at < document.length; at += length) reader.write(document.slice(at, at + length));
  return reader.end();
}

const texts = (document: string, kind: "html" | "text" = "html") => read(document, kind).map(({ text }) => text);
const page = (body: string) => `<html><head><title>x</title></head><body>${body}</body></html>`;
const table = (...rows: string[][]) =>
  page(
    `<table>${rows.map((row) => `<tr>${row.map((cell) => (cell.startsWith("<td") ? cell : `<td>${cell}</td>`)).join("")}</tr>`).join("")}</table>`,
  );

describe("paragraphs of HTML", () => {
  it("decodes entities and makes one blank of several", () => {
    expect(texts(page("<p>AT&amp;T&#160;Inc.&#8217;s &nbsp; plan &#x2014; <i>soon</i></p>"))).toEqual([
      "AT&T Inc.’s plan — soon",
    ]);
  });

  it("keeps the facts of inline XBRL and drops its header and everything that is not displayed", () => {
    const body = `<div style="display:none"><ix:header><ix:hidden><ix:nonNumeric name="a">hidden</ix:nonNumeric></ix:hidden></ix:header></div>
      <div>Sales were <ix:nonFraction name="b" scale="6">12.5</ix:nonFraction> million.<span style="DISPLAY: none">no</span></div>
      <ix:continuation id="c"><div>They <ix:nonNumeric name="d">grew</ix:nonNumeric>.</div></ix:continuation>`;
    expect(texts(page(body))).toEqual(["Sales were 12.5 million.", "They grew."]);
  });

  it("joins the paragraph that a page's end interrupts, without number, header and link to the contents", () => {
    const end = (number: number) =>
      `<p>${number}</p><hr style="page-break-after:always"/><p><a href="#toc">Table of Contents</a></p><p>Example Corp.</p>`;
    const body = `<p>We make chairs that are</p>${end(1)}<p>sold in shops.</p>${end(2)}<p>They last.</p>${end(3)}<p>End.</p>`;
    expect(texts(page(body))).toEqual(["We make chairs that are sold in shops.", "They last.", "End."]);
  });

  it("keeps the numbers of items that begin next to a page's end", () => {
    const items = ["ITEM 3", "ITEM 5", "ITEM 7", "ITEM 10", "ITEM 11", "ITEM 12"];
    const pages = items.map((item) => `<p><b>${item}</b></p><p>Text of it.</p><p>12</p>`);
    expect(texts(page(pages.join("<hr/>"))).filter((text) => text.startsWith("ITEM"))).toEqual(items);
  });

  it("keeps the unit that stands at the top of each page", () => {
    const body = "<hr/><p>(in millions)</p><p>A.</p>".repeat(3);
    expect(texts(page(body)).filter((text) => text === "(in millions)")).toHaveLength(3);
  });

  it("parts a bold title from the text that follows it in one paragraph", () => {
    expect(read(page("<p><b>Item 3. Legal Proceedings.</b> We are party to no case.</p>"))).toEqual([
      { kind: "heading", text: "Item 3. Legal Proceedings." },
      { kind: "paragraph", text: "We are party to no case." },
    ]);
  });

  it("shows a footnote mark in parentheses after a word and drops it after a number", () => {
    expect(texts(page("<p>Adjusted EBITDA<sup>1</sup> was 250<sup>(2)</sup> on the 1<sup>st</sup>.</p>"))).toEqual([
      "Adjusted EBITDA (1) was 250 on the 1st.",
    ]);
  });

  it("keeps the paragraphs within a raised element that is left open", () => {
    expect(texts(page("<sup>Note<p>One.</p><p>Two.</p>"))).toEqual(["Note", "One.", "Two."]);
  });

  it("refuses elements within more than 20,000 others", () => {
    expect(() => read(page("<b>".repeat(20_100)))).toThrow(RangeError);
  });

  it("reads the same from chunks of any length", () => {
    const document = page(
      '<p>One &amp; two</p><table><tr><td>A</td><td>$</td><td>(1</td><td>)</td></tr></table><p class="x">Three</p>',
    );
    const whole = read(document);
    for (const length of [1, 3, 7, 50]) expect(read(document, "html", length)).toEqual(whole);
  });
});

describe("tables of HTML", () => {
  it("joins signs with their number, writes parentheses as minus and drops empty columns", () => {
    const document = table(
      ["", "", "<td colspan=3>2025</td>", "", "<td colspan=3>2024</td>"],
      ["Net income (loss)", "", "$", "(1,234", ")", "", "$", "567", ""],
      ["<td colspan=9></td>"],
      ["Margin", "", "", "(2.5", ")%", "", "", "12", "%"],
      ["Dividends", "", "", "—", "", "", "", "0.5", ""],
    );
    expect(read(document)).toEqual([
      {
        kind: "table",
        text: [",2025,2024", 'Net income (loss),"-$1,234",$567', "Margin,-2.5%,12%", "Dividends,—,0.5"].join("\n"),
      },
    ]);
  });

  it("keeps footnote marks out of the numbers", () => {
    const document = table(["Segment", "2025"], ["Chairs<sup>(1)</sup>", "10<sup>(2)</sup>"], ["Tables", "20"]);
    expect(texts(document)).toEqual(["Segment,2025\nChairs (1),10\nTables,20"]);
  });

  it("drops a column of footnote marks", () => {
    const document = table(["", "2025", ""], ["Chairs", "10", "(1)"], ["Tables", "(20)", ""]);
    expect(texts(document)).toEqual([",2025\nChairs,10\nTables,-20"]);
  });

  it("leaves what may be a mark or a loss as filed", () => {
    const document = table(["", "<td colspan=2>2025</td>"], ["Chairs", "10", "(1)"], ["Tables", "(20)", ""]);
    expect(texts(document)).toEqual([",2025,\nChairs,10,(1)\nTables,-20,"]);
  });

  it("puts the heading of several columns above the first of them", () => {
    const document = table(
      ["", "<td colspan=2>Three months</td>", "<td colspan=2>Six months</td>"],
      ["", "2025", "2024", "2025", "2024"],
      ["Sales", "1", "2", "3", "4"],
    );
    expect(texts(document)).toEqual([",Three months,,Six months,\n,2025,2024,2025,2024\nSales,1,2,3,4"]);
  });

  it("quotes commas and quotes as RFC 4180 says", () => {
    expect(texts(table(["Name", "Shares"], ['Smith, "Al"', "1,000"]))).toEqual([
      'Name,Shares\n"Smith, ""Al""","1,000"',
    ]);
  });

  it("reads a table that only arranges text as paragraphs and a heading in two cells as one", () => {
    expect(read(table(["Item 1A.", "<td><b>Risk Factors</b></td>"]))).toEqual([
      { kind: "heading", text: "Item 1A. Risk Factors" },
    ]);
    expect(texts(table(["•", "First point."], ["•", "Second point."]))).toEqual(["• First point.", "• Second point."]);
    expect(texts(page("<table><tr><td><p>One.</p><p>Two.</p></td></tr></table>"))).toEqual(["One.", "Two."]);
  });

  it("reads the tables within a table's cells each by itself", () => {
    const inner = "<table><tr><td>A</td><td>1</td></tr><tr><td>B</td><td>2</td></tr></table>";
    expect(texts(page(`<table><tr><td>Title</td></tr><tr><td>${inner}</td></tr></table><p>End</p>`))).toEqual([
      "Title",
      "A,1\nB,2",
      "End",
    ]);
  });

  it("leaves room for cells that reach over several rows", () => {
    const document = table(["<td rowspan=2>Chairs</td>", "2025", "10"], ["2024", "(9)"]);
    expect(texts(document)).toEqual(["Chairs,2025,10\n,2024,-9"]);
  });
});

describe("ASCII documents", () => {
  it("reads the first document of a full submission and joins its lines", () => {
    const submission = `<SEC-DOCUMENT>0000000000-97-000001.txt
<SEC-HEADER>${"x".repeat(9000)}
</SEC-HEADER>
<DOCUMENT>
<TYPE>10-K405
<TEXT>
                                 FORM 10-K405

     The Company makes long-
term plans and
sells chairs.
                                      2
<PAGE>

     It has 12 shops.
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>EX-27
<TEXT>
Not this one.
</TEXT>
</DOCUMENT>`;
    for (const length of [submission.length, 1000, 5]) {
      expect(read(submission, "text", length)).toEqual([
        { kind: "heading", text: "FORM 10-K405" },
        { kind: "paragraph", text: "The Company makes long-term plans and sells chairs." },
        { kind: "paragraph", text: "It has 12 shops." },
      ]);
    }
  });

  it("reads a table by its blanks, with and without tags", () => {
    const rows = `                               1996        1995
                            ---------   ---------
Net sales                   $   1,234   $     987
Net loss                         (56)        (7)
                            =========   =========`;
    const csv = ',1996,1995\nNet sales,"$1,234",$987\nNet loss,-56,-7';
    expect(read(`<TABLE>\n<CAPTION>\n<S>            <C>      <C>\n${rows}\n</TABLE>`, "text")).toEqual([
      { kind: "table", text: csv },
    ]);
    expect(read(rows, "text")).toEqual([{ kind: "table", text: csv }]);
  });

  it("reads a document in HTML that a submission wraps", () => {
    expect(
      texts("<DOCUMENT>\n<TYPE>8-K\n<TEXT>\n<HTML><BODY><P>Text</P></BODY></HTML>\n</TEXT>\n</DOCUMENT>", "text"),
    ).toEqual(["Text"]);
  });

  it("parts a title from the text on the next line", () => {
    expect(read("ITEM 2. PROPERTIES\n     The Company owns two shops.\n", "text")).toEqual([
      { kind: "heading", text: "ITEM 2. PROPERTIES" },
      { kind: "paragraph", text: "The Company owns two shops." },
    ]);
  });
});

/** The work for one table or line would else grow with the damage, while other callers wait. */
describe("a damaged document", () => {
  it("has a table of very many cells as several, without a loss", () => {
    const cells = Array.from({ length: 24_000 }, (_, index) => `<td>${index}</td>`);
    const rows = (length: number) => cells.map((cell, index) => (index % length === 0 ? `<tr>${cell}` : cell)).join("");
    for (const length of [3, 1_000_000]) {
      const tables = texts(page(`<table>${rows(length)}</table>`));
      expect(tables).toHaveLength(3);
      const numbers = tables.flatMap((text) => text.match(/\d+/g)!);
      expect(new Set(numbers).size).toBe(cells.length);
      expect(Math.max(...tables.map((text) => text.match(/\d+/g)!.length))).toBeLessThanOrEqual(10_400);
    }
  });

  it("has a cell of very many lines as several rows", () => {
    const shown = texts(page(`<table><tr><td>${"line<p>".repeat(25_000)}</td></tr></table>`));
    expect(shown).toEqual(Array.from({ length: 25_000 }, () => "line"));
  });

  it("has a text without a paragraph as several", () => {
    const words = Array.from({ length: 12_000 }, (_, index) => `word${index}${"x".repeat(90)}`);
    for (const [kind, text] of [
      ["html", page(words.join("<br>"))],
      ["html", page(words.join(" <i>and</i> "))],
      ["text", words.join(" ")],
      ["text", words.join("\n")],
    ] as const) {
      const paragraphs = read(text, kind, 65_536).map((block) => block.text);
      expect(paragraphs.length).toBeGreaterThan(1);
      expect(paragraphs.join(" ").match(/word\d+x+/g)).toEqual(words);
    }
  });

  // Each of these takes minutes if every piece of a text is compared with all before it.
  it.each([
    ["footnote marks without an end", `<p>word${"\uE000".repeat(600_000)}</p>`],
    ["declarations in one style", `<p style="${"text-decoration:".repeat(60_000)}">word</p>`],
    ["paragraphs that go on over pages", `<p>word${"</p><hr><p>and some more words".repeat(30_000)}</p>`],
    ["tables that blank lines part", `<pre>word    1\n${"\nSales   1\n".repeat(30_000)}</pre>`],
  ])("is read in one pass with very many %s", (_, body) => expect(texts(page(body))[0]).toContain("word"));
});
