import { describe, expect, it } from "vitest";
import { createDocumentBody } from "../../../../src/providers/sec/documents/document-body.js";
import { NoDocument, readDocument } from "../../../../src/providers/sec/text/document-reader.js";
import { DocumentTooLarge, MAX_BLOCKS, MAX_TEXT } from "../../../../src/providers/sec/text/raw-blocks.js";

/** The texts of a document's blocks, whose bytes arrive in pieces. */
function textsOf(bytes: Buffer, length = bytes.length, kind: "html" | "text" = "html"): string[] {
  const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_piece, at) =>
    Uint8Array.from(bytes.subarray(at * length, (at + 1) * length)),
  );
  return readDocument(kind, pieces).map(({ text }) => text);
}

const read = (markup: string, kind?: "text") => textsOf(Buffer.from(markup), undefined, kind);

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

  const LINE = "café – “x” 中 𝒳";
  const WINDOWS = Buffer.from("caf\u00e9 \u0096 \u0093x\u0094", "latin1");
  const inUtf16 = (text: string) => Buffer.from(text, "utf16le");
  const page = (...lines: Buffer[]) =>
    Buffer.concat([Buffer.from("<html><p>"), ...lines.flatMap((line) => [line, Buffer.from("</p><p>")])]);
  it.each([
    ["Windows' letters, which it does not name", page(WINDOWS), ["café – “x”"]],
    ["Windows' letters, though it names UTF-8", page(Buffer.from("<!-- charset=utf-8 -->"), WINDOWS), ["café – “x”"]],
    ["both, which it does not name", page(WINDOWS, Buffer.from(LINE)), ["café – “x”", LINE]],
    ["UTF-8, though it names ASCII", page(Buffer.from("<!-- encoding='ASCII' -->"), Buffer.from(LINE)), [LINE]],
    ["an encoding of another country", page(Buffer.from("<!-- charset=gb2312 -->"), Buffer.from([0xd6, 0xd0])), ["中"]],
    ["an encoding that does not exist", page(Buffer.from("<!-- charset=none -->"), Buffer.from(LINE)), [LINE]],
    ["UTF-16 with a mark", inUtf16(`\uFEFF<html><p>${LINE}</p>`), [LINE]],
    ["UTF-16 without a mark", inUtf16(`<html><p>Ümlaut 中</p>`), ["Ümlaut 中"]],
    ["UTF-16 of the other order", inUtf16(`\uFEFF<html><p>${LINE}</p>`).swap16(), [LINE]],
    ["UTF-16 of the other order without a mark", inUtf16(`<html><p>Sales</p>`).swap16(), ["Sales"]],
    ["single bytes, though it names UTF-16", page(Buffer.from("<!-- charset=utf-16 -->"), WINDOWS), ["café – “x”"]],
    ["some bytes 0", page(Buffer.from("Sa\0les\0")), ["Sales"]],
  ])("reads a document in %s", (_, document, lines) => {
    for (const length of [1, 7, 1500]) expect(textsOf(document, length)).toEqual(lines);
  });

  it("takes a beginning for UTF-16 if more than half of every other byte is 0", () => {
    const beginning = (zeros: number) => Buffer.from(`<p>ab${"a\0".repeat(zeros)}`.padEnd(100, "z"), "latin1");
    expect(textsOf(beginning(25))[0]).toMatch(/^aba+z+$/);
    expect(() => textsOf(beginning(26))).toThrow(NoDocument);
  });

  it("refuses what is no web page", () => {
    expect(() => read("null")).toThrow(NoDocument);
    expect(read("null", "text")).toEqual(["null"]);
  });

  it("refuses a document with more blocks than its limit, in each notation", () => {
    expect(read("<p>a".repeat(MAX_BLOCKS))).toHaveLength(MAX_BLOCKS);
    expect(() => read("<p>a".repeat(MAX_BLOCKS + 1))).toThrow(DocumentTooLarge);
    expect(read("a\n\n".repeat(MAX_BLOCKS), "text")).toHaveLength(MAX_BLOCKS);
    expect(() => read("a\n\n".repeat(MAX_BLOCKS + 1), "text")).toThrow(DocumentTooLarge);
    expect(() => read(`<pre>${"a\n\n".repeat(MAX_BLOCKS + 1)}</pre>`)).toThrow(DocumentTooLarge);
  });

  it("refuses a document with more text than its limit", () => {
    const paragraph = `<p>${"a".repeat(1_000)}`;
    expect(read(paragraph.repeat(MAX_TEXT / 1_000)).length).toBeGreaterThan(8_000);
    expect(() => read(paragraph.repeat(MAX_TEXT / 1_000 + 1))).toThrow(DocumentTooLarge);
  });

  it("refuses a document that is nested too deeply", () => {
    expect(read(`<html>${"<div>".repeat(4_998)}text`)).toEqual(["text"]);
    expect(() => read(`<html>${"<div>".repeat(5_001)}text`)).toThrow(DocumentTooLarge);
  });

  it("reads no table of more columns than its limit, in either notation", () => {
    const row = (cells: number) =>
      Array.from({ length: cells }, (_cell, at) => (at === 0 ? "Revenue of each store" : String(1_000 + at)));
    const ascii = (cells: number) => read(`<TABLE>\n${`${row(cells).join("   ")}\n`.repeat(2)}</TABLE>`, "text");
    expect(ascii(400)).toEqual([`${row(400).join(",")}\n${row(400).join(",")}`]);
    expect(ascii(401)).toEqual([row(401).join(" "), row(401).join(" ")]);
    const html = (cells: number) =>
      read(
        `<table>${`<tr>${row(cells)
          .map((cell) => `<td>${cell}</td>`)
          .join("")}</tr>`.repeat(2)}</table>`,
      );
    expect(html(400)).toEqual([`${row(400).join(",")}\n${row(400).join(",")}`]);
    expect(html(401)[0]!.split("\n")[0]!.split(",").length).toBeLessThanOrEqual(400);
  });
});

describe("the bytes of a document", () => {
  const bodyOf = (size: number, maxBytes = 20_000) => {
    const body = createDocumentBody(maxBytes);
    const added = body.add(Buffer.alloc(size, "a"));
    return { body, added };
  };

  it("are kept up to their limit, beyond which none is needed", () => {
    const { body } = bodyOf(20_000);
    expect([body.isTooLarge(), body.pieces.length]).toEqual([false, 1]);
    const { body: larger, added } = bodyOf(20_001);
    expect([larger.isTooLarge(), larger.pieces.length, added]).toEqual([true, 0, "enough"]);
  });

  it("are looked at for a refusal of the SEC only where they are as few as its pages have", () => {
    expect(bodyOf(10_000).body.end()).toHaveLength(10_000);
    expect(bodyOf(10_001).body.end()).toBe("");
  });
});
