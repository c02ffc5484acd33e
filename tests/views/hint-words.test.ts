import { describe, expect, it } from "vitest";
import { referenceRates } from "../../src/capabilities/economy/reference-rates.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { MarketDataError, HINTS, type Hint } from "../../src/contract/errors.js";
import { say, the } from "../../src/contract/sentence.js";
import { createRestForm, toMessage, toToolForm } from "../../src/views/hint-words.js";
import { createSourceNames, namesFor } from "../../src/views/source-names.js";

const toRest = createRestForm(CATALOGUE);
const NAMES = createSourceNames(CATALOGUE);
const search: Hint = HINTS.findSymbol;
const other: Hint = HINTS.askYahoo;

describe("a hint", () => {
  it("names a tool for models", () => {
    expect(toToolForm(search, "^GSPC")).toBe("search_symbols");
  });

  it("names an address over REST, with the parameters it needs", () => {
    expect(toRest(search)).toBe("GET /api/v1/search?q=...");
    expect(toRest(other, "^GSPC")).toBe("GET /api/v1/stock/%5EGSPC/provider-b");
    expect(toRest(other)).toBe("GET /api/v1/stock/{symbol}/provider-b");
    expect(toRest(HINTS.priceIt, "AAPL")).toBe("GET /api/v1/quotes?symbols=...");
  });

  it("has the value that its error gives for a parameter", () => {
    const given: Hint = { ...search, given: { q: 'apple "&é inc' } };
    expect(toToolForm(given)).toBe('search_symbols with q "apple \\"&é inc"');
    expect(toRest(given)).toBe("GET /api/v1/search?q=apple%20%22%26%C3%A9%20inc");
  });

  it("keeps its own name if the catalogue has no such tool", () => {
    expect(toRest({ tool: "get_nothing", why: "has none" })).toBe("get_nothing");
  });

  it.each(Object.entries<Hint>(HINTS))("names a tool of the core if any error may have it: %s", (_name, { tool }) => {
    const core = CATALOGUE.filter(({ capability }) => capability.tool.set === "core");
    expect(core.map(({ capability }) => capability.tool.name)).toContain(tool);
  });
});

describe("the message of an error", () => {
  it("names the vendors and ends with its hints, each a sentence", () => {
    const error = new MarketDataError("not_found", say`Price of X: ${the.source("provider-a")} does not know it.`, {
      hints: [search, other],
    });
    expect(toMessage(error, toRest, NAMES.writer(), "X")).toBe(
      "Price of X: Financial Modeling Prep (provider A) does not know it. GET /api/v1/search?q=... finds the right one. GET /api/v1/stock/X/provider-b asks Yahoo Finance (provider B) for the same figures.",
    );
  });

  it("names the offices whose figures are asked for, not the SEC, when interest rates cannot be had", () => {
    const error = new MarketDataError(
      "upstream_unavailable",
      say`Reference rates: ${the.source("provider-d")} could not be reached.`,
    );
    expect(toMessage(error, toRest, namesFor(referenceRates, NAMES).writer())).toMatch(
      /^Reference rates: US Treasury.* \(provider D\) could not be reached\.$/,
    );
  });

  it.each([
    ["a name beside others", 'Unknown parameter "provider D=1".'],
    ["a name in a sentence", 'Invalid "q": got "of provider A, say \\"provider B\\" and".'],
  ])("keeps the caller's words: %s", (_case, message) => {
    const error = new MarketDataError("invalid_input", message);
    expect([NAMES, namesFor(referenceRates, NAMES)].map(({ writer }) => toMessage(error, toRest, writer()))).toEqual([
      message,
      message,
    ]);
  });

  it("names the offices at the start of a sentence, too", () => {
    const error = new MarketDataError("upstream_unavailable", say`${the.source("provider-d")} could not be reached.`);
    expect(toMessage(error, toRest, namesFor(referenceRates, NAMES).writer())).toMatch(
      /^US Treasury.* \(provider D\) could not/,
    );
  });

  it("is the error's own without hints, whatever words of callers it quotes", () => {
    const error = new MarketDataError("invalid_input", 'Invalid "q": got "search_symbols".');
    expect([toToolForm, toRest].map((form) => toMessage(error, form, NAMES.writer()))).toEqual(
      Array.from({ length: 2 }, () => error.message),
    );
  });
});
