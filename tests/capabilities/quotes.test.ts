import { describe, expect, it } from "vitest";
import { onlyWithRates, otherQuotes, quotes, toQuotes, type QuotedRow } from "../../src/capabilities/quotes.js";
import { MarketDataError } from "../../src/contract/errors.js";
import { parseInput } from "../../src/contract/input.js";
import { readArguments } from "../../src/mcp/parameters.js";
import type { Capability } from "../../src/contract/capability.js";
import { lifetimesOf } from "../../src/pipeline/freshness.js";
import { readParameters } from "../../src/rest/query.js";
import { entry, type Entry } from "../../src/contract/entry.js";
import { source as sourceOf } from "../../src/contract/provider.js";
import { createAppOf } from "../support/app-of.js";
import { envelopeOf, fakeA, fakeB, NO_FUNDS } from "../support/fakes.js";

const NOW = Date.UTC(2026, 2, 8, 15);

const row = (symbol: string, source = "PROVIDER_A") =>
  ({
    symbol,
    price: 1,
    currency: null,
    marketCapCurrency: null,
    as_of: "2026-03-06T20:00:00.000Z",
    source,
  }) as QuotedRow;
const input = (...symbols: string[]) => parseInput(quotes, { symbols });
const refusal = (symbols: unknown) => {
  try {
    parseInput(quotes, { symbols });
  } catch (error) {
    if (error instanceof MarketDataError) return error.message;
  }
  throw new Error("accepted");
};

