import { describe, expect, it } from "vitest";
import { createDocumentReader, DAMAGED, TOO_LONG } from "../../../src/providers/provider-d/document-reader.js";

/** The texts of a document's blocks, which arrives in pieces. */
function textsOf(bytes: Buffer, length = bytes.length): string[] {
  const reader = createDocumentReader("html");
  for (let at = 0; at < bytes.length; at += length) reader.add(bytes.subarray(at, at + length));
  return (JSON.parse(reader.end()) as { text: string }[]).map(({ text }) => text);
}

describe("the reader of a filed document", () => {
  it("gives the same blocks whatever the pieces in which a document arrives", () => {
    const document = Buffer.from("<html><body><p>Zürich – “sales”</p><p>rose</p></body></html>");
    for (const length of [1, 3, 1000]) expect(textsOf(document, length)).toEqual(["Zürich – “sales”", "rose"]);
  });

  it("reads the letters of the encoding that an old document names", () => {
    const head = '<html><meta content="text/html; charset=windows-1252"><p>';
    const document = Buffer.from(`${head}caf\u00e9 \u0093x\u0094</p></html>`, "latin1");
    for (const length of [1, 20, 1000]) expect(textsOf(document, length).at(-1)).toBe("café “x”");
  });

  it("needs no more of a document after 32 MiB", () => {
    const reader = createDocumentReader("text");
    const piece = Buffer.alloc(1024 * 1024, `${"a line of text ".repeat(500)}\n\n`);
    const added = Array.from({ length: 33 }, () => reader.add(piece));
    expect(added.indexOf("enough")).toBe(32);
    expect(reader.end()).toBe(TOO_LONG);
  });

  it("ends at a document that is nested too deeply, without an error in the connection's event", () => {
    const reader = createDocumentReader("html");
    const piece = Buffer.from(`<html>${"<div>".repeat(12_000)}`);
    expect([reader.add(piece), reader.add(piece), reader.add(piece)]).toEqual([true, true, "enough"]);
    expect(reader.end()).toBe(DAMAGED);
  });
});
