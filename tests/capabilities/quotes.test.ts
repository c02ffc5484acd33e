import { atTime } from "../support/at-time.js";
import { texts } from "../support/texts.js";
import { describe, expect, it, vi } from "vitest";
import {
  onlyWithRates,
  otherQuotes,
  quotes,
  toQuotes,
  type QuotesInput,
} from "../../src/capabilities/prices/quotes.js";
import type { QuotedRow } from "../../src/capabilities/prices/quotes-columns.js";
import { MarketDataError, ProviderError } from "../../src/contract/errors.js";
import { say, the } from "../../src/contract/sentence.js";
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

atTime(NOW);

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

  it("begin with how many symbols have no row, unless all have one or none has", () => {
    const notesOf = (some: readonly string[], errors: readonly string[]) =>
      quotes.firstNotes!(
        {
          quotes: some.map((symbol) => row(symbol)),
          notes: [],
          timestamp: "",
          source: "",
          errors: errors.map((symbol) => ({
            symbol,
            error: say`unknown`,
            source: "PROVIDER_B",
          })),
        },
        {} as never,
      );
    expect(texts(notesOf(["A"], ["X"]))).toEqual(["1 of 2 symbols has no row, see errors."]);
    expect(texts(notesOf(["A"], ["X", "Y", "X"]))).toEqual(["2 of 3 symbols have no row, see errors."]);
    expect([notesOf(["A"], []), notesOf([], ["X"])]).toEqual([[], []]);
  });

  it("share one cached answer whatever the order of symbols, shown in the order of each caller", () => {
    expect(quotes.cacheKey!(input("B", "A"))).toBe(quotes.cacheKey!(input("A", "B")));
    const data = toQuotes(
      ["A", "B", "C"],
      new Map([
        ["A", row("A")],
        ["C", row("C")],
      ]),
      "provider-a",
    );
    const body = { ...data, timestamp: "", source: "PROVIDER_A" };
    expect(quotes.view!(body, input("C", "B", "A")).quotes.map(({ symbol }) => symbol)).toEqual(["C", "A"]);
  });

  it("ask another provider once for symbols unknown to provider A, and never for symbols unknown to B", () => {
    const fromFmp = toQuotes(["A", "X", "Y"], new Map([["A", row("A")]]), "provider-a");
    expect(otherQuotes.ask(fromFmp, input("A", "X", "Y"))).toEqual(["X", "Y", "A"]);
    const { data, fields } = otherQuotes.apply(
      fromFmp,
      toQuotes(["X", "Y"], new Map([["X", row("X", "PROVIDER_B")]]), "provider-b"),
    );
    expect(data.quotes.map(({ symbol, source }) => `${symbol} ${source}`)).toEqual(["A PROVIDER_A", "X PROVIDER_B"]);
    expect([data.errors.map(({ symbol }) => symbol), fields]).toEqual([["Y"], ["quotes"]]);
    const known = data.quotes.map((quoted) => ({ ...quoted, currency: "USD" }));
    expect(otherQuotes.ask({ ...data, quotes: known }, input("A", "X", "Y"))).toBeNull();
  });

  it("ask provider B for the currency of provider A's rows although every symbol is known", () => {
    const asked = ["A", "US", "^GSPC"];
    const rows = [row("A"), { ...row("US"), currency: "USD" }, row("^GSPC")];
    const fromFmp = toQuotes(asked, new Map(rows.map((each) => [each.symbol, each])), "provider-a");
    expect(otherQuotes.ask(fromFmp, input(...asked))).toEqual(["A"]);
    expect(otherQuotes.lacking!(fromFmp)).toEqual(["currency"]);
    const fromYahoo = toQuotes(["A"], new Map([["A", row("A", "PROVIDER_B")]]), "provider-b");
    expect(otherQuotes.ask(fromYahoo, input("A"))).toBeNull();
  });

  it("take a missing currency from provider B's row when B is asked anyway, unless its unit is another one", () => {
    const fromFmp = toQuotes(
      ["A", "P", "X"],
      new Map([
        ["A", row("A")],
        ["P", row("P")],
      ]),
      "provider-a",
    );
    const inPence = { currency: "GBp", marketCapCurrency: "GBP" };
    const rows = [
      { ...row("A", "PROVIDER_B"), ...inPence, price: 1.1 },
      { ...row("P", "PROVIDER_B"), ...inPence, price: 100 },
    ].map((each): [string, QuotedRow] => [each.symbol, each]);
    const { data, fields } = otherQuotes.apply(fromFmp, toQuotes(["X", "A", "P"], new Map(rows), "provider-b"));
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
      const data = toQuotes(["A", "X"], new Map(known.map((symbol) => [symbol, row(symbol)])), "provider-b");
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
    const data = toQuotes(["A", "B"], new Map(rows), "provider-b");
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
    const over24Hours = say`${the.source("provider-b")} counts the change of coins over 24 hours, not since the previous close.`;
    expect(notesOf({ exchange: "CCC" }, "PROVIDER_B")).toEqual([over24Hours]);
    expect(notesOf({ exchange: "CCC", change: null }, "PROVIDER_B")).toEqual([]);
  });

  it("suggest well-known symbols that are similar to an unknown one, and otherwise a search", () => {
    const { errors } = toQuotes(["APPL", "ZZZQ"], new Map(), "provider-b");
    expect(texts(errors)).toEqual([
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
    ["GBX", 'Invalid "convert": got "GBX". Allowed: GBP, of which GBX (pence) is the minor unit.'],
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
    expect(texts(notes)).toEqual(["convertedPrice is in EUR; no rate to EUR was found for B, so it is null there."]);
    expect(texts(notesOf(known).notes)).toEqual(["convertedPrice is in EUR."]);
  });

  it("say that pence become pounds before the rate applies", () => {
    const pence = { ...row("P"), currency: "GBp", marketCapCurrency: "GBP", ...converted };
    expect(texts(notesOf(pence).notes[1])).toEqual(
      "convertedPrice is in EUR; prices in GBp (pence) are divided by 100 first.",
    );
    expect(texts(notesOf({ ...pence, convertedPrice: null }).notes[1])).toEqual(
      "convertedPrice is in EUR; no rate to EUR was found for P, so it is null there.",
    );
  });

  it("need no rate in the same currency, whichever source answers", () => {
    const { quotes: shown, notes } = notesOf({ ...row("A"), price: 12.5, currency: "EUR" });
    expect(shown[0]).toMatchObject({ convertedPrice: 12.5, rate: 1, rateTime: null });
    expect(texts(notes.at(-1))).toEqual("convertedPrice is in EUR.");
  });

  it("come from provider B, whose quote call has rates", () => {
    expect([onlyWithRates({}), onlyWithRates({ convert: "EUR" })]).toEqual([[], ["convert"]]);
  });
});

