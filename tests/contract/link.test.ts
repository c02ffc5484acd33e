import { describe, expect, it } from "vitest";
import { link } from "../../src/contract/link.js";

describe("a link that a source sends", () => {
  it.each([
    ["https://www.apple.com", "https://www.apple.com/"],
    ["HTTPS://News.Example/a?b=c#d", "https://news.example/a?b=c#d"],
    ["https://bank.example。evil.example/", "https://bank.example.evil.example/"],
    ["https:news.example", "https://news.example/"],
    ["https://bаnk.example/", "https://xn--bnk-6cd.example/"],
  ])("is written as browsers read it: %s", (sent, shown) => {
    expect(link.parse(sent)).toBe(shown);
  });

  it.each([
    "http://www.apple.com",
    "www.apple.com",
    "javascript:alert(1)",
    "https://127.0.0.1/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://localhost/",
    "https://user@www.apple.com/",
    `https://www.apple.com/${"a".repeat(500)}`,
    null,
    5,
  ])("is null where readers must not open it: %s", (sent) => {
    expect(link.parse(sent)).toBeNull();
  });
});
