/**
 * Serves one filing whose documents are long or hostile, in a process of its own: sending 32 MiB would delay the measured
 * questions of the bench.
 */
import { createServer } from "node:http";

const MEBIBYTE = 1024 * 1024;

/** A piece of markup or text, repeated up to a size. */
const filled = (piece, size, before = "<html>") =>
  Buffer.from(before + piece.repeat(Math.floor((size - before.length) / piece.length)));
const asciiTable = `<TABLE>\n${`${Array.from({ length: 6_600 }, (_cell, at) => at % 10).join("  ")}\n`.repeat(24)}</TABLE>\n`;

const PAGE = `<html><div id="formName"><strong>Form 10-K</strong></div><div class="infoHead">Filing Date</div><div class="info">2025-10-31</div></html>`;

/** Documents by their file name. */
const DOCUMENTS = {
  "report.htm": filled(
    `<p>${"The company sold more phones. ".repeat(10)}</p><table><tr><td>Sales<td>1,234</table>`,
    15 * MEBIBYTE,
  ),
  "long-texts.htm": filled(`<p>${"word ".repeat(150)}</p>`, 8 * MEBIBYTE),
  "paragraphs.htm": filled("<p>a", 32 * MEBIBYTE),
  "lines.txt": filled("a\n\n", 32 * MEBIBYTE, ""),
  "blanks.txt": filled(`a  -${"\u00a0".repeat(9_000)}z\n\n`, 4 * MEBIBYTE, ""),
  "columns.txt": filled(asciiTable, 30 * MEBIBYTE, ""),
  "depth.htm": filled("</bb>", 30 * MEBIBYTE, `<html>${"<i>".repeat(4_900)}`),
  "spans.htm": filled(`${"<td rowspan=60 colspan=60>".repeat(8)}${"<tr>".repeat(60)}`, 30 * MEBIBYTE, "<table>"),
};

const server = createServer(({ url }, response) => {
  const body = DOCUMENTS[url.slice(url.lastIndexOf("/") + 1)];
  if (url.endsWith("-index.htm")) response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
  else if (body) response.writeHead(200, { "content-type": "text/html" }).end(body);
  else response.writeHead(404).end();
}).listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
