/** Markup of simulated documents, in the manner of those that companies file: inline XBRL, and a cell for each sign. */

/** A table cell: a text, or a number in the unit of its table. */
export type Cell = string | number;

/** The contents of `<p>`, `<h2>` and cells, with the signs of markup escaped. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("’", "&#8217;");
}

export const paragraph = (text: string) => `<p style="margin-top:6pt"><span>${escaped(text)}</span></p>`;

export const heading = (text: string, anchor = "") =>
  `<h2${anchor === "" ? "" : ` id="${anchor}"`}><span style="font-weight:700">${escaped(text)}</span></h2>`;

/** A table of contents, whose lines are links. */
export function contents(lines: readonly (readonly [title: string, anchor: string, page: number])[]): string {
  const rows = lines.map(
    ([title, anchor, page]) =>
      `<tr><td><a href="#${anchor}">${escaped(title)}</a></td><td><a href="#${anchor}">${page}</a></td></tr>`,
  );
  return `<table summary="Table of Contents">${rows.join("")}</table>`;
}

/** A table of figures: a negative one stands in parentheses, of which the closing one has a cell of its own. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly [label: string, ...values: Cell[]])[],
): string {
  const head = heads.map((text) => `<td colspan="3">${escaped(text)}</td>`).join("");
  const lines = rows.map(([label, ...values]) => `<tr><td>${escaped(label)}</td>${values.map(toCells).join("")}</tr>`);
  return `<table><tr><td></td>${head}</tr>${lines.join("")}</table>`;
}

/** A table of facts: `tagged` returns the element around the digits of a column's value. */
export function factTable(
  heads: readonly string[],
  rows: readonly (readonly [label: string, ...values: number[]])[],
  tagged: (digits: string, row: number, column: number) => string,
): string {
  const head = heads.map((text) => `<td colspan="3">${escaped(text)}</td>`).join("");
  const lines = rows.map(([label, ...values], row) => {
    const cells = values.map((value, column) => `<td>$</td><td>${tagged(toDigits(value), row, column)}</td><td></td>`);
    return `<tr><td>${escaped(label)}</td>${cells.join("")}</tr>`;
  });
  return `<table><tr><td></td>${head}</tr>${lines.join("")}</table>`;
}

const toDigits = (value: number): string => Math.abs(value).toLocaleString("en-US", { maximumFractionDigits: 2 });

function toCells(value: Cell): string {
  if (typeof value === "string") return `<td></td><td>${escaped(value)}</td><td></td>`;
  const isNegative = value < 0;
  const digits = toDigits(value);
  const fact = `<ix:nonFraction name="sim:Figure" contextRef="c-1" unitRef="usd" decimals="0"${isNegative ? ' sign="-"' : ""}>${digits}</ix:nonFraction>`;
  return `<td>$</td><td>${isNegative ? "(" : ""}${fact}</td><td>${isNegative ? ")" : ""}</td>`;
}

/** The end of a page, with its number and the company's footer. */
export const pageBreak = (footer: string, page: number) =>
  `<div><span>${escaped(footer)} | ${page}</span></div><hr style="page-break-after:always"/>`;

/** The namespaces of the names that facts have. */
const NAMESPACES = Object.entries({
  ix: "http://www.xbrl.org/2013/inlineXBRL",
  ixt: "http://www.xbrl.org/inlineXBRL/transformation/2020-02-12",
  xbrli: "http://www.xbrl.org/2003/instance",
  xbrldi: "http://xbrl.org/2006/xbrldi",
  "us-gaap": "http://fasb.org/us-gaap/2024",
  srt: "http://fasb.org/srt/2024",
  sim: "http://simulated.example/2024",
})
  .map(([prefix, address]) => `xmlns:${prefix}="${address}"`)
  .join(" ");

/** A whole document; `SIMULATED` stands at its top. `resources` are the contexts and units of its facts. */
export function toDocument(title: string, body: readonly string[], resources = ""): string {
  return `<?xml version="1.0" encoding="ASCII"?>
<html xmlns="http://www.w3.org/1999/xhtml" ${NAMESPACES}><head><title>${escaped(title)}</title></head>
<body><div style="display:none"><ix:header><ix:hidden></ix:hidden><ix:resources>${resources}</ix:resources></ix:header></div>
${[paragraph(SIMULATED), ...body].join("\n")}
</body></html>`;
}

const SIMULATED = "SIMULATED DOCUMENT: every figure and every statement is invented for demonstration.";