describe("the errors of symbols in an answer", () => {
  it("name the vendor, and no tool", async () => {
    const known = sourceOf(fakeB, quotes, async ({ symbols }) => ({
      data: toQuotes(symbols, new Map([["A", { ...row("A", "PROVIDER_B"), change: 0 }]]), "provider-b"),
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
        return { data: toQuotes(symbols, new Map(rows), of === "PROVIDER_A" ? "provider-a" : "provider-b") };
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
    expect(beside.headers["x-data-notes"]).toContain("No row has rate. rate needs the parameter convert.");
  });

  it("are absent unless fields names them, also where the source sends them", async () => {
    const { rows } = await rowsOf([answers("PROVIDER_B", columns)], "/api/v1/quotes?symbols=A");
    expect(Object.keys(rows[0]!)).not.toEqual(expect.arrayContaining(["pe"]));
  });

  it("are prices outside the regular session where at least one row has one", () => {
    const body = { quotes: [{ ...row("A"), ...after }, row("B")], errors: [], notes: [], timestamp: "", source: "" };
    const { quotes: shown } = quotes.view!(body, input("A", "B"));
    const market = expect.any(String);
    expect(shown).toEqual([
      { ...row("A"), market, ...after },
      {
        ...row("B"),
        market,
        postMarketPrice: null,
        postMarketChange: null,
        postMarketChangesPercentage: null,
        postMarketTime: null,
      },
    ]);
  });
});

describe("the market of a quote", () => {
  const body = toQuotes(
    ["A", "T.L"],
    new Map([
      ["A", row("A")],
      ["T.L", { ...row("T.L"), market: "within regular hours" }],
    ]),
    "provider-b",
  );

  it.each([
    ["2026-03-10T15:00:00Z", "open"],
    ["2026-03-10T10:00:00Z", "pre-market"],
    ["2026-03-10T22:00:00Z", "after-hours"],
    ["2026-03-14T15:00:00Z", "closed"],
  ])("is that of now for a US listing, at %s %s, and elsewhere as the source stated it", (now, state) => {
    vi.setSystemTime(Date.parse(now));
    const { quotes: shown } = quotes.view!({ ...body, timestamp: "", source: "" }, input("A", "T.L"));
    expect(shown.map(({ market }) => market)).toEqual([state, "within regular hours"]);
  });

  it("is null for a price of more than ten days ago, of which the notes say so", () => {
    vi.setSystemTime(Date.parse("2026-03-16T20:00:00Z"));
    const shown = () => quotes.view!({ ...body, timestamp: "", source: "" }, input("A", "T.L"));
    expect(shown().quotes.map(({ market }) => market)).toEqual(["after-hours", "within regular hours"]);
    vi.setSystemTime(Date.parse("2026-03-16T20:00:00.001Z"));
    const { quotes: rows, notes } = shown();
    expect(rows.map(({ market }) => market)).toEqual([null, null]);
    expect(notes.slice(0, 2)).toEqual([
      "The last price of A is of 2026-03-06; nothing was traded since.",
      "The last price of T.L is of 2026-03-06; nothing was traded since.",
    ]);
  });
});

describe("quotes of holdings", () => {
  const asked: object[] = [];
  const answers = sourceOf(fakeB, quotes, async (question) => {
    asked.push(question);
    const priced = (symbol: string) => ({ ...row(symbol, "PROVIDER_B"), price: 200, currency: "USD", change: null });
    const rows = question.symbols.map((symbol): [string, QuotedRow] => [symbol, priced(symbol)]);
    return { data: toQuotes(question.symbols, new Map(rows), "provider-b") };
  });
  const get = async (path: string) => {
    const app = await createAppOf([entry(quotes, [answers]) as unknown as Entry]);
    const reply = await app.get(`/api/v1/quotes?symbols=${path}`);
    await app.close();
    return reply;
  };

  it("ask sources, caches and nobody else for the symbols only, and are sent to this caller alone", async () => {
    asked.length = 0;
    const { body, headers } = await get("aapl*10@150.5,MSFT&fields=symbol,shares,cost,value,gain,weight");
    expect(asked).toEqual([{ symbols: ["AAPL", "MSFT"] }]);
    expect(body["quotes"]).toEqual([
      { symbol: "AAPL", shares: 10, cost: 150.5, value: 2000, gain: 495, weight: 1 },
      { symbol: "MSFT", shares: null, cost: null, value: null, gain: null, weight: null },
    ]);
    expect(body["totals"]).toEqual({ value: 2000, cost: 1505, gain: 495, gainPercent: 32.8904, currency: "USD" });
    expect(headers["cache-control"]).toBe("private, max-age=0");
    expect(String(headers["x-data-notes"])).not.toContain("read as");
  });

  it("are computed for every caller, from one cached answer", async () => {
    asked.length = 0;
    const app = await createAppOf([entry(quotes, [answers]) as unknown as Entry]);
    const valueOf = async (path: string) => (await app.get(`/api/v1/quotes?symbols=${path}`)).body["totals"];
    expect(await valueOf("AAPL*1")).toMatchObject({ value: 200 });
    expect(await valueOf("AAPL*2")).toMatchObject({ value: 400 });
    expect(await valueOf("AAPL")).toBeUndefined();
    await app.close();
    expect(asked).toHaveLength(1);
  });

  it("have a row for each lot of one symbol, also as CSV, which names the totals that it leaves out", async () => {
    const { body } = await get("AAPL*1@100,AAPL*3@300&fields=symbol,shares,gain");
    expect(body["quotes"]).toEqual([
      { symbol: "AAPL", shares: 1, gain: 100 },
      { symbol: "AAPL", shares: 3, gain: -300 },
    ]);
    const csv = await get("AAPL*1@100,1X..,AAPL*3@300&fields=symbol,shares,gain&format=csv");
    expect(csv.text.trim().split(/\r?\n/)).toEqual(["symbol,shares,gain", "AAPL,1,100", "1X..,,", "AAPL,3,-300"]);
    expect(csv.headers["x-data-notes"]).toContain("CSV leaves out errors, totals; JSON has all.");
  });

  it("are refused with an example when they are malformed", async () => {
    const { status, body } = await get("AAPL*ten");
    expect([status, body["detail"]]).toEqual([
      400,
      'Invalid "symbols": got "AAPL*ten". Allowed: a symbol, or a holding such as AAPL*10@150.5 (10 shares at a cost of 150.5 each; the cost may be left out).',
    ]);
  });

  it("are what the columns of holdings need", async () => {
    expect((await get("AAPL&fields=gain")).body["detail"]).toContain("gain needs the parameter symbols with shares");
  });
});

describe("further columns of quotes", () => {
  const asked: object[] = [];
  const answers = sourceOf(
    fakeB,
    quotes,
    async (question: QuotesInput) => {
      asked.push(question);
      const { column, symbols } = question;
      const more =
        column === undefined ? { bid: 1, ask: 2, bidSize: null } : { [column]: column === "beta" ? 1.2 : "Energy" };
      const known = symbols.filter((symbol) => column !== "sector" || symbol !== "S1");
      const rows = known.map((symbol) => [symbol, { ...row(symbol, "PROVIDER_B"), ...more } as QuotedRow] as const);
      return { data: toQuotes(symbols, new Map(rows), "provider-b") };
    },
    { columns: true },
  );
  const ask = async (path: string) => {
    asked.length = 0;
    const { get, close } = await createAppOf([entry(quotes, [answers]) as unknown as Entry]);
    const { body, headers } = await get(`/api/v1/quotes?symbols=${path}`);
    await close();
    return { rows: body["quotes"], ofBody: body["notes"], notes: String(headers["x-data-notes"]) };
  };

  it("are asked for when they are named, a sector for ten symbols at most", async () => {
    const symbols = Array.from({ length: 11 }, (_, index) => `S${index}`);
    const { rows, notes } = await ask(`${symbols.join()}&fields=symbol,beta,sector`);
    expect(rows).toEqual(
      symbols.map((symbol, at) => ({ symbol, beta: 1.2, sector: at === 1 || at === 10 ? null : "Energy" })),
    );
    expect(asked).toEqual([
      { symbols },
      { symbols, column: "beta" },
      { symbols: symbols.slice(0, 10), column: "sector" },
    ]);
    expect(notes).toContain("The sector of S1 had no answer this time.");
    expect(notes).toContain("sector is asked for the first 10 symbols only; ask for the others in a further call.");
  });

  it("are asked for again after a failure, rather than sent as null while the prices are fresh", async () => {
    let isDown = true;
    const failing = sourceOf(
      fakeB,
      quotes,
      async ({ symbols, column }: QuotesInput) => {
        if (column && isDown) throw new ProviderError("provider-b", "bad_answer");
        const rows = symbols.map((symbol) => [symbol, { ...row(symbol, "PROVIDER_B"), beta: 1.2 }] as const);
        return { data: toQuotes(symbols, new Map(rows), "provider-b") };
      },
      { columns: true },
    );
    const { get, close } = await createAppOf([entry(quotes, [failing]) as unknown as Entry]);
    const betaOf = async () => {
      const { body, headers } = await get("/api/v1/quotes?symbols=A&fields=beta");
      return [(body["quotes"] as QuotedRow[])[0]!.beta, headers["cache-control"]];
    };
    expect(await betaOf()).toEqual([null, "max-age=0"]);
    isDown = false;
    expect(await betaOf()).toEqual([1.2, expect.stringMatching(/max-age=[1-9]/)]);
    await close();
  });

  it("say that nobody knows the time of bid and ask", async () => {
    const { rows, notes } = await ask("A&fields=bid,ask,bidSize");
    expect([rows, asked.length]).toEqual([[{ bid: 1, ask: 2, bidSize: null }], 1]);
    expect(notes).toContain("which does not state their time; outside the session they may be old");
  });

  it("have the unit of a future, which the note has in any case", async () => {
    const named = await ask("GC=F,A&fields=symbol,contractUnit");
    expect(named.rows).toEqual([
      { symbol: "GC=F", contractUnit: "troy ounce" },
      { symbol: "A", contractUnit: null },
    ]);
    expect(asked).toHaveLength(1);
    expect((await ask("GC=F")).ofBody).toContain("GC=F: per troy ounce.");
  });
});
