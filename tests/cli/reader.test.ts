/** Numbers and times in the language and the zone of the person at the terminal. */
import { describe, expect, it } from "vitest";
import { createReader, toDayWords } from "../../src/cli/pages/reader.js";

const NOW = new Date("2026-11-27T20:00:00Z");
const CLOSE = new Date("2026-11-27T18:00:00Z");

describe("the language of numbers is that of", () => {
  it.each<[string, Record<string, string>, string]>([
    ["LANG", { LANG: "de_DE.UTF-8" }, "1.234,50"],
    ["LC_NUMERIC beside LANG", { LANG: "en_US.UTF-8", LC_NUMERIC: "de_DE.UTF-8" }, "1.234,50"],
    ["LC_ALL before both", { LC_ALL: "en_GB", LC_NUMERIC: "de_DE" }, "1,234.50"],
    ["English for the standard language", { LC_ALL: "C.UTF-8" }, "1,234.50"],
  ])("%s", (_what, env, text) => {
    expect(createReader(env).price(1234.5)).toBe(text);
  });
});

it.each([
  ["Europe/Berlin", "27 Nov, 19:00 CET", "2026-11-27 19:00"],
  ["America/New_York", "27 Nov, 13:00 EST", "2026-11-27 13:00"],
  ["Asia/Tokyo", "28 Nov, 03:00 GMT+9", "2026-11-28 03:00"],
])("writes times in the zone %s", (TZ, inWords, inColumns) => {
  const reader = createReader({ TZ });
  expect([reader.time(CLOSE, NOW), reader.minute(CLOSE)]).toEqual([inWords, inColumns]);
});

it("names the year of a day if it is another one, or wanted", () => {
  const words = (day: string, hasYear?: boolean) => toDayWords(day, hasYear, NOW);
  expect([words("2026-07-20"), words("2025-07-20")]).toEqual(["20 Jul", "20 Jul 2025"]);
  expect(words("2026-07-20", true)).toBe("20 Jul 2026");
});
