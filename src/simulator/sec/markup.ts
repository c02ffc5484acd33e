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

function toCells(value: Cell): string {
  if (typeof value === "string") return `<td></td><td>${escaped(value)}</td><td></td>`;
  const isNegative = value < 0;
  const digits = Math.abs(value).toLocaleString("en-US", { maximumFractionDigits: 2 });
  const fact = `<ix:nonFraction name="sim:Figure" contextRef="c-1" unitRef="usd" decimals="0"${isNegative ? ' sign="-"' : ""}>${digits}</ix:nonFraction>`;
  return `<td>$</td><td>${isNegative ? "(" : ""}${fact}</td><td>${isNegative ? ")" : ""}</td>`;
}

/** The end of a page, with its number and the company's footer. */
export const pageBreak = (footer: string, page: number) =>
  `<div><span>${escaped(footer)} | ${page}</span></div><hr style="page-break-after:always"/>`;

/** A whole document; `SIMULATED` stands at its top. */
export function toDocument(title: string, body: readonly string[]): string {
  return `<?xml version="1.0" encoding="ASCII"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><head><title>${escaped(title)}</title></head>
<body><div style="display:none"><ix:header><ix:hidden></ix:hidden></ix:header></div>
${[paragraph(SIMULATED), ...body].join("\n")}
</body></html>`;
}

const SIMULATED = "SIMULATED DOCUMENT: every figure and every statement is invented for demonstration.";
