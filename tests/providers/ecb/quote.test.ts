import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { quoteFromEcb } from "../../../src/providers/ecb/quote.js";
import { createAsker, FEEDS } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";

const internet = useInternet();

function ask(
  symbol: string,
  rates: Readonly<Record<string, string>> = { USD: "1.1535", GBP: "0.8763", JPY: "181.07" },
) {
  const cubes = Object.entries(rates).map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`);
  const feed = `<gesmes:Envelope><Cube><Cube time='2026-04-14'>${cubes.join("")}</Cube></Cube></gesmes:Envelope>`;
  internet.use(http.get(`${FEEDS.ecbUrl}/stats/eurofxref/eurofxref-daily.xml`, () => new HttpResponse(feed)));
  return createAsker().ask(quoteFromEcb, { symbol });
}

describe("quotes of currency pairs by provider D", () => {
  it("have the ECB's figure for one euro as it is, and say that it is no market quote", async () => {
    const { data, notes, asOf, currency } = await ask("EURUSD=X");
    expect(data).toMatchObject({ symbol: "EURUSD=X", price: 1.1535, name: "EUR/USD", currency: "USD" });
    expect(data).toMatchObject({ change: null, previousClose: null, dayLow: null, as_of: null });
    expect(notes).toEqual([
      "This is the European Central Bank's reference rate of 2026-04-14, published once a day, not a market quote.",
    ]);
    expect([asOf, currency]).toEqual([undefined, "USD"]);
  });

  it.each([
    // 1 / 1.1535 = 0.86692674…, 1.1535 / 0.8763 = 1.3163300…, 0.8763 / 181.07 = 0.0048395648…
    ["USDEUR=X", 0.866927, "EUR / USD"],
    ["EUR=X", 0.866927, "EUR / USD"],
    ["GBPUSD=X", 1.31633, "USD / GBP"],
    ["GBPUSD", 1.31633, "USD / GBP"],
    ["JPYGBP=X", 0.00483956, "GBP / JPY"],
  ])("are computed for %s, with six digits and the formula in a note", async (symbol, price, formula) => {
    const { data, notes } = await ask(symbol);
    expect(data.price).toBe(price);
    expect(notes![1]).toBe(`It is computed from the bank's rates for one euro: ${formula}, six digits.`);
  });

  it.each(["EURXAU=X", "RUBUSD=X", "EUREUR=X"])("are no data for %s", async (symbol) => {
    await expect(ask(symbol)).rejects.toMatchObject({ reason: "no_data" });
  });

  it("have no price from a rate of 0", async () => {
    await expect(ask("EURUSD=X", { USD: "0", JPY: "181.07" })).rejects.toMatchObject({ reason: "no_data" });
  });

  it("are asked for pairs only", () => {
    const isAsked = (symbol: string) => quoteFromEcb.cannot!({ symbol }).length === 0;
    const symbols = ["EURUSD=X", "EURUSD", "GBPJPY=X", "EUR=X", "AAPL", "GC=F", "^GSPC", "BTC-USD", "BTCUSD", "GOOGLE"];
    expect(symbols.filter(isAsked)).toEqual(["EURUSD=X", "EURUSD", "GBPJPY=X", "EUR=X"]);
  });
});
