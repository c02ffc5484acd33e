/** Text of filed documents: what stays, what is dropped and how tables are written. */
import { describe, expect, it } from "vitest";
import { createBlockReader, type Block } from "../../../../src/providers/sec/text/blocks.js";

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

  it.each([
    '<p style="visibility: COLLAPSE">Text</p>',
    '<p style="color:red;opacity:0.0">Text</p>',
    '<p style="font-size:0pt">Text</p>',
    '<p style="font:0/0 Arial">Text</p>',
    '<p style="font-size:0"><span style="font-size:2em">Text</span></p>',
    '<p style="color:#FFF">Text</p>',
    '<p style="color: rgb(255, 255, 255) !important">Text</p>',
    '<p style="color:rgba(0,0,0,0)">Text</p>',
    "<p><font color=white>Text</font></p>",
    '<table bgcolor="#000080"><tr><td><font color="#000080">Text</font></td></tr></table>',
    '<div style="background:navy none"><p style="color:navy">Text</p></div>',
    '<p style="color:#efefef">Text</p>',
    "<p hidden>Text</p>",
    "<template><p>Text</p></template>",
    "<noembed>Text</noembed>",
  ])("drops what a browser does not show: %s", (markup) => {
    expect(texts(page(`<p>Before</p>${markup}<p>After</p>`))).toEqual(["Before", "After"]);
  });

  it.each([
    '<p style="font-size:0.8em;opacity:0.9">Text</p>',
    '<p style="font:10pt Times">Text</p>',
    '<div style="font-size:0"><p style="font-size:10pt">Text</p></div>',
    '<div style="color:white"><p style="color:black">Text</p></div>',
    '<table><tr bgcolor="#000080"><td><font color=white>Text</font></td></tr></table>',
    '<div style="background:url(dark.gif) #fff"><p style="color:white">Text</p></div>',
    '<div style="background-color:transparent"><p style="color:#eee">Text</p></div>',
    "<table color=white><tr><td>Text</td></tr></table>",
    '<p style="background-color:#fff;color:inherit">Text</p>',
  ])("keeps what a browser shows: %s", (markup) => expect(texts(page(markup))).toEqual(["Text"]));

  it("joins the paragraph that a page's end interrupts, without number, header and link to the contents", () => {
    const end = (number: number) =>
      `<p>${number}</p><hr style="page-break-after:always"/><p><a href="#toc">Table of Contents</a></p><p>Example Corp.</p>`;
    const body = `<p>We make chairs that are</p>${end(1)}<p>sold in shops.</p>${end(2)}<p>They last.</p>${end(3)}<p>So</p>${end(4)}<p>be it.</p>`;
    expect(texts(page(body))).toEqual(["We make chairs that are sold in shops.", "They last.", "So be it."]);
  });

  it.each([
    ["Example Corp.", 4],
    ["PART II", 3],
    ["1. Policies (continued)", 2],
  ])("drops a header of pages: %s on %i of them", (header, least) => {
    const shown = (pages: number) =>
      texts(page(`<hr/><p>${header}</p><p>Text of it.</p>`.repeat(pages))).length - pages;
    // The first one of a heading is kept.
    expect([shown(least - 1), shown(least)]).toEqual([least - 1, header.startsWith("PART") ? 1 : 0]);
  });

  it("drops a footer whose number grows with the pages, and keeps other numbered lines, bullets and marks", () => {
    const pages = (line: (at: number) => string, steps = [1, 1, 1, 1]) =>
      texts(
        page(
          steps
            .map((step, at) => `<p>Text of it.</p>${"<hr/><p>More of it.</p>".repeat(step - 1)}<p>${line(at)}</p><hr/>`)
            .join(""),
        ),
      );
    expect(pages((at) => `Example Corp. | 2025 Form 10-K | ${at * 2 + 7}`).join()).not.toContain("Example");
    expect(pages((at) => `(${at + 7})`).join()).not.toContain("(7)");
    const notes = [1, 3, 2, 1, 4, 1];
    for (const line of ["Proposal No. 1", "(1)"]) {
      const numbered = (at: number) => line.replace("1", String(at + 1));
      const shown = pages(numbered, notes).filter((text) => !/^(?:Text|More)/.test(text));
      expect(shown.join()).toContain(line);
      expect(shown).toHaveLength(6);
    }
    expect(pages(() => "•")).toContain("• Text of it.");
  });

  it("keeps lines of the page below its header, and those that are no header", () => {
    const statement = (title: string) =>
      `<p>4</p><hr/><p>Example Corp.</p><p>${title}</p><p>FOR THE YEAR ENDED JUNE 30</p><p>Sales rose.</p>`;
    const titles = ["Statement of Income", "Statement of Equity", "Statement of Cash Flows", "Balance Sheet"];
    expect(texts(page(titles.map(statement).join(""))).filter((text) => text.startsWith("FOR"))).toHaveLength(4);
    const items = "<hr/><p>The following items are omitted:</p><p>Item 5. Market.</p>".repeat(5);
    expect(texts(page(items)).filter((text) => text.startsWith("The following"))).toHaveLength(5);
    const years = "<hr/><p>1999 Compared to 1998</p><p>Sales fell.</p>".repeat(3);
    expect(texts(page(years)).filter((text) => text.startsWith("1999"))).toHaveLength(3);
  });

  it("joins a bullet in a paragraph of its own with the text that follows it", () => {
    const body = "<p>•</p><p>First point.</p><p>(b)</p><p>Second</p><p>—</p><h2>Outlook</h2><p>Good.</p>";
    expect(texts(page(body))).toEqual(["• First point.", "(b) Second", "—", "Outlook", "Good."]);
  });

  it("keeps the numbers of items that begin next to a page's end", () => {
    const items = ["ITEM 3", "ITEM 5", "ITEM 7", "ITEM 10", "ITEM 11", "ITEM 12"];
    const pages = items.map((item) => `<p><b>${item}</b></p><p>Text of it.</p><p>12</p>`);
    expect(texts(page(pages.join("<hr/>"))).filter((text) => text.startsWith("ITEM"))).toEqual(items);
  });

  it("keeps the unit that stands at the top of each page", () => {
    const body = "<hr/><p>(in millions)</p><p>Sales rose.</p>".repeat(4);
    expect(texts(page(body)).filter((text) => text === "(in millions)")).toHaveLength(4);
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

  it.each([
    ["7<sup>1</sup>/<sub>2</sub>% Notes", "7 1/2% Notes"],
    ["9<font><sup>&nbsp;1</sup></font>/2%", "9 1/2%"],
    ["7<sup>1/2</sup>%", "7 1/2%"],
    ["5 <sup>3</sup>&frasl;<sub>8</sub>%", "5 3⁄8%"],
    ["<sup>1</sup>/<sub>3</sub> of <sup>1</sup>/<sub>12</sub>", "1/3 of 1/12"],
    ["1.3x10<sup>13</sup> vg/kg", "1.3x10^13 vg/kg"],
    ["2 × 10<sup>-6</sup>", "2 × 10^-6"],
    ["(10<sup>6</sup> cells)", "(10^6 cells)"],
    ["60 mg/m<sup>2</sup>", "60 mg/m^2"],
    ["1,200 m<sup>2</sup>", "1,200 m^2"],
    ["Sales of 2024<sup>1</sup>/2023", "Sales of 2024/2023"],
    ["5%<sup>1</sup> of 10,510<sup>13</sup>", "5% of 10,510"],
    ["Options<sup>(1)(2)</sup>", "Options (1,2)"],
    ["Options<sup>(</sup><sup>5</sup><sup>)</sup>", "Options (5)"],
    ["Fees of (0.37%)<sup>1,</sup><sup>2</sup> (net)<sup>3</sup>", "Fees of (0.37%) (net) (3)"],
    ['0.40%<span style="position:relative;top:-3.15pt">1</span><b style="margin-top:-3pt">2</b>', "0.40%2"],
    ["May 31<sup>st</sup>, LEGO<sup>®</sup>", "May 31st, LEGO®"],
    [
      "the 60<sup>th&nbsp;</sup>day of<sup> TM </sup>symbols, 10<sup>(2) </sup>times",
      "the 60th day of TM symbols, 10 times",
    ],
  ])("keeps fractions and powers, and drops no digit but that of a mark: %s", (markup, text) => {
    expect(texts(page(`<p>${markup}</p>`))).toEqual([text]);
  });

  it("drops characters that turn, hide or control others", () => {
    const unseen = ["202E", "202C", "2066", "2069", "200F", "061C", "E0041", "1b", "7", "200B", "AD", "E000", "2028"];
    const body = `<p>A${unseen.map((code) => `&#x${code};x`).join("")}</p>`;
    expect(texts(page(body))).toEqual([`A${"x".repeat(unseen.length - 1)} x`]);
    expect(texts(`A\u202Ex\u{E0041}y`, "text")).toEqual(["Axy"]);
  });

  it("takes a text of ordinary weight within bold elements for no heading", () => {
    const body =
      '<div style="font-weight:700"><font style="font-weight:400">We sell phones</font></div><p><b>Sales</b></p>';
    expect(read(page(body))).toEqual([
      { kind: "paragraph", text: "We sell phones" },
      { kind: "heading", text: "Sales" },
    ]);
  });

  it("keeps the paragraphs within a raised element that is left open", () => {
    expect(texts(page("<sup>Note<p>One.</p><p>Two.</p>"))).toEqual(["Note", "One.", "Two."]);
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

  it("drops raised marks beside their number, and keeps them beside a word and where a number would stand", () => {
    const mark = "<sup>(1)</sup>";
    const document = table(
      ["", "Shares", "", "", "<td colspan=2>Price</td>", ""],
      ["May", "20", "", "", "$", "124.24", ""],
      ["June", "30", "", mark, "$", mark, ""],
      ["July", "40", mark, "", `<td colspan=2>${mark}</td>`, ""],
      ["August", "(50", `)${mark}`, "", "$", "NM", mark],
    );
    expect(texts(document)).toEqual([",Shares,Price\nMay,20,$124.24\nJune,30,$ (1)\nJuly,40,(1)\nAugust,-50,$ NM (1)"]);
  });

  it("keeps a number in brackets beside a number, which may be a mark", () => {
    const document = table(["", "2025", "", "2024"], ["Chairs", "10", "(1)", "9"], ["Tables", "(20)", "", "8"]);
    expect(texts(document)).toEqual([",2025,2024\nChairs,10 (1),9\nTables,-20,8"]);
  });

  it("takes the number of a note for no loss", () => {
    const note = (number: string) => [number, "Includes shares, as Note 5 says."];
    expect(texts(table(note("(1)"), note("(2)")))).toEqual([
      "(1) Includes shares, as Note 5 says.",
      "(2) Includes shares, as Note 5 says.",
    ]);
    expect(texts(table(["(13)", "Report", "28"], ["(a)", "(21)", "List", "29"]))).toEqual([
      "(13),Report,28,\n(a),(21),List,29",
    ]);
    expect(texts(table(["", "(1)", "(2) Rate", "(2)"], ["Sales", "5", "6", "7"]))).toEqual([
      ",(1),(2) Rate,(2)\nSales,5,6,7",
    ]);
    expect(texts(table(["10.A", "(1)", "Plan as amended", "27"]))).toEqual(["10.A (1),Plan as amended,27"]);
    expect(texts("10.A     (1)   Plan as amended   27", "text")).toEqual(["10.A,(1),Plan as amended,27"]);
    expect(texts(table(["", "(13)", "28"], ["Sales", "5", "6"]))).toEqual([",-13,28\nSales,5,6"]);
  });

  it("leaves what may be a mark or a loss as filed", () => {
    const document = table(["", "<td colspan=2>2025</td>"], ["Chairs", "10", "(1)"], ["Tables", "(20)", ""]);
    expect(texts(document)).toEqual([",2025,\nChairs,10,(1)\nTables,-20,"]);
  });

  it.each([
    [["(4%", ")"], "-4%"],
    [["(50", ")&nbsp;bps"], "-50 bps"],
    [["(1.8", "pts)"], "-1.8 pts"],
    [["(0.7 ) ppts."], "-0.7 ppts."],
    [["(357", ")*"], "-357*"],
    [["2.99", "%+"], "2.99%+"],
    [["(492", ")<sup>(d)</sup>"], "-492"],
    [["(13", ".8)"], "-13.8"],
    [["$", "―"], "$―"],
    [["$", "*"], "$*"],
    [["(3) years"], "(3) years"],
  ])("joins a number with all that belongs to it: %j", (cells, printed) => {
    expect(texts(table(["", "2025", ""], ["Sales", "10", ""], ["Change", ...cells]))[0]).toMatch(`\nChange,${printed}`);
  });

  it("joins decimals in a column of their own, but none below a heading", () => {
    const rows = [
      ["Rate", "35", ".0%", "35", ".5%"],
      ["Tax", "(1", ".6)", "2", ".5"],
    ];
    expect(texts(table(["", "2006", "", "2005", ""], ...rows))).toEqual([",2006,2005\nRate,35.0%,35.5%\nTax,-1.6,2.5"]);
    expect(texts(table(["", "2006", "", "2005", "Per share"], ...rows))).toEqual([
      ",2006,2005,Per share\nRate,35.0%,35,.5%\nTax,-1.6,2,.5",
    ]);
  });

  it("puts the heading of several columns above the first of them", () => {
    const document = table(
      ["", "<td colspan=2>Three months</td>", "<td colspan=2>Six months</td>"],
      ["", "2025", "2024", "2025", "2024"],
      ["Sales", "1", "2", "3", "4"],
    );
    expect(texts(document)).toEqual([",Three months,,Six months,\n,2025,2024,2025,2024\nSales,1,2,3,4"]);
  });

  it("has a column for each number below a heading that is a year", () => {
    const document = table(
      ["", "<td colspan=2>2024</td>", "<td colspan=2>2023</td>"],
      ["", "Amount", "Rate", "Amount", "Rate"],
      ["Tax at statutory rate", "100", "21.0", "90", "21.0"],
      ["Allowance", "", "", "7", "1.6"],
      ["Other", "5", "", "", "2.2"],
    );
    expect(texts(document)).toEqual([
      [
        ",2024,,2023,",
        ",Amount,Rate,Amount,Rate",
        "Tax at statutory rate,100,21.0,90,21.0",
        "Allowance,,,7,1.6",
        "Other,5,,,2.2",
      ].join("\n"),
    ]);
  });

  it("has a column for each of the numbers that a wide number or a wide label covers in another row", () => {
    const document = table(
      ["", "<td colspan=2>Up</td>", "<td colspan=2>Down</td>"],
      ["Sales", "59", "33", "250", "349"],
      ["<td colspan=3>Reconciliation of the total</td>", "400", ""],
      ["Total", "<td colspan=2>400</td>", ""],
    );
    expect(texts(document)).toEqual([
      [",Up,,Down,", "Sales,59,33,250,349", "Reconciliation of the total,,,400,", "Total,400,,,"].join("\n"),
    ]);
  });

  it("divides no column because a year above another one reaches into it", () => {
    const document = table(
      ["", "<td colspan=3>2008</td>", "<td colspan=2>2007</td>"],
      ["Coal", "$", "62", "<td colspan=2>$</td>", "63"],
      ["Metals", "", "86", "<td colspan=2></td>", "67"],
    );
    expect(texts(document)).toEqual([",2008,2007\nCoal,$62,$63\nMetals,86,67"]);
  });

  it("keeps one column where no row has two numbers in it", () => {
    const document = table(["Sales", "<td colspan=2>59</td>", ""], ["Costs", "", "<td colspan=2>33</td>"]);
    expect(texts(document)).toEqual(["Sales,59\nCosts,33"]);
  });

  it("reads the lines of columns as rows", () => {
    const document = table(["Sales<br>Costs<br>Income", "10<br>(7)<br>3", "<p>9</p><p>&nbsp;</p><p>$ 3</p>"]);
    expect(texts(document)).toEqual(["Sales,10,9\nCosts,-7,\nIncome,3,$3"]);
  });

  it.each([
    ["a label of one line", ["Pay of A", "2024<br>2023", "Nil<br>5"], "Pay of A,2024,Nil\n,2023,5"],
    ["other numbers of lines", ["Sales<br>Costs", "10<br>7<br>3"], "Sales Costs,10 7 3"],
    ["a mark below a number", ["Sales<br>Costs", "10<br>(1)", "9<br>(1)"], "Sales Costs,10 (1),9 (1)"],
    ["words", ["Sales<br>in euros", "a lot<br>of it", "9"], "Sales in euros,a lot of it,9"],
  ])("reads no lines as rows that belong to none: %s", (_, row, text) => {
    expect(texts(table(["", "A", "B"], row, ["Total", "1", "2"]))[0]).toContain(`\n${text}`);
  });

  it("reads up to 200 lines of a cell as rows", () => {
    const rows = (count: number) =>
      texts(table(["<br>x".repeat(count), "<br>1".repeat(count)]))
        .join()
        .split("\n").length;
    expect([rows(199), rows(200)]).toEqual([199, 1]);
  });

  it("reads numbers with a minus sign, and joins a dash with its percent sign", () => {
    const document = table(["", "2024", "2023", ""], ["Gain", "−5.5", "—", "%"], ["Loss", "(1.0 %)", "−2.0 %"]);
    expect(texts(document)).toEqual([",2024,2023\nGain,−5.5,—%\nLoss,-1.0%,−2.0%"]);
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

  it("reads a table without numbers as paragraphs if a cell is longer than 240 characters", () => {
    const kindsOf = (length: number) =>
      read(table(["Name", "Duty"], ["A", "b".repeat(length)])).map(({ kind }) => kind);
    expect([kindsOf(240), kindsOf(241)]).toEqual([["table"], ["paragraph", "paragraph"]]);
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

  it("reads plain text within the tags of a page by its lines", () => {
    const line = "Item 1. Identity of Directors, Senior Management and Advisors";
    const text = `\n${" ".repeat(400)}-3-\n\n${line}\n\nNot applicable\n\n<TABLE>\nSales    1,234\n</TABLE>\n</div></body></html>`;
    for (const kind of ["html", "text"] as const) {
      expect(texts(`<html><body><div>${text}`, kind)).toEqual([line, "Not applicable", 'Sales,"1,234"']);
      expect(texts(`<html><body><div style="x">${text}`, kind)).not.toContain(line);
      expect(texts(`<html><body><div>&amp;${text}`, kind)).not.toContain(line);
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

  it("parts numbers with one blank between them by the columns that the table's tags name", () => {
    const rows = `<TABLE>
<CAPTION>
            OPENING        CLOSING
<S>         <C>            <C>            <C>
A       100,000.00      98,000.00       2,000.00
Long 386,100,000.00 383,371,981.77 $ 2,728,018.23
Notes due 1999             15             1 250
</TABLE>`;
    expect(texts(rows, "text")).toEqual([
      [
        ",OPENING,CLOSING,",
        'A,"100,000.00","98,000.00","2,000.00"',
        'Long,"386,100,000.00","383,371,981.77","$2,728,018.23"',
        "Notes due 1999,,15,1 250",
      ].join("\n"),
    ]);
    expect(texts(rows.replace("<C>            <C>            <C>", ""), "text")[0]).toContain("386,100,000.00 383,371");
  });

  it("parts the numbers of up to 100 columns that a table's tags name", () => {
    const rows = (columns: number) => `<TABLE>\n<S>${" <C>".repeat(columns - 1)}\n${"123 ".repeat(columns)}\n</TABLE>`;
    const cells = (columns: number) => texts(rows(columns), "text").join().split(",").at(-1);
    expect([cells(100), cells(101)]).toEqual(["123", "123 123"]);
  });

  it("reads tabs as blanks up to each eighth column, and as gaps of columns", () => {
    const rows = `<TABLE>
\t\t\t            March 28, 1997     March 29, 1996
<S>\t  \t\t\t         <C>\t            <C>
Net loss\t\t\t\t(828)\t           (809)
  Depreciation and amortization\t          55\t\t    88
Inventories\t                         153\t           309
Inventories at the end of the year\t   7\t\t     9
</TABLE>`;
    expect(texts(rows, "text")).toEqual([
      [
        ',"March 28, 1997","March 29, 1996"',
        "Net loss,-828,-809",
        "Depreciation and amortization,55,88",
        "Inventories,153,309",
        "Inventories at the end of the year,7,9",
      ].join("\n"),
    ]);
    // The SEC takes no line of more than 132 columns, so that each of these tabs stands for one blank.
    const wide = (number: string) => `Net${"\t".repeat(15)}${number}\nTotal${" ".repeat(115)}${number}`;
    expect(texts(wide("123456789012"), "text")).toEqual(["Net,123456789012\nTotal,123456789012"]);
    expect(texts(wide("1234567890123"), "text")).toEqual(["Net,1234567890123,\nTotal,,1234567890123"]);
    expect(texts("1.\tThe Company\tsells chairs.", "text")).toEqual(["1. The Company sells chairs."]);
  });

  it("reads a document in HTML that a submission wraps", () => {
    expect(
      texts("<DOCUMENT>\n<TYPE>8-K\n<TEXT>\n<HTML><BODY><P>Text</P></BODY></HTML>\n</TEXT>\n</DOCUMENT>", "text"),
    ).toEqual(["Text"]);
  });

  it.each([
    ["rows", "Europe          285    266\nAsia            116    107"],
    ["rows with a sign of their own", "Plant           $ 118  52.7  %\nOther           $  66  29.6  %"],
  ])("reads %s right above a note, with their headings and labels, as a table", (_, rows) => {
    const note =
      "**   Services report no operating income; income\n     before taxes is representative of it, as the\n     companies say.";
    const [rowsAbove, paragraph] = read(`Results of\n  segments        1993   1992\n${rows}\n${note}\n`, "text");
    expect(rowsAbove!.text).toMatch(/^Results of,,\nsegments,1993,1992\n(?:Europe,285,266|Plant,\$118,52\.7%)\n/);
    expect(paragraph!.text).toMatch(/^\*\* Services report no/);
  });

  it("reads no lines of a text as rows that end with years, or one that ends with a number", () => {
    const text =
      "Of the plans of 1990 some end in  1981\nand others of these do so in year  1980\nor later, if one lives in Number  12\nof this street\nor in another\none, as others\nhave done.";
    expect(read(text, "text").map(({ kind }) => kind)).toEqual(["paragraph"]);
  });

  it("parts numbers with one blank between them where a sign ends or begins one", () => {
    const rows = `<TABLE>
Sites..........  $ 1,943 $ (28) $   (466)   $2,478
Plants..           7,454 (28.1)% (1,391)      100%
Notes 6% $100 par value       10      20        30
Income (862) (a)               4       5         6
Payments 1994 $84 $    42    $ 30   $ 10
</TABLE>`;
    expect(
      texts(rows, "text")[0]!
        .split("\n")
        .map((row) => row.replace(/,+$/, "").replaceAll(/,{2,}/g, ",")),
    ).toEqual([
      'Sites,"$1,943",-$28,-$466,"$2,478"',
      'Plants,"7,454",-28.1%,"-1,391",100%',
      "Notes 6% $100 par value,10,20,30",
      "Income (862) (a),4,5,6",
      "Payments 1994,$84,$42,$30,$10",
    ]);
  });

  it("takes the dots behind a label for no part of it, and a day for no number", () => {
    const rows = `<TABLE>
<S>                     <C>       <C>
Total Car Sales... 100.0%    100.0%
Trucks..             9.1       8.5
Cars . . . . . . .   1.2       1.3
At December 31, 1998  1         2
</TABLE>`;
    expect(texts(rows, "text")).toEqual([
      'Total Car Sales,100.0%,100.0%\nTrucks,9.1,8.5\nCars,1.2,1.3\n"At December 31, 1998",1,2',
    ]);
  });

  it.each([
    [
      "Item 3. Quantitative and Qualitative Disclosures about Market Risk",
      "The information below has statements on the future.",
    ],
    [
      "Item 2. Management's Discussion and Analysis of Financial Condition\nand Results of Operations",
      "Sales rose by half.",
    ],
    ["Item 4. Submission of Matters to a Vote of Security Holders, 1999", "None."],
  ])("parts a long title from the text on the next line: %s", (title, text) => {
    expect(texts(`${title}\n${text}\n`, "text")).toEqual([title.replace("\n", " "), text]);
  });

  it("parts no sentence of an item that begins on the line of its title", () => {
    const text = "Item 5. Other Information. The annual meeting of holders of\nExample Corp. takes place in May.";
    expect(texts(text, "text")).toEqual([text.replace("\n", " ")]);
    const mention = "It is named below as described under\nItem 13. Certain Relationships, and Director";
    expect(texts(`${mention}\nIndependence, if we issue shares.`, "text")[1]).toMatch(/Director Independence, if/);
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

  it("has a table of very many lines in cells as several, without a loss", () => {
    const row = `<tr>${`<td>${"<br>1".repeat(150)}</td>`.repeat(10)}</tr>`;
    const tables = texts(page(`<table>${row.repeat(20)}</table>`));
    expect(tables.length).toBeGreaterThan(1);
    expect(tables.join("\n").match(/1/g)).toHaveLength(30_000);
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
    ["raised texts without an end", `<p>word${"\uFDD0".repeat(600_000)}</p>`],
    ["colors in one style", `<p style="${"color:rgb(;background:rgb(".repeat(40_000)}">word</p>`],
    ["declarations in one style", `<p style="${"text-decoration:".repeat(60_000)}">word</p>`],
    ["paragraphs that go on over pages", `<p>word${"</p><hr><p>and some more words".repeat(30_000)}</p>`],
    ["tables that blank lines part", `<pre>word    1\n${"\nSales   1\n".repeat(30_000)}</pre>`],
  ])("is read in one pass with very many %s", (_, body) => expect(texts(page(body))[0]).toContain("word"));
});
