/** The error table of the interface: the whole body of each kind of failure, for each route. */
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import type { Capability } from "../../src/contract/capability.js";
import { MarketDataError, type FailureKind } from "../../src/contract/errors.js";
import { createRest } from "../support/rest.js";
import { argumentsFor, pathFor } from "../e2e/examples.js";

const SENTENCE = "What was attempted, what was found, what to do next.";

/** The errors of one route. `notFound` is its own 404 body, if it has one. */
interface Column {
  url: string;
  style?: "message";
  retry: "retry_after" | "retryAfter" | null;
  unavailable: 500 | 503;
  notFound?: object;
}

/** The columns that the interface fixes. */
const INTERFACE: Readonly<Record<string, Column>> = {
  overview: { url: "/api/v1/stock/AAPL/overview", style: "message", retry: "retryAfter", unavailable: 500 },
  quote: {
    url: "/api/v1/stock/AAPL",
    retry: "retry_after",
    unavailable: 500,
    notFound: { detail: "404: Failed to fetch quote for AAPL" },
  },
  "alternative-quote": {
    url: "/api/v1/stock/AAPL/provider-b",
    retry: "retry_after",
    unavailable: 500,
    notFound: { detail: "404: Failed to fetch quote for AAPL" },
  },
  financials: {
    url: "/api/v1/provider-a/stock/AAPL/financials",
    retry: "retry_after",
    unavailable: 500,
    notFound: { error: "404: Failed to fetch financials for AAPL", detail: SENTENCE },
  },
  "price-targets": {
    url: "/api/v1/provider-a/stock/AAPL/price-targets",
    retry: null,
    unavailable: 500,
    notFound: { error: "404: Failed to fetch price targets for AAPL" },
  },
  dcf: {
    url: "/api/v1/provider-a/stock/AAPL/dcf",
    retry: null,
    unavailable: 500,
    notFound: { error: "404: Failed to fetch DCF valuation for AAPL" },
  },
  recommendations: {
    url: "/api/v1/stock/AAPL/recommendations",
    retry: "retry_after",
    unavailable: 500,
    notFound: { error: "404: Failed to fetch recommendations for AAPL", detail: SENTENCE },
  },
  "insider-transactions": {
    url: "/api/v1/stock/AAPL/insider-transactions",
    retry: "retry_after",
    unavailable: 500,
    notFound: { error: "Failed to fetch insider transactions for AAPL" },
  },
  search: { url: "/api/v1/search?q=apple", retry: "retry_after", unavailable: 503 },
  screener: { url: "/api/v1/screener", retry: "retry_after", unavailable: 503 },
  gainers: { url: "/api/v1/market/gainers", retry: "retry_after", unavailable: 503 },
  losers: { url: "/api/v1/market/losers", retry: "retry_after", unavailable: 503 },
  active: { url: "/api/v1/market/active", retry: null, unavailable: 503 },
  crypto: { url: "/api/v1/crypto", retry: "retry_after", unavailable: 503 },
};

/** The column of a capability that the interface does not fix: 500 for one symbol, 503 for the whole market. */
function ownColumn(capability: Capability): Column {
  const ofSymbol = capability.route.includes("{symbol}");
  const symbol = String(argumentsFor(capability)["symbol"]);
  const notFound = ofSymbol ? capability.errors.notFound?.(symbol, SENTENCE) : undefined;
  return {
    url: pathFor(capability),
    retry: "retry_after",
    unavailable: ofSymbol ? 500 : 503,
    ...(notFound ? { notFound } : {}),
  };
}

const COLUMNS = CATALOGUE.map(({ capability }): [string, Column] => [
  capability.name,
  INTERFACE[capability.name] ?? ownColumn(capability),
]);

