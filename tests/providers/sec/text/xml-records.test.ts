import { describe, expect, it } from "vitest";
import { DocumentTooLarge } from "../../../../src/providers/sec/text/raw-blocks.js";
import { childAt, NoXml, readXml, textAt, type XmlElement } from "../../../../src/providers/sec/text/xml-records.js";

function read(xml: string, { record = "row", pieceLength = 7, stopAfter = Infinity } = {}) {
  const bytes = Buffer.from(xml);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceLength) }, (_piece, at) =>
    bytes.subarray(at * pieceLength, (at + 1) * pieceLength),
  );
  const records: XmlElement[] = [];
  const root = readXml(pieces, record, (element) => records.push(element) < stopAfter);
  return { root, records };
}

describe("reading filed XML", () => {
  it("hands out each record once, whatever its prefix, and leaves it out of the rest", () => {
    const { root, records } = read(
      '<n1:table xmlns:n1="urn:x"><n1:day>2026-03-31</n1:day><n1:row n1:id="1"><n1:name> Smith &amp; Jones </n1:name></n1:row><row id="2"/></n1:table>',
    );
    expect(root.name).toBe("table");
    expect(textAt(root, "day")).toBe("2026-03-31");
    expect(root.children.map(({ name }) => name)).toEqual(["day"]);
    expect(records.map(({ attributes }) => attributes["id"])).toEqual(["1", "2"]);
    expect(textAt(records[0], "name")).toBe("Smith & Jones");
    expect(childAt(records[1], "name")).toBeUndefined();
  });

  it("reads no further record after the one that ends the reading", () => {
    expect(read("<t><row/><row/><row/></t>", { pieceLength: 100, stopAfter: 2 }).records).toHaveLength(2);
  });

  it.each([
    ["a text", "no markup"],
    ["a document that ends before its root does", "<t><row/><row/>"],
    ["a document type", '<!DOCTYPE t [<!ENTITY a "b">]><t>&a;</t>'],
  ])("refuses %s", (_name, text) => {
    expect(() => read(text)).toThrow(NoXml);
  });

  it("reads markup of 40 levels, and refuses deeper markup", () => {
    const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);
    expect(read(nested(40)).root.name).toBe("a");
    expect(() => read(nested(41))).toThrow(DocumentTooLarge);
  });

  it("refuses a record, and a rest, that are larger than any filed one", () => {
    const long = (characters: number) => `<name>${"x".repeat(characters)}</name>`;
    expect(() => read(`<t><row>${long(500_000)}</row></t>`, { pieceLength: 65_536 })).toThrow(DocumentTooLarge);
    expect(() => read(`<t>${long(2_000_000)}</t>`, { pieceLength: 65_536 })).toThrow(DocumentTooLarge);
    expect(read(`<t><row>${long(499_000)}</row>${long(1_999_000)}</t>`, { pieceLength: 65_536 }).records).toHaveLength(
      1,
    );
  });
});
