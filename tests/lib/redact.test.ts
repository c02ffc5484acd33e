import { describe, expect, it } from "vitest";
import { createRedactor } from "../../src/lib/redact.js";

const KEY = "CANARYa/KEY+1234567890";
const inBase64 = Buffer.from(KEY).toString("base64");
const percent = encodeURIComponent(KEY);
const eachByte = (write: (hex: string) => string) =>
  [...Buffer.from(KEY)].map((byte) => write(byte.toString(16).padStart(2, "0"))).join("");

describe("a secret is removed from a text", () => {
  const redact = createRedactor(["another secret", KEY]);

  it.each<[string, string]>([
    ["plain", KEY],
    ["as JSON by PHP", KEY.replaceAll("/", "\\/")],
    ["as JSON within JSON", KEY.replaceAll("/", "\\\\\\/")],
    ["as JSON with escaped signs", KEY.replace("+", "\\u002B").replace("/", "\\u002f")],
    ["as JSON with an escaped letter", KEY.replace("C", "\\u0043")],
    ["as JSON with all escaped", eachByte((hex) => `\\u00${hex}`)],
    ["percent-encoded", percent],
    ["percent-encoded in lower case", percent.toLowerCase().replace("canarya", "CANARYa").replace("key", "KEY")],
    ["percent-encoded in part", KEY.replace("+", "%2B")],
    ["percent-encoded byte by byte", eachByte((hex) => `%${hex}`)],
    ["percent-encoded twice", encodeURIComponent(percent)],
    ["in base64", inBase64],
    ["in base64 without padding", inBase64.replace(/=+$/, "")],
    ["in base64 for addresses", Buffer.from(KEY).toString("base64url")],
    ["in base64 in an address", encodeURIComponent(inBase64)],
    ["in hex", Buffer.from(KEY).toString("hex")],
    ["in upper-case hex", Buffer.from(KEY).toString("hex").toUpperCase()],
    ["as HTML in decimals", KEY.replace("+", "&#43;")],
    ["as HTML in hex", KEY.replace("+", "&#x2B;")],
  ])("%s", (_what, spelled) => {
    const cleaned = redact(`{"a":"x ${spelled} y"}`);
    expect(cleaned).toMatch(/^\{"a":"x \*\*\*(?:%3D)* y"\}$/);
  });

  it.each([1, 2, 3, 4])("as base64 after %i other characters", (before) => {
    const spelled = Buffer.from(`${"x".repeat(before)}${KEY}, and more`).toString("base64");
    const cleaned = redact(spelled);
    expect(Buffer.from(cleaned.split("***")[0]!, "base64").toString()).not.toContain("CA");
    expect(cleaned).toMatch(/\*\*\*/);
  });

  it("after a repetition of its first character, with one of its characters escaped", () => {
    const redactDoubled = createRedactor(["aab/cdef"]);
    expect(redactDoubled("aaab\\/cdef")).toBe("a***");
    expect(redactDoubled("aaab%2Fcdef")).toBe("a***");
  });

  it("at every place, and each of several secrets", () => {
    expect(redact(`${KEY} ${KEY} another%20secret another+secret`)).toBe("*** *** *** ***");
  });

  it("with characters that have a meaning in a pattern", () => {
    const odd = 'a.b*c(d)[e]^$|?+{1}\\"-é😀';
    const redactOdd = createRedactor([odd]);
    for (const text of [odd, JSON.stringify(odd).slice(1, -1), encodeURIComponent(odd)]) {
      expect(redactOdd(text)).toBe("***");
    }
    expect(redactOdd("aXbc%")).toBe("aXbc%");
  });

  it("if it has at least five characters; a shorter one is also an ordinary word", () => {
    expect(createRedactor(["K3y-5", "demo"])("a demo of K3y-5")).toBe("a demo of ***");
  });

  it("but not a near match", () => {
    const almost = `${"\\".repeat(100)}${KEY.slice(0, -1)}${"%25".repeat(100)}`.repeat(5);
    expect(redact(almost)).toBe(almost);
  });
});

it("a text without secrets stays unchanged", () => {
  const text = '{"website":"https:\\/\\/example.com\\/?a=%2F","says":"5 % of \\u00e9"}';
  expect(createRedactor([KEY])(text)).toBe(text);
  expect(createRedactor([])(text)).toBe(text);
});