/** Status and stable phrase of each kind; `unavailable` is the endpoint's own choice. */
const KINDS: Record<FailureKind, [status: number | "unavailable", phrase: string]> = {
  invalid_input: [400, "Invalid request"],
  unauthorized: [401, "Unauthorized"],
  not_found: [404, "Symbol not found"],
  no_coverage: [404, "No data for this symbol"],
  insufficient_history: [422, "Insufficient financial history"],
  rate_limited: [429, "Rate limit exceeded"],
  upstream_limited: [429, "Rate limit exceeded"],
  overloaded: [429, "Too many requests at once"],
  upstream_unavailable: ["unavailable", "Market data unavailable"],
  not_configured: ["unavailable", "Market data not configured"],
  cancelled: [499, "Request cancelled"],
  internal: [500, "Internal error"],
};

/** Returns the reply of an endpoint whose question fails like this. */
async function replyOf({ url }: Column, error: Error) {
  const rest = createRest(CATALOGUE, () => Promise.reject(error));
  const { status, headers, body } = await rest({ url });
  return { status, headers, body: JSON.parse(body) as object };
}

function expected({ style, retry, unavailable, notFound }: Column, kind: FailureKind, seconds?: number) {
  const [listed, phrase] = KINDS[kind];
  const status = listed === "unavailable" ? unavailable : listed;
  const plain = style ? { error: phrase, message: SENTENCE, code: status } : { error: phrase, detail: SENTENCE };
  const own = kind === "not_found" ? notFound : undefined;
  return {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...(seconds === undefined ? {} : { "retry-after": String(seconds) }),
    },
    body: own ?? { ...plain, ...(status === 429 && retry ? { [retry]: seconds } : {}) },
  };
}

describe("the error table", () => {
  it("has every column of the interface", () => {
    expect(COLUMNS.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(INTERFACE)));
  });

  it("has one shape for every route that the interface does not fix", () => {
    const own = COLUMNS.filter(([name]) => !(name in INTERFACE));
    for (const [name, { style, retry, notFound = { error: "", detail: "" } }] of own) {
      expect([name, style, retry, Object.keys(notFound)]).toEqual([
        name,
        undefined,
        "retry_after",
        ["error", "detail"],
      ]);
    }
  });

  describe.each(COLUMNS)("of %s", (_name, column) => {
    it.each(Object.keys(KINDS) as FailureKind[])("%s", async (kind) => {
      // A limit without a duration is reported as a minute, as in the interface's samples.
      const seconds = KINDS[kind][0] === 429 ? 60 : undefined;
      expect(await replyOf(column, new MarketDataError(kind, SENTENCE))).toEqual(expected(column, kind, seconds));
    });

    it.each<FailureKind>(["upstream_limited", "overloaded", "upstream_unavailable"])(
      "%s with the time to retry",
      async (kind) => {
        const error = new MarketDataError(kind, SENTENCE, { retryAfterSeconds: 7 });
        expect(await replyOf(column, error)).toEqual(expected(column, kind, 7));
      },
    );

    it("a bug, without details", async () => {
      const { status, body } = await replyOf(column, new TypeError("secret of the house"));
      expect(status).toBe(500);
      const says = "Something went wrong on our side; the log has the request id.";
      expect(body).toEqual(
        column.style
          ? { error: "Internal error", message: says, code: 500 }
          : { error: "Internal error", detail: says },
      );
    });

    it("an unknown parameter", async () => {
      const rest = createRest(CATALOGUE, () => Promise.reject(new Error("not to be asked")));
      const mark = column.url.includes("?") ? "&" : "?";
      const { status, body } = await rest({ url: `${column.url}${mark}debt_max=20` });
      const sentence = expect.stringMatching(/^Unknown parameter "debt_max"\. (Allowed: .+|It takes no parameters\.)$/);
      expect({ status, body: JSON.parse(body) }).toEqual({
        status: 400,
        body: column.style
          ? { error: "Invalid request", message: sentence, code: 400 }
          : { error: "Invalid request", detail: sentence },
      });
    });
  });
});
