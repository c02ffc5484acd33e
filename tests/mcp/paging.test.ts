import { describe, expect, it } from "vitest";
import { pageOf } from "../../src/mcp/paging.js";

const LIST = Array.from({ length: 7 }, (_, row) => row);

describe("a long list", () => {
  it("is returned page by page, completely and in order", () => {
    const pages: number[][] = [];
    let cursor: string | undefined;
    do {
      const { page, nextCursor } = pageOf(LIST, cursor, 3);
      pages.push(page);
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(pages).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
  });

  it("is returned at once when it fits on a page", () => {
    expect(pageOf(LIST, undefined, 7)).toEqual({ page: LIST });
    expect(pageOf([], undefined)).toEqual({ page: [] });
  });

  it.each([
    "",
    "AAAA",
    "row 3",
    null,
    3,
    {},
    ...["row 0", "row 1", "row 9", "row -3", "row 3.0", "row 03", "row x"].map((text) =>
      Buffer.from(text).toString("base64url"),
    ),
  ])("rejects the cursor %j", (cursor) => {
    expect(() => pageOf(LIST, cursor, 3)).toThrow(/"cursor" is not one this list has given/);
  });
});
