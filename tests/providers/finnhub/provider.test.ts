import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../../src/catalogue.js";
import type { Source } from "../../../src/contract/provider.js";
import { quoteFromFinnhub } from "../../../src/providers/finnhub/quote.js";
import { createAsker, TEST_KEY } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { simulateFinnhub } from "./upstream-finnhub.js";

const internet = useInternet();
const QUOTE = { c: 52.5, d: 0.5, dp: 0.9615, h: 53, l: 51.25, o: 51.5, pc: 52, t: 1_764_280_800 };
const SOURCES = CATALOGUE.flatMap(({ sources }) => sources as readonly Source[]).filter(
  ({ provider }) => provider.id === "provider-e",
);

const ask = (symbol = "ACME") => createAsker().ask(quoteFromFinnhub, { symbol });

describe("provider E", () => {
  it("gets its key in a header and never in the address", async () => {
    const calls = simulateFinnhub(internet, { quote: QUOTE });
    await ask();
    expect(calls).toEqual([{ call: "quote?symbol=ACME", key: TEST_KEY }]);
  });

  it.each(["BRK.B", "BRK-B"])("gets a share class with a dot: %s", async (symbol) => {
    const calls = simulateFinnhub(internet, { quote: QUOTE });
    await ask(symbol);
    expect(calls[0]!.call).toBe("quote?symbol=BRK.B");
  });

  it.each([
    [401, { error: "Invalid API key." }, { reason: "key_refused" }],
    [401, "Please use an API key", { reason: "key_refused" }],
    [403, { error: "You don't have access to this resource." }, { reason: "not_in_plan" }],
    [429, { error: "API limit reached. Please try again later." }, { reason: "rate_limited", retryAfterSeconds: 60 }],
    [404, {}, { reason: "bad_answer" }],
    [200, { error: "You don't have access to this resource." }, { reason: "bad_answer" }],
  ])("refuses with %i %j", async (status, body, expected) => {
    const reply = typeof body === "string" ? new HttpResponse(body, { status }) : HttpResponse.json(body, { status });
    simulateFinnhub(internet, { quote: reply });
    await expect(ask()).rejects.toMatchObject(expected);
  });

  it("is asked about other symbols after it refused one as outside the plan", async () => {
    const asker = createAsker();
    simulateFinnhub(internet, { quote: HttpResponse.json({ error: "no" }, { status: 403 }) });
    await expect(asker.ask(quoteFromFinnhub, { symbol: "ACME" })).rejects.toMatchObject({ reason: "not_in_plan" });
    const calls = simulateFinnhub(internet, { quote: QUOTE });
    await expect(asker.ask(quoteFromFinnhub, { symbol: "ACME" })).rejects.toMatchObject({ reason: "not_in_plan" });
    expect(calls).toEqual([]);
    expect((await asker.ask(quoteFromFinnhub, { symbol: "ANVL" })).data.price).toBe(52.5);
  });

  it("is asked about listings in the US only, by each of its sources", () => {
    expect(SOURCES).not.toEqual([]);
    const refusing = (symbol?: string) => SOURCES.filter(({ cannot }) => cannot!({ symbol } as never).length > 0);
    for (const symbol of ["AAPL", "ACME", "BRK.B", "BRK-B"]) expect([symbol, refusing(symbol)]).toEqual([symbol, []]);
    for (const other of ["TSCO.LON", "NESN.SW", "^GSPC", "GC=F", "EURUSD=X", "BTC-USD", "7203.T", "VFIAX", undefined]) {
      expect([other, refusing(other).length]).toEqual([other, SOURCES.length]);
    }
  });

  it.each(SOURCES)("has no $capability.name for a symbol that it does not know", async (source) => {
    simulateFinnhub(internet, {
      quote: { c: 0, d: null, dp: null, h: 0, l: 0, o: 0, pc: 0, t: 0 },
      "stock/profile2": {},
      "stock/recommendation": [],
      "stock/earnings": [],
      "calendar/earnings": { earningsCalendar: [] },
      "company-news": [],
    });
    await expect(createAsker().ask(source, { symbol: "ACMF" })).rejects.toMatchObject({ reason: "no_data" });
  });
});
