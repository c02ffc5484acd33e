import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wholeNumber } from "../../src/contract/fields.js";
import { active } from "../../src/capabilities/prices/movers.js";
import { financials } from "../../src/capabilities/companies/financials.js";
import { marketCalendar } from "../../src/capabilities/economy/market-calendar.js";
import { quote } from "../../src/capabilities/prices/quote.js";
import { screener } from "../../src/capabilities/companies/screener.js";
import { search } from "../../src/capabilities/companies/search.js";
import type { Capability } from "../../src/contract/capability.js";
import { MarketDataError } from "../../src/contract/errors.js";
import { parseInput, quoted } from "../../src/contract/input.js";

/** Returns the sentence that rejects the parameters. */
function refusal(capability: Capability, raw: Record<string, unknown>): string {
  try {
    parseInput(capability, raw);
  } catch (error) {
    if (error instanceof MarketDataError && error.kind === "invalid_input") return error.message;
    throw error;
  }
  throw new Error("accepted");
}

describe("parseInput", () => {
  it("fills in the defaults", () => {
    expect(parseInput(financials, { symbol: "aapl" })).toEqual({
      symbol: "AAPL",
      statement_type: "income",
      period: "annual",
    });
    expect(parseInput(active, {})).toEqual({ limit: 20 });
  });

  it("returns a tool's own parameters next to the input", () => {
    expect(parseInput(financials, { symbol: "AAPL", limit: 3 }, { limit: wholeNumber(1, 40).optional() })).toEqual({
      symbol: "AAPL",
      statement_type: "income",
      period: "annual",
      limit: 3,
    });
  });

  it("accepts a screen with all filters", () => {
    const filters = {
      market_cap_min: 0,
      market_cap_max: 5e12,
      price_min: 0.5,
      price_max: 1e6,
      volume_min: 1,
      sector: "Industrial",
      beta_min: -2.5,
      beta_max: -2.5,
      limit: 100,
    };
    expect(parseInput(screener, { ...filters, country: "gb" })).toEqual({ ...filters, country: "GB" });
  });

  it("trims a query and writes it in lower case", () => {
    expect(parseInput(search, { q: "  Tesco PLC " })).toEqual({ q: "tesco plc" });
  });
});

