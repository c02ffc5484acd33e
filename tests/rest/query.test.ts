import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { insiderTransactions } from "../../src/capabilities/companies/insider-transactions.js";
import { quotes } from "../../src/capabilities/prices/quotes.js";
import { screener } from "../../src/capabilities/companies/screener.js";
import { search } from "../../src/capabilities/companies/search.js";
import { MarketDataError } from "../../src/contract/errors.js";
import type { z } from "../../src/contract/schema.js";
import { keyInAddress, readParameters } from "../../src/rest/query.js";
import { expects } from "../../src/arguments/from-text.js";
import { routeViewShape } from "../../src/views/view.js";

/** The error for an invalid address. */
function complaintOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof MarketDataError && error.kind === "invalid_input") return error.message;
    throw error;
  }
  throw new Error("the address was accepted");
}

const read = (query: string) => readParameters(screener, {}, query);

describe("readParameters", () => {
  it("reads parameters from path and query", () => {
    expect(readParameters(insiderTransactions, { symbol: "AAPL" }, "")).toEqual({ symbol: "AAPL" });
    expect(readParameters(search, {}, "q=royal+dutch%20%26%20co")).toEqual({ q: "royal dutch & co" });
  });

  it.each<[string, unknown]>([
    ["limit=20", "20"],
    ["limit=", ""],
    ["limit=+5", " 5"],
    ["limit=%2B5", "+5"],
    ["limit=5%20", "5 "],
    ["limit=%D9%A3", "٣"],
    ["debt_max=20", "20"],
  ])("returns the decoded text of %s", (query, text) => {
    expect(Object.values(read(query))).toEqual([text]);
  });

  it.each(["__proto__=1", "constructor=1", "__proto__[x]=1", "toString=1", "hasOwnProperty=1"])(
    "treats %s as an ordinary parameter, without side effects",
    (query) => {
      const raw = read(query);
      expect(Object.entries(raw)).toEqual([query.split("=")]);
      expect(Object.getPrototypeOf(raw)).toBe(Object.prototype);
      expect("x" in {}).toBe(false);
    },
  );

  it.each([
    ["symbols=AAPL&symbols=MSFT", { symbols: ["AAPL", "MSFT"] }],
    [
      "symbols=AAPL,MSFT&fields=price&symbols=NVDA&fields=name",
      { symbols: ["AAPL", "MSFT", "NVDA"], fields: ["price", "name"] },
    ],
    // A comma of thousands separates nothing, and the holding is refused, as over MCP.
    ["symbols=KO*1,000,AAPL", { symbols: ["KO*1,000", "AAPL"] }],
    ["symbols=KO*10,AAPL*5@1.5,7203.T", { symbols: ["KO*10", "AAPL*5@1.5", "7203.T"] }],
    ["symbols=AAPL&symbols=AAPL", { symbols: ["AAPL", "AAPL"] }],
    ["symbols=AAPL&symbols=", { symbols: ["AAPL", ""] }],
  ])("reads the repeated list parameters of %s as one list, in their order", (query, value) => {
    expect(readParameters(quotes, {}, query)).toEqual(value);
  });

  const lists = CATALOGUE.flatMap(({ capability }) =>
    Object.entries({ ...routeViewShape(capability), ...(capability.input.shape as z.ZodRawShape) })
      .filter(([, field]) => expects(field) === "list")
      .map(([name]) => ({ route: capability.route, name, capability })),
  );
  it.each(lists)("reads $name of $route, repeated, as it reads it with commas", ({ capability, name }) => {
    const readOf = (query: string) => readParameters(capability, {}, query);
    expect(readOf(`${name}=A&${name}=1&${name}=B`)).toEqual(readOf(`${name}=A,1,B`));
  });

  it("reads the longest lists of an endpoint, repeated", () => {
    const repeated = (name: string, count: number) => Array.from({ length: count }, () => `${name}=A`).join("&");
    const { symbols, fields } = readParameters(quotes, {}, `${repeated("symbols", 50)}&${repeated("fields", 60)}`);
    expect([symbols, fields]).toEqual([Array(50).fill("A"), Array(60).fill("A")]);
  });

  it("rejects a single value given twice, in the query or in path and query", () => {
    const twice = (name: string) => `Parameter "${name}" was given twice. Allowed: each parameter once, except lists.`;
    expect(complaintOf(() => read("limit=1&limit=1"))).toBe(twice("limit"));
    expect(complaintOf(() => read("other=1&other=2"))).toBe(twice("other"));
    expect(complaintOf(() => read("l%69mit=1&limit=2"))).toBe(twice("limit"));
    expect(complaintOf(() => readParameters(insiderTransactions, { symbol: "AAPL" }, "symbol=MSFT"))).toBe(
      twice("symbol"),
    );
    expect(complaintOf(() => read("__proto__=1&__proto__=2"))).toBe(twice("__proto__"));
  });

  it.each(["apikey", "api_key", "X-API-Key", "key", "APIKEY", "access_token", "token"])(
    "rejects a key in the address (%s), where it ends up in logs, and does not repeat it",
    (name) => {
      expect(keyInAddress(`limit=1&${name}=canary-0123`)).toBe(
        "Keys are not accepted in the address, where they end up in logs. Send the header X-API-Key.",
      );
    },
  );

  it.each(["q=%", "q=%E0%A4%A", "q=%zz", "q=%C3%28", "%ff=1"])("rejects the malformed escape in %s", (query) => {
    expect(complaintOf(() => readParameters(search, {}, query))).toBe(
      "The address has a malformed % escape. Allowed: UTF-8, percent-encoded.",
    );
  });

  it("rejects too many parameters", () => {
    const flood = Array.from({ length: 1000 }, (_, name) => `p${name}=1`).join("&");
    expect(complaintOf(() => read(flood))).toBe("The address has more than 200 parameters.");
  });

  const REFUSED = "refused";
  function namesOf(query: string): string[] | typeof REFUSED {
    try {
      return Object.keys(read(query)).toSorted();
    } catch (error) {
      if (error instanceof MarketDataError && error.kind === "invalid_input") return REFUSED;
      throw error;
    }
  }

  it("for any query either returns every parameter once or rejects the address with its own message", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (query) => {
        const names = [...new URLSearchParams(query).keys()].toSorted();
        expect([names, REFUSED]).toContainEqual(namesOf(query));
      }),
    );
  });
});