describe("several quotes", () => {
  it("accept symbols as a list, or over REST separated by commas", () => {
    const raw = readParameters(quotes, {}, "symbols=aapl,BRK.B");
    expect(parseInput(quotes, raw)).toEqual({ symbols: ["AAPL", "BRK.B"] });
  });

  it.each([
    [[], 'Invalid "symbols": got []. Allowed: 1 to 50 symbols, such as AAPL,MSFT.'],
    [
      Array.from({ length: 51 }, (_, index) => `S${index}`),
      'Invalid "symbols": got ["S0", "S1", "S2", ... 51 items]. Allowed: 1 to 50 symbols, such as AAPL,MSFT.',
    ],
    ["AAPL", 'Invalid "symbols": got "AAPL". Allowed: 1 to 50 symbols, such as AAPL,MSFT.'],
  ])("reject %j", (symbols, message) => {
    expect(refusal(symbols)).toMatch(message);
  });

  it("are 50 over REST and 20 as a tool, because a model should not read more rows", () => {
    const symbols = Array.from({ length: 50 }, (_, index) => `S${index}`);
    expect(parseInput(quotes, { symbols })).toEqual({ symbols });
    expect(readArguments(quotes, { symbols: symbols.slice(0, 20) }).input.symbols).toHaveLength(20);
    expect(() => readArguments(quotes, { symbols })).toThrow(/Allowed: 1 to 20 symbols, such as/);
  });

  it("share one cached answer whatever the order of symbols, shown in the order of each caller", () => {
    expect(quotes.cacheKey!(input("B", "A"))).toBe(quotes.cacheKey!(input("A", "B")));
    const data = toQuotes(
      ["A", "B", "C"],
      new Map([
        ["A", row("A")],
        ["C", row("C")],
      ]),
      "PROVIDER_A",
    );
    const body = { ...data, timestamp: "", source: "PROVIDER_A" };
    expect(quotes.view!(body, input("C", "B", "A")).quotes.map(({ symbol }) => symbol)).toEqual(["C", "A"]);
  });

  it("ask another provider once for symbols unknown to provider A, and never for symbols unknown to B", () => {
    const fromA = toQuotes(["A", "X", "Y"], new Map([["A", row("A")]]), "PROVIDER_A");
    expect(otherQuotes.ask(fromA, input("A", "X", "Y"))).toEqual(["X", "Y", "A"]);
    const { data, fields } = otherQuotes.apply(
      fromA,
      toQuotes(["X", "Y"], new Map([["X", row("X", "PROVIDER_B")]]), "PROVIDER_B"),
    );
    expect(data.quotes.map(({ symbol, source }) => `${symbol} ${source}`)).toEqual(["A PROVIDER_A", "X PROVIDER_B"]);
    expect([data.errors.map(({ symbol }) => symbol), fields]).toEqual([["Y"], ["quotes"]]);
    const known = data.quotes.map((quoted) => ({ ...quoted, currency: "USD" }));
    expect(otherQuotes.ask({ ...data, quotes: known }, input("A", "X", "Y"))).toBeNull();
  });

  it("ask provider B for the currency of provider A's rows although every symbol is known", () => {
    const asked = ["A", "US", "^GSPC"];
    const rows = [row("A"), { ...row("US"), currency: "USD" }, row("^GSPC")];
    const fromA = toQuotes(asked, new Map(rows.map((each) => [each.symbol, each])), "PROVIDER_A");
    expect(otherQuotes.ask(fromA, input(...asked))).toEqual(["A"]);
    expect(otherQuotes.lacking!(fromA)).toEqual(["currency"]);
    const fromB = toQuotes(["A"], new Map([["A", row("A", "PROVIDER_B")]]), "PROVIDER_B");
    expect(otherQuotes.ask(fromB, input("A"))).toBeNull();
  });

  it("take a missing currency from provider B's row when B is asked anyway, unless its unit is another one", () => {
    const fromA = toQuotes(
      ["A", "P", "X"],
      new Map([
        ["A", row("A")],
        ["P", row("P")],
      ]),
      "PROVIDER_A",
    );
    const inPence = { currency: "GBp", marketCapCurrency: "GBP" };
    const rows = [
      { ...row("A", "PROVIDER_B"), ...inPence, price: 1.1 },
      { ...row("P", "PROVIDER_B"), ...inPence, price: 100 },
    ].map((each): [string, QuotedRow] => [each.symbol, each]);
    const { data, fields } = otherQuotes.apply(fromA, toQuotes(["X", "A", "P"], new Map(rows), "PROVIDER_B"));
    expect(data.quotes.map(({ symbol, price, currency, source }) => [symbol, price, currency, source])).toEqual([
      ["A", 1, "GBp", "PROVIDER_A"],
      ["P", 1, null, "PROVIDER_A"],
    ]);
    // A's row has a value of B's, so the answer names B as well.
    expect([data.errors.map(({ symbol }) => symbol), fields]).toEqual([["X"], ["quotes"]]);
  });

  it("are fresh for at most a minute, on a Sunday too, when a symbol is unknown", () => {
    const sunday = {
      isClosed: (at: Date) => at.getTime() === NOW,
      nextOpen: () => new Date(NOW + 90_000_000),
      follows: () => true,
      ...NO_FUNDS,
    };
    const freshSeconds = (...known: string[]) => {
      const data = toQuotes(["A", "X"], new Map(known.map((symbol) => [symbol, row(symbol)])), "PROVIDER_B");
      const envelope = envelopeOf(NOW, { body: { ...data, timestamp: "", source: "PROVIDER_B" } });
      return (lifetimesOf(quotes as unknown as Capability, envelope, sunday, () => 1).freshUntil - NOW) / 1000;
    };
    expect(freshSeconds("A")).toBeLessThanOrEqual(17);
    expect(freshSeconds("A", "X")).toBe(90_000);
  });

  it.each([
    [["USD", "USD"], []],
    [["GBp", "GBp"], ["Prices in GBp (pence), market cap in GBP."]],
    [["EUR", "EUR"], ["Prices in EUR."]],
    [[null, null], ["The source does not state the currency of these rows; they may be in different ones."]],
    [
      ["USD", "GBp"],
      [
        "The rows are not all in one currency, so their amounts do not compare: A in USD; B in GBp (pence), market cap in GBP.",
      ],
    ],
    [
      ["USD", null],
      ["The rows are not all in one currency, so their amounts do not compare: A in USD; B in an unknown currency."],
    ],
  ])("in the currencies %j have the notes %j", (currencies, notes) => {
    const rows = ["A", "B"].map((symbol, index): [string, QuotedRow] => {
      const currency = currencies[index] ?? null;
      return [symbol, { ...row(symbol), currency, marketCapCurrency: currency === "GBp" ? "GBP" : currency }];
    });
    const data = toQuotes(["A", "B"], new Map(rows), "PROVIDER_B");
    expect(quotes.view!({ ...data, timestamp: "", source: "PROVIDER_B" }, input("A", "B")).notes).toEqual(notes);
  });

  it("do not count the points of an index as a currency", () => {
    const index = { ...row("^GSPC"), currency: null, marketCapCurrency: null };
    const notesOf = (...rows: QuotedRow[]) => {
      const body = { quotes: rows, errors: [], notes: [], timestamp: "", source: "PROVIDER_A" };
      return quotes.view!(body, input(...rows.map(({ symbol }) => symbol))).notes;
    };
    expect(notesOf(index)).toEqual([]);
    expect(notesOf({ ...row("A"), currency: "USD", marketCapCurrency: "USD" }, index)).toEqual([]);
    expect(notesOf({ ...row("A"), currency: "EUR", marketCapCurrency: "EUR" }, index)).toEqual(["Prices in EUR."]);
  });

  it("say of coins from when their change counts", () => {
    const notesOf = (more: Partial<QuotedRow>, source = "PROVIDER_A") => {
      const coin = { ...row("BTC-USD", source), currency: "USD", marketCapCurrency: "USD", change: 1, ...more };
      return quotes.view!({ quotes: [coin], errors: [], notes: [], timestamp: "", source }, input("BTC-USD")).notes;
    };
    expect(notesOf({ exchange: "CRYPTO" })).toEqual(["Change of coins is since 00:00 UTC, not of 24 hours."]);
    expect(notesOf({ exchange: "CRYPTO", change: null })).toEqual([]);
    expect(notesOf({ exchange: "NASDAQ" })).toEqual([]);
    expect(notesOf({ exchange: "CRYPTO" }, "PROVIDER_B")).toEqual([]);
    const over24Hours = "Provider B counts the change of coins over 24 hours, not since the previous close.";
    expect(notesOf({ exchange: "CCC" }, "PROVIDER_B")).toEqual([over24Hours]);
    expect(notesOf({ exchange: "CCC", change: null }, "PROVIDER_B")).toEqual([]);
  });

  it("suggest well-known symbols that are similar to an unknown one, and otherwise a search", () => {
    const { errors } = toQuotes(["APPL", "ZZZQ"], new Map(), "PROVIDER_B");
    expect(errors).toEqual([
      {
        symbol: "APPL",
        error: "No quote for APPL: not known to provider B. Did you mean AAPL or AMAT?",
        source: "PROVIDER_B",
      },
      {
        symbol: "ZZZQ",
        error: "No quote for ZZZQ: not known to provider B. A search by name finds symbols.",
        source: "PROVIDER_B",
      },
    ]);
  });
});

