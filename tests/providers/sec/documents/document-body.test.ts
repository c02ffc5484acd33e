import { describe, expect, it } from "vitest";
import { createDocumentBody } from "../../../../src/providers/sec/documents/document-body.js";

describe("the body of a document", () => {
  it("is not read to its end when its beginning is not the wanted one", () => {
    const body = createDocumentBody(1000, (beginning) =>
      beginning.length < 4 ? undefined : beginning.includes("yes"),
    );
    expect(body.add(Buffer.from("no"))).toBe(true);
    expect(body.add(Buffer.from(" no"))).toBe("enough");
    expect([body.isOther(), body.isTooLarge(), body.pieces.length]).toEqual([true, false, 0]);
  });

  it("is wanted when its beginning says so, or does not say it within 64,000 bytes", () => {
    const wanted = createDocumentBody(1000, (beginning) => beginning.includes("yes"));
    expect(wanted.add(Buffer.from("yes"))).toBe(true);
    expect(wanted.add(Buffer.from(" no"))).toBe(true);
    expect([wanted.isOther(), wanted.pieces.length]).toEqual([false, 2]);
    let asked = 0;
    const silent = createDocumentBody(1_000_000, () => {
      asked++;
      return undefined;
    });
    for (let at = 0; at < 10; at++) expect(silent.add(Buffer.alloc(16_000))).toBe(true);
    expect([asked, silent.isOther()]).toEqual([5, false]);
  });
});
