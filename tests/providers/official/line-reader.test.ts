import { describe, expect, it } from "vitest";
import { createLineReader, MAX_FILE_BYTES, MAX_KEPT, MAX_LINE } from "../../../src/providers/official/line-reader.js";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Reads a text in pieces of this many bytes. */
function read(text: string, beginnings: readonly string[], size: number): string {
  const reader = createLineReader(beginnings);
  const all = bytes(text);
  for (let at = 0; at < all.length; at += size) expect(reader.add(all.subarray(at, at + size))).toBe(true);
  return reader.end();
}

describe("the reader of lines", () => {
  it.each([1, 2, 3, 7, 1000])("keeps the first line and those with a beginning, in pieces of %d bytes", (size) => {
    const text = "head\nA,1\nAB,2\nB,3\r\nA,4\nxA,5\nB,6";
    expect(read(text, ["B,", "A,"], size)).toBe("head\nA,1\nB,3\nA,4\nB,6");
  });

  it("keeps nothing of an empty file", () => {
    expect(createLineReader(["A,"]).end()).toBe("");
  });

  it("refuses a line that is longer than any real one", () => {
    expect(createLineReader(["A,"]).add(bytes("x".repeat(MAX_LINE)))).toBe(true);
    expect(createLineReader(["A,"]).add(bytes("x".repeat(MAX_LINE + 1)))).toBe(false);
  });

  it("refuses a file with more wanted lines than are kept", () => {
    const line = `A,${"1".repeat(1021)}\n`;
    const reader = createLineReader(["A,"]);
    expect(reader.add(bytes(line.repeat(MAX_KEPT / 1023)))).toBe(true);
    expect(reader.add(bytes(line.repeat(2)))).toBe(false);
  });

  it("refuses a file of more than 64 MiB", () => {
    const piece = bytes(`${'B,2026Q1,"1,234.5"\n'.repeat(3449)}`.padEnd(65_536, "\n"));
    const reader = createLineReader(["A,", "C,", "D,", "E,"]);
    for (let at = 0; at < MAX_FILE_BYTES / piece.length; at++) expect(reader.add(piece)).toBe(true);
    expect(reader.add(piece)).toBe(false);
  });
});