describe("quotes in another currency", () => {
  const converted = { convertedPrice: 0.953, rate: 0.953, rateTime: "T" };
  const notesOf = (...rows: QuotedRow[]) => {
    const asked = parseInput(quotes, { symbols: rows.map(({ symbol }) => symbol), convert: "eur" });
    return quotes.view!({ quotes: rows, errors: [], notes: [], timestamp: "", source: "" }, asked);
  };

  it.each([
    ["EURO", 'Invalid "convert": got "EURO". Allowed: an ISO 4217 currency code such as EUR, USD or JPY.'],
    ["GBX", 'Invalid "convert": got "GBX". Allowed: an ISO 4217 currency code such as EUR, USD or JPY.'],
    ["", 'Invalid "convert": got "". Allowed: an ISO 4217 currency code such as EUR, USD or JPY.'],
  ])("reject %j", (code, message) => {
    expect(() => parseInput(quotes, { symbols: ["A"], convert: code })).toThrow(message);
  });

  it("are cached apart from those in the currency of the listing", () => {
    const keyOf = (more: object) => quotes.cacheKey!(parseInput(quotes, { symbols: ["B", "A"], ...more }));
    expect([keyOf({}), keyOf({ convert: "EUR" }), keyOf({ convert: "eur" })]).toEqual([
      "A,B",
      "A,B in EUR",
      "A,B in EUR",
    ]);
  });

  it("name the rows without a rate", () => {
    const known = { ...row("A"), currency: "USD", marketCapCurrency: "USD", ...converted };
    const open = { ...row("B"), currency: "USD", marketCapCurrency: "USD" };
    const { quotes: shown, notes } = notesOf(known, open);
    expect(shown.map((each) => [each.symbol, each.convertedPrice, each.rate, each.rateTime])).toEqual([
      ["A", 0.953, 0.953, "T"],
      ["B", null, null, null],
    ]);
    expect(notes).toEqual(["convertedPrice is in EUR; no rate to EUR is known for B, so it is null there."]);
    expect(notesOf(known).notes).toEqual(["convertedPrice is in EUR."]);
  });

  it("say that pence become pounds before the rate applies", () => {
    const pence = { ...row("P"), currency: "GBp", marketCapCurrency: "GBP", ...converted };
    expect(notesOf(pence).notes[1]).toBe("convertedPrice is in EUR; prices in GBp (pence) are divided by 100 first.");
    expect(notesOf({ ...pence, convertedPrice: null }).notes[1]).toBe(
      "convertedPrice is in EUR; no rate to EUR is known for P, so it is null there.",
    );
  });

  it("come from provider B, whose quote call has rates", () => {
    expect([onlyWithRates({}), onlyWithRates({ convert: "EUR" })]).toEqual([[], ["convert"]]);
  });
});

