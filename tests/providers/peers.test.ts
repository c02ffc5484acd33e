import { http, HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { peersFromFmp } from "../../src/providers/financial-modeling-prep/peers.js";
import { peersFromYahoo } from "../../src/providers/yahoo/companies/peers.js";
import { BASES, createAsker } from "../support/ask.js";
import { useInternet } from "../support/internet.js";

const internet = useInternet();

describe("peers by provider A", () => {
  const peersOf = async (...rows: JsonBodyType[]) => {
    internet.use(http.get(`${BASES["provider-a"]}/stock-peers`, () => HttpResponse.json(rows)));
    return (await createAsker().ask(peersFromFmp, { symbol: "AAA" })).data;
  };

  it("are the four largest, without the company itself and without unusable symbols", async () => {
    const row = (symbol: string, mktCap: number | null) => ({ symbol, companyName: symbol, price: 1, mktCap });
    const rows = [row("B", 2), row("C", 9), row("AAA", 99), row("D", null), row("../x", 50), row("E", 4), row("F", 3)];
    expect(await peersOf(...rows)).toEqual({ symbol: "AAA", kind: "peers", symbols: ["C", "E", "F", "B"] });
  });

  it("are missing when the list is empty", async () => {
    await expect(peersOf()).rejects.toMatchObject({ reason: "no_data" });
  });
});

describe("related securities by provider B", () => {
  const related = async (result: JsonBodyType) => {
    internet.use(
      http.get(`${BASES["provider-b"]}/v6/finance/recommendationsbysymbol/AAA`, () =>
        HttpResponse.json({ finance: { result, error: null } }),
      ),
    );
    return (await createAsker().ask(peersFromYahoo, { symbol: "AAA" })).data;
  };

  it("are the first four in provider B's order", async () => {
    const recommendedSymbols = ["Z", "Y", "AAA", "X", "W", "V"].map((symbol) => ({ symbol, score: 0.1 }));
    expect(await related([{ symbol: "AAA", recommendedSymbols }])).toEqual({
      symbol: "AAA",
      kind: "related",
      symbols: ["Z", "Y", "X", "W"],
    });
  });

  it.each([[[]], [[{ symbol: "AAA", recommendedSymbols: [] }]]])("are missing in %j", async (result) => {
    await expect(related(result)).rejects.toMatchObject({ reason: "no_data" });
  });
});