describe("a bad parameter is rejected with its name, its value and the allowed values", () => {
  const COUNT = "Allowed: a whole number from 1 to 50.";

  it.each<[what: string, capability: Capability, raw: Record<string, unknown>, sentence: string]>([
    ["a limit of 0", active, { limit: 0 }, `Invalid "limit": got 0. ${COUNT}`],
    ["a negative limit", active, { limit: -1 }, `Invalid "limit": got -1. ${COUNT}`],
    ["a limit above the most", active, { limit: 51 }, `Invalid "limit": got 51. ${COUNT}`],
    ["half a row", active, { limit: 1.5 }, `Invalid "limit": got 1.5. ${COUNT}`],
    ["a limit that is no number", active, { limit: Number.NaN }, `Invalid "limit": got NaN. ${COUNT}`],
    ["an endless limit", active, { limit: Infinity }, `Invalid "limit": got Infinity. ${COUNT}`],
    ["a limit as text", active, { limit: "20" }, `Invalid "limit": got "20". ${COUNT}`],
    ["a limit of null", active, { limit: null }, `Invalid "limit": got null. ${COUNT}`],
    ["a list for a limit", active, { limit: [20] }, `Invalid "limit": got [20]. ${COUNT}`],
    ["an object for a limit", active, { limit: { $gt: 0 } }, `Invalid "limit": got an object. ${COUNT}`],
    [
      "an unknown statement",
      financials,
      { symbol: "AAPL", statement_type: "foo" },
      'Invalid "statement_type": got "foo". Allowed: income, balance, cash, revenue_by_product, revenue_by_region, revenue_by_segment.',
    ],
    [
      "an unknown period",
      financials,
      { symbol: "AAPL", period: "weekly" },
      'Invalid "period": got "weekly". Allowed: annual, quarter.',
    ],
    [
      "an unknown sector",
      screener,
      { sector: "Tech" },
      'Invalid "sector": got "Tech". Allowed: Technology, Healthcare, Financial Services, Consumer Cyclical, Consumer Defensive, Energy, Utilities, Industrial, Materials, Real Estate, Communication Services.',
    ],
    ...["USA1", "USA", "EU", "XK", "SU", "ZZ", "1A", ""].map(
      (country): [string, Capability, Record<string, unknown>, string] => [
        `the country ${country}`,
        screener,
        { country },
        `Invalid "country": got "${country}". Allowed: an ISO 3166-1 alpha-2 country code such as US, CA or GB.`,
      ],
    ),
    [
      "the country UK",
      screener,
      { country: "uk" },
      'Invalid "country": got "uk". Allowed: an ISO 3166-1 alpha-2 country code such as US, CA or GB; the United Kingdom is GB.',
    ],
    [
      "a negative price",
      screener,
      { price_min: -1 },
      'Invalid "price_min": got -1. Allowed: a finite number, 0 or more.',
    ],
    [
      "an endless beta",
      screener,
      { beta_max: Infinity },
      'Invalid "beta_max": got Infinity. Allowed: a finite number.',
    ],
    [
      "a broken volume",
      screener,
      { volume_min: 0.5 },
      'Invalid "volume_min": got 0.5. Allowed: a whole number from 0 to 9007199254740991.',
    ],
    [
      "a minimum above its maximum",
      screener,
      { beta_min: 2, beta_max: 1 },
      'Invalid "beta_min": got 2, which is above "beta_max" 1. Allowed: a beta_min that is not above beta_max.',
    ],
    [
      "a filter the screener does not have",
      screener,
      { debt_max: 20 },
      'Unknown parameter "debt_max". Allowed: market_cap_min, market_cap_max, price_min, price_max, volume_min, sector, ' +
        "country, beta_min, beta_max, pe_min, pe_max, pb_max, ps_max, dividend_yield_min, change_min, change_max, change_period, near_low_max, " +
        "near_high_max, roe_min, revenue_growth_min, net_income_growth_min, eps_growth_min, debt_to_equity_max, gross_margin_min, " +
        "dividend_years_min, industry, exchange, sort, limit.",
    ],
    ["an unknown parameter", quote, { symbol: "AAPL", apikey: "x" }, 'Unknown parameter "apikey". Allowed: symbol.'],
    [
      "a parameter named __proto__",
      quote,
      JSON.parse('{"symbol": "AAPL", "__proto__": {"limit": 1}}'),
      'Unknown parameter "__proto__". Allowed: symbol.',
    ],
    ["a missing query", search, {}, 'Parameter "q" is missing. Allowed: 1 to 100 characters, no control characters.'],
    ["an empty query", search, { q: "" }, 'Invalid "q": got "". Allowed: 1 to 100 characters, no control characters.'],
    [
      "a blank query",
      search,
      { q: "  " },
      'Invalid "q": got "  ". Allowed: 1 to 100 characters, no control characters.',
    ],
    [
      "a query with a control character",
      search,
      { q: "a\u0000b" },
      'Invalid "q": got "a\\u0000b". Allowed: 1 to 100 characters, no control characters.',
    ],
    [
      "a query of 101 characters",
      search,
      { q: "x".repeat(101) },
      `Invalid "q": got "${"x".repeat(64)}…". Allowed: 1 to 100 characters, no control characters.`,
    ],
  ])("%s", (_what, capability, raw, sentence) => {
    expect(refusal(capability, raw)).toBe(sentence);
  });

  it("together with up to two other bad ones, each once", () => {
    const country =
      'Invalid "country": got "Germany". Allowed: an ISO 3166-1 alpha-2 country code such as US, CA or GB.';
    const cap = 'Invalid "market_cap_min": got "5bn". Allowed: a whole number from 0 to 9007199254740991.';
    const raw = { country: "Germany", market_cap_min: "5bn" };
    expect(refusal(screener, raw)).toBe(`${cap} ${country}`);
    const many = refusal(screener, { ...raw, pe_min: "x", pe_max: "y", beta_min: "z" });
    expect(many.match(/Invalid "/g)).toHaveLength(3);
    const twice = refusal(marketCalendar, { kind: "earnings", symbols: ["A A", "B B"] });
    expect(twice.match(/Invalid "/g)).toHaveLength(1);
    expect(refusal(screener, { ...raw, sectors: "Energy" })).toMatch(
      /^Unknown parameter "sectors"\. Allowed: [^.]+\.$/,
    );
  });

  it("states that a capability has no parameters", () => {
    const none = { ...quote, input: quote.input.omit({ symbol: true }) } as unknown as Capability;
    expect(refusal(none, { symbol: "AAPL" })).toBe('Unknown parameter "symbol". It takes no parameters.');
  });

  it("for any value, in visible characters and of bounded length", () => {
    const name = fc.oneof(fc.constantFrom("q", "limit", "__proto__", "constructor"), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(fc.dictionary(name, fc.anything(), { minKeys: 1 }), (raw) => {
        const sentence = refusal(search, { ...raw, extra: 1 });
        expect(sentence).toMatch(/^(?:Unknown parameter "|Invalid "q": )[\P{C} ]+\.$/u);
        expect(sentence.length).toBeLessThan(600);
      }),
    );
  });

  it("for a value, a name and a nested list of any size", () => {
    const [long, deep] = ["x".repeat(5_000_000), JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)];
    for (const raw of [{ q: long }, { q: "tesco", [long]: 1 }, { q: deep }]) {
      expect(refusal(search, raw).length).toBeLessThan(600);
    }
  });
});

describe("quoted", () => {
  it.each([
    ["plain", '"plain"'],
    ['say "hi"', '"say \\"hi\\""'],
    [
      "Nestlé Nestle\u0301 トヨタ NTTドコモ ＡＡＰＬ Ωμέγα שלום",
      '"Nestlé Nestle\u0301 トヨタ NTTドコモ ＡＡＰＬ Ωμέγα שלום"',
    ],
    ["株\u202e", '"株\\u202e"'],
    // An ideographic blank, a soft hyphen, a filler.
    ["a\u3000b\u00adc\u3164", '"a\\u3000b\\u00adc\\u3164"'],
    // A Cyrillic А in a Latin word, and a Greek Ρ.
    ["АAPL is AAΡL", '"\\u0410APL is AA\\u03a1L"'],
    ["Сбербанк", '"Сбербанк"'],
    ["\u001b[31m\r\n", '"\\u001b[31m\\r\\n"'],
    ["\u007f", '"\\u007f"'],
    ["🚀\ud83d", '"🚀\\ud83d"'],
    ["x".repeat(64), `"${"x".repeat(64)}"`],
    ["x".repeat(65), `"${"x".repeat(64)}…"`],
    [5, "5"],
    [-0, "0"],
    [true, "true"],
    [null, "null"],
    [undefined, "undefined"],
    [["a"], '["a"]'],
    [[1, [2], {}, "a", "b"], "[1, a list, an object, ... 5 items]"],
    [{ a: 1 }, "an object"],
  ])("shows %j as %s", (value, shown) => {
    expect(quoted(value)).toBe(shown);
  });
});
