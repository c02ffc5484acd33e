import { expect, it } from "vitest";
import { parseJson } from "../../src/lib/parse-json.js";

it("ignores a byte order mark before JSON, which programs on Windows write, and keeps one inside a text", () => {
  expect(parseJson('\uFEFF{"a":1}')).toEqual({ a: 1 });
  expect(parseJson('{"a":"\uFEFFb"}')).toEqual({ a: "\uFEFFb" });
  expect(parseJson('\uFEFF\uFEFF{"a":1}')).toBeUndefined();
});
