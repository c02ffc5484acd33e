/** Lists of symbols of which some, or all, cannot be answered. */
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { MarketDataError } from "../../src/contract/errors.js";
import type { Ask } from "../../src/contract/question.js";
import { connect } from "../support/mcp-client.js";
import { servedOf } from "../support/fakes.js";
import { createRest } from "../support/rest.js";

/** Knows every symbol that does not begin with ZZ. */
const ask: Ask = async ({ entry: { capability }, input }) => {
  const symbols = input["symbols"] as string[];
  const known = symbols.filter((symbol) => !symbol.startsWith("ZZ"));
  if (known.length === 0) throw new MarketDataError("not_found", "None is known.");
  const errors = symbols.filter((symbol) => !known.includes(symbol)).map((symbol) => ({ symbol, error: "Unknown." }));
  return servedOf({ [capability.tool.rows!.list]: known.map((symbol) => ({ symbol, price: 1 })), errors, notes: [] });
};
const asked: string[][] = [];
const rest = createRest(CATALOGUE, async (question) => {
  asked.push(question.input["symbols"] as string[]);
  return ask(question);
});
const csv = async (path: string) => {
  const { status, body } = await rest({ url: `/api/v1/${path}&format=csv&fields=symbol,price,error` });
  return { status, lines: (body as string).trimEnd().split("\n").slice(1) };
};

describe("a list of symbols", () => {
  it("has a row of CSV for each item, in their order", async () => {
    expect(await csv("quotes?symbols=AAPL,A@B,,null,ZZQ,MSFT")).toEqual({
      status: 200,
      lines: [
        "AAPL,1,",
        "A@B,,This is not a symbol. A search by name finds symbols.",
        ",,This item is empty.",
        'null,,"""null"" is no symbol: programs write it where one is missing."',
        "ZZQ,,Unknown.",
        "MSFT,1,",
      ],
    });
    expect(asked.at(-1)).toEqual(["AAPL", "ZZQ", "MSFT"]);
  });

  it("has these rows also when no item is a symbol, without a question, or when none is known", async () => {
    const before = asked.length;
    expect(await csv("quotes?symbols=A@B,")).toMatchObject({ status: 200, lines: { length: 2 } });
    expect(asked).toHaveLength(before);
    expect(await csv("quotes?symbols=ZZA,ZZB")).toMatchObject({ status: 200, lines: { length: 2 } });
    expect(await csv("compare?symbols=ZZA,ZZB")).toMatchObject({ status: 200, lines: { length: 2 } });
  });

  it("is refused in JSON when no item is a symbol, and unknown when none is known", async () => {
    expect((await rest({ url: "/api/v1/quotes?symbols=A@B" })).status).toBe(400);
    expect((await rest({ url: "/api/v1/quotes?symbols=ZZA" })).status).toBe(404);
  });

  it("has two rows of quotes and one of a comparison for a symbol that stands in it twice", async () => {
    const rowsOf = async (path: string, list: string) =>
      (JSON.parse((await rest({ url: `/api/v1/${path}` })).body as string) as Record<string, unknown[]>)[list];
    expect(await rowsOf("quotes?symbols=AAPL,MSFT,aapl", "quotes")).toEqual(
      ["AAPL", "MSFT", "AAPL"].map((symbol) => ({ symbol, price: 1 })),
    );
    expect(asked.at(-1)).toEqual(["AAPL", "MSFT"]);
    expect(await rowsOf("compare?symbols=AAPL,MSFT,AAPL", "stocks")).toHaveLength(2);
  });

  it("still fails as a whole when the source fails", async () => {
    const failing = createRest(CATALOGUE, async () => {
      throw new MarketDataError("upstream_unavailable", "It is down.");
    });
    expect((await failing({ url: "/api/v1/quotes?symbols=AAPL,A@B&format=csv" })).status).toBe(503);
  });

  it("has an error for each item in a tool's answer, too", async () => {
    const { call } = await connect(ask);
    for (const symbols of [["ZZA", "A@B"], ["A@B"]]) {
      const { isError, structuredContent } = await call("get_quotes", { symbols });
      expect(isError).toBeFalsy();
      expect(structuredContent).toMatchObject({ quotes: [], errors: symbols.map((symbol) => ({ symbol })) });
    }
    const { structuredContent } = await call("get_quotes", { symbols: ["ZZA", "ZZB"] });
    expect(structuredContent).toMatchObject({ notes: ["None is known."] });
  });
});

describe("a word for a missing symbol", () => {
  it.each(["null", "undefined", "None"])("is an unknown symbol, without a question: %s", async (word) => {
    const before = asked.length;
    const { status, body } = await rest({ url: `/api/v1/stock/${word}` });
    expect([status, JSON.parse(body as string)]).toEqual([404, { detail: `404: Failed to fetch quote for ${word}` }]);
    expect(asked).toHaveLength(before);
    const { call } = await connect(ask);
    const { isError, content } = await call("get_company_overview", { symbol: word });
    expect(isError).toBe(true);
    expect(content).toMatchObject([{ text: expect.stringContaining("where a symbol is missing") as string }]);
  });
});

describe("a symbol in the spelling of another program", () => {
  it("is named in the note with its normal form", async () => {
    const { headers } = await rest({ url: "/api/v1/quotes?symbols=NASDAQ:AAPL,msft" });
    expect(headers["x-data-notes"]).toContain('"NASDAQ:AAPL" was read as AAPL.');
    expect(headers["x-data-notes"]).not.toContain("MSFT");
  });
});
