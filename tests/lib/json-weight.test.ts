import { describe, expect, it } from "vitest";
import { JsonWeight } from "../../src/lib/json-weight.js";
import { LIMITS } from "../../src/upstream/read-body.js";

const PIECE = 10_007;
const MUCH = 400_000;

/** Whether a text that arrives in pieces may be parsed. */
function isLight(text: string): boolean {
  const weight = new JsonWeight(LIMITS);
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += PIECE) {
    if (!weight.add(bytes.subarray(from, from + PIECE))) return false;
  }
  return true;
}

/** A list with `count` elements, each created from its index. */
const list = (count: number, make: (index: number) => unknown) =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => make(index)),
    null,
    1,
  );

describe("a text is light", () => {
  it("when it is twice as long as the longest known list", () => {
    const fields = Array.from({ length: 17 }, (_, index) => [`field${index}`, index]);
    expect(isLight(list(10_000, (index) => ({ symbol: `C${index}USD`, ...Object.fromEntries(fields) })))).toBe(true);
  });

  it.each([
    ["has no blanks before it", ""],
    ["begins with a byte order mark", "\uFEFF"],
    ["begins with blanks", " \r\n\t".repeat(10_000)],
  ])("when it %s", (_what, beginning) => {
    expect(isLight(`${beginning}[{"a":[1,2]}]`)).toBe(true);
  });

  it("when its strings contain brackets, quotes and commas that would be too many outside", () => {
    expect(isLight(JSON.stringify(['"\\'.repeat(MUCH) + "[{,:".repeat(MUCH)]))).toBe(true);
  });

  it("when it is not JSON", () => {
    expect(isLight(`<html>${"[,{".repeat(MUCH)}`)).toBe(true);
    expect(isLight(`[${"]".repeat(MUCH)}`)).toBe(true);
  });
});

describe("a text is too heavy", () => {
  it.each<[string, string]>([
    ["lists in lists", "[".repeat(MUCH) + "]".repeat(MUCH)],
    ["objects in objects", '{"a":'.repeat(MUCH) + "1" + "}".repeat(MUCH)],
    ["lists in lists after a byte order mark", `\uFEFF${"[".repeat(100)}`],
    ["empty objects", `[${"{},".repeat(MUCH)}{}]`],
    ["numbers", `[${"1,".repeat(MUCH)}1]`],
    ["keys of one object", `{${Array.from({ length: 30_000 }, (_, index) => `"k${index}":1`).join(",")}}`],
    [
      "long keys of one object",
      `{${Array.from({ length: 30_000 }, (_, index) => `"${"k".repeat(150)}${index + 100_000}${"k".repeat(150)}":1`).join(",")}}`,
    ],
    ["objects that each have another key", list(30_000, (index) => ({ [`k${index}`]: 1 }))],
    [
      "objects that each have another set of keys",
      list(30_000, (index) =>
        Object.fromEntries([...(index + 100_000).toString(4)].map((digit, place) => [`${place}${digit}`, 1])),
      ),
    ],
  ])("when it contains too many %s", (_what, text) => {
    expect(isLight(text)).toBe(false);
  });

  it("when the nesting follows a long string with backslashes", () => {
    expect(isLight(`["${"x".repeat(800)}\\\\","${`${"y".repeat(400)}\\"`.repeat(9)}",${"[".repeat(100)}`)).toBe(false);
  });

  it("when the nesting follows a string that ends in a backslash", () => {
    expect(isLight(`["\\\\",${"[".repeat(100)}`)).toBe(false);
  });
});
