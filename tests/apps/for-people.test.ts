/** Charts are for people: none shows a field of the interface, a tool or a parameter, and an index has no currency. */
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { fieldsOf } from "../../src/contract/field.js";
import { hasBrowser } from "../support/browser.js";
import { SHOWN } from "./shown.js";
import { useStage, type Shown } from "./stage.js";

/** Names that are no words: `marketCap`, `as_of`, `get_quotes`. Others, such as `price`, are also labels. */
const isCode = (name: string) => /^[a-z]{2,}\w*[A-Z_]\w*$/.test(name);

const NAMES = new Set(
  CATALOGUE.flatMap(({ capability: { input, output, tool } }) => [
    tool.name,
    ...Object.keys((input as unknown as { shape?: object }).shape ?? {}),
    ...[...fieldsOf(output).keys()].flatMap((path) => path.split(".")),
  ]).filter(isCode),
);

const stage = useStage();

/** Returns all that a person can read on the chart: with its details open, and with the titles of its figures. */
async function readAll({ frame, settle, asked }: Shown): Promise<string> {
  await settle(asked.length);
  return frame.evaluate(() => {
    for (const each of document.querySelectorAll("details")) each.open = true;
    const told = [...document.querySelectorAll("main [title], main [aria-label]")].flatMap((each) => [
      each.getAttribute("title"),
      each.getAttribute("aria-label"),
    ]);
    return [document.querySelector("main")!.textContent, ...told].join("\n");
  });
}

const codeIn = (text: string) => (text.match(/--[a-z]+|\b[A-Za-z]\w*\b/g) ?? []).filter((word) => NAMES.has(word));

describe.skipIf(!hasBrowser)("a person", () => {
  it("recognizes no word in these names, which include tools and parameters", () => {
    expect([...NAMES]).toEqual(expect.arrayContaining(["marketCap", "market_cap_min", "get_quotes", "as_of"]));
    expect(codeIn("Only large companies; market_cap_min changes that.")).toEqual(["market_cap_min"]);
  });

  const errors: typeof SHOWN = [
    ["provider_a_get_stock_quote", { symbol: "NOSUCHX" }, "an unknown symbol"],
    ["get_fund", { symbol: "AAPL" }, "no fund"],
    ["get_price_history", { symbol: "AAPL", interval: "1m", range: "1y" }, "bars out of reach"],
    ["provider_a_screen_stocks", { market_cap_min: -1 }, "a wrong filter"],
  ];
  it.each([...SHOWN, ...errors])("reads no field, tool or parameter in %s %j: %s", async (tool, input) => {
    const shown = await stage.show(tool, input, { reuse: true });
    const text = await readAll(shown);
    expect(codeIn(text)).toEqual([]);
    expect(text).not.toMatch(/--demo|\bnull\b|sends targets without a price/);
  });

  it.each([
    ["provider_b_get_stock_quote", { symbol: "^GSPC" }],
    ["get_price_history", { symbol: "^GSPC", range: "1mo" }],
    ["get_technical_indicators", { symbol: "^GSPC" }],
  ])("reads points and no currency in %s of an index", async (tool, input) => {
    const shown = await stage.show(tool, input, { reuse: true });
    const text = await readAll(shown);
    expect(text).toContain("points");
    expect(text).not.toMatch(/\bUSD\b/);
  });

  it.each([
    ["provider_b_get_stock_quote", { symbol: "EURUSD=X" }, /^1\.\d{4}$/],
    ["get_price_history", { symbol: "EURUSD=X", range: "1mo" }, /^1\.\d{4}$/],
    ["get_technical_indicators", { symbol: "USDJPY=X" }, /^\d{3}\.\d\d$/],
  ])("reads five significant digits in %s of %j", async (tool, input, rate) => {
    const { frame } = await stage.show(tool, input, { reuse: true });
    await expect.poll(() => frame.locator("h1").textContent()).toContain(input.symbol);
    expect(await frame.locator(".price strong").textContent()).toMatch(rate);
  });
});