describe("the errors of symbols in an answer", () => {
  it("name the vendor, and no tool", async () => {
    const known = sourceOf(fakeB, quotes, async ({ symbols }) => ({
      data: toQuotes(symbols, new Map([["A", { ...row("A", "PROVIDER_B"), change: 0 }]]), "PROVIDER_B"),
    }));
    const { get, close } = await createAppOf([entry(quotes, [known]) as unknown as Entry]);
    const { body } = await get("/api/v1/quotes?symbols=A,ZZZQ");
    expect(body["errors"]).toEqual([
      {
        symbol: "ZZZQ",
        error: "No quote for ZZZQ: not known to Vendor of provider B (provider B). A search by name finds symbols.",
        source: "PROVIDER_B",
      },
    ]);
    await close();
  });
});

describe("columns of quotes", () => {
  const columns = { pe: 38.763866, eps: 6.31, dividendYield: 0.41, avgVolume: 50443058 };
  const after = { postMarketPrice: 2, postMarketChange: 1, postMarketChangesPercentage: 100, postMarketTime: "T" };
  const answers = (of: "PROVIDER_A" | "PROVIDER_B", more: Partial<QuotedRow>, asked: string[][] = []) =>
    sourceOf(
      of === "PROVIDER_A" ? fakeA : fakeB,
      quotes,
      async ({ symbols }) => {
        asked.push(symbols);
        const rows = symbols.map((symbol) => [symbol, { ...row(symbol, of), ...more }] as const);
        return { data: toQuotes(symbols, new Map(rows), of) };
      },
      { columns: of === "PROVIDER_B" },
    );
  it("name the currency of earnings per share where prices are in pence", async () => {
    const pence = [answers("PROVIDER_A", { currency: "GBp" }), answers("PROVIDER_B", { ...columns, currency: "GBp" })];
    const notesOf = async (path: string) => (await rowsOf(pence, path)).headers["x-data-notes"];
    const sentence = "Earnings per share (eps) are in GBP where prices are in GBp (pence).";
    expect(await notesOf("/api/v1/quotes?symbols=A.L&fields=symbol,price,eps")).toContain(sentence);
    expect(String(await notesOf("/api/v1/quotes?symbols=A.L&fields=symbol,price,pe"))).not.toContain(sentence);
    expect(String(await notesOf("/api/v1/quotes?symbols=A.L"))).not.toContain(sentence);
  });

  const rowsOf = async (sources: ReturnType<typeof answers>[], path: string) => {
    const { get, close } = await createAppOf([entry(quotes, sources) as unknown as Entry], {
      PROVIDER_A_API_KEY: "test-key",
    });
    const { body, headers } = await get(path);
    await close();
    return { rows: body["quotes"] as object[], headers };
  };

  it("are filled in by provider B in one call, for the rows of another source", async () => {
    const asked: string[][] = [];
    const sources = [answers("PROVIDER_A", {}), answers("PROVIDER_B", columns, asked)];
    const { rows, headers } = await rowsOf(sources, "/api/v1/quotes?symbols=A,B&fields=symbol,source,pe,dividendYield");
    expect(rows).toEqual(
      ["A", "B"].map((symbol) => ({ symbol, source: "PROVIDER_A", pe: 38.763866, dividendYield: 0.41 })),
    );
    expect(asked).toEqual([["A", "B"]]);
    expect(headers["x-data-sources"]).toContain("provider-b");
  });

  it("named outside the regular session are asked of provider B too, which alone has such prices", async () => {
    const asked: string[][] = [];
    const sources = [answers("PROVIDER_A", {}), answers("PROVIDER_B", after, asked)];
    const { rows } = await rowsOf(
      sources,
      "/api/v1/quotes?symbols=A&fields=symbol,source,postMarketPrice,preMarketPrice",
    );
    expect(rows).toEqual([{ symbol: "A", source: "PROVIDER_A", postMarketPrice: 2, preMarketPrice: null }]);
    expect(asked).toEqual([["A"]]);
  });

  it("named outside the regular session need no further call where provider B answered", async () => {
    const asked: string[][] = [];
    const { rows } = await rowsOf(
      [answers("PROVIDER_B", { ...columns, ...after }, asked)],
      "/api/v1/quotes?symbols=A&fields=postMarketPrice",
    );
    expect(rows).toEqual([{ postMarketPrice: 2 }]);
    expect(asked).toEqual([["A"]]);
  });

  it("name the parameter that they need", async () => {
    const { get, close } = await createAppOf([entry(quotes, [answers("PROVIDER_A", {})]) as unknown as Entry], {
      PROVIDER_A_API_KEY: "test-key",
    });
    const alone = await get("/api/v1/quotes?symbols=A&fields=convertedPrice");
    const beside = await get("/api/v1/quotes?symbols=A&fields=price,rate");
    await close();
    expect([alone.status, alone.body["detail"]]).toEqual([
      400,
      expect.stringMatching(
        /^Invalid "fields": got "convertedPrice"\. convertedPrice needs the parameter convert\. Allowed: symbol, /,
      ),
    ]);
    expect(beside.headers["x-data-notes"]).toMatch(/No such fields: "rate"\. .* rate needs the parameter convert\./);
  });

  it("are absent unless fields names them, also where the source sends them", async () => {
    const { rows } = await rowsOf([answers("PROVIDER_B", columns)], "/api/v1/quotes?symbols=A");
    expect(Object.keys(rows[0]!)).not.toEqual(expect.arrayContaining(["pe"]));
  });

  it("are prices outside the regular session where at least one row has one", () => {
    const body = { quotes: [{ ...row("A"), ...after }, row("B")], errors: [], notes: [], timestamp: "", source: "" };
    const { quotes: shown } = quotes.view!(body, input("A", "B"));
    expect(shown).toEqual([
      { ...row("A"), ...after },
      {
        ...row("B"),
        postMarketPrice: null,
        postMarketChange: null,
        postMarketChangesPercentage: null,
        postMarketTime: null,
      },
    ]);
  });
});
