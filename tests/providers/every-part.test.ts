import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import type { Findings, Enricher } from "../../src/contract/enrichment.js";
import type { Provider, Source } from "../../src/contract/provider.js";
import { requiredValues } from "../e2e/examples.js";
import { BASES, COOKIE_URL, createAsker } from "../support/ask.js";
import { healthyBody } from "../support/healthy-upstream.js";
import { useInternet } from "../support/internet.js";

const internet = useInternet();

/** The input of each row's enrichers. */
const ASKED: Readonly<Record<string, unknown>> = {
  quote: "AAPL",
  "price-targets": "AAPL",
  screener: ["ACME"],
  losers: ["ACME"],
  active: ["ACME"],
  quotes: ["AAPL", "MSFT"],
  dividends: "AAPL",
  earnings: "AAPL",
  "key-statistics": "AAPL",
};

type Outcome = { data: unknown; missing: readonly string[]; permanentlyMissing?: boolean | undefined };

/** Every source and every enricher of every row, and a function that calls it. */
const SOURCES = CATALOGUE.flatMap(({ capability, sources, enrichers }) => [
  ...sources.map((source: Source, place) => ({
    name: `${capability.name}, source ${place + 1}`,
    provider: source.provider,
    async ask(): Promise<Outcome> {
      const { shape } = capability.input;
      // Where a symbol is optional, the sources of a symbol are asked.
      const question = { ...("symbol" in shape ? { symbol: "AAPL" } : {}), ...requiredValues(shape) };
      const asker = createAsker();
      try {
        const { data, missing = [], permanentlyMissing } = await asker.ask(source, question);
        return { data, missing, permanentlyMissing };
      } finally {
        await asker.settled();
      }
    },
  })),
  ...enrichers.map((enricher: Enricher, place) => ({
    name: `${capability.name}, enricher ${place + 1}`,
    provider: enricher.provider,
    async ask(): Promise<Outcome> {
      const found: Findings<unknown> = await createAsker().supply(enricher as never, ASKED[capability.name] as never);
      return { data: found.facts, missing: found.missing ?? [], permanentlyMissing: found.permanentlyMissing };
    },
  })),
]);

const FACES = { "provider-a": "a", "provider-b": "b", "provider-c": "c", "provider-d": "d" } as const;

/**
 * Bodies missing from the shared healthy upstream, so that the failure of every optional call loses a
 * value.
 */
const MORE: Readonly<Record<string, unknown>> = {
  "/a/grades-historical": [
    {
      date: "2026-04-01",
      analystRatingsStrongBuy: 1,
      analystRatingsBuy: 2,
      analystRatingsHold: 3,
      analystRatingsSell: 4,
      analystRatingsStrongSell: 5,
    },
  ],
  "/a/ratios": [{ symbol: "AAPL", fiscalYear: "2025", priceToEarningsRatio: 34.1 }],
  "/a/price-target-summary": [{ lastQuarterCount: 4, lastYearCount: 8 }],
  "/a/price-target-news": [{ publishedDate: "2026-04-01", analystCompany: "Firm", adjPriceTarget: 300 }],
  "/a/grades": [{ date: "2026-04-01", gradingCompany: "Firm", newGrade: "Buy", action: "upgrade" }],
  "/a/custom-discounted-cash-flow": [{ year: 2027, revenue: 2, wacc: 9, longTermGrowthRate: 4 }],
  "/a/insider-trading/search": [{ reportingName: "Cook", securitiesTransacted: 5, transactionDate: "2026-04-01" }],
  "/a/search-symbol": [{ symbol: "AAPL", name: "Apple" }],
  "/a/search-name": [{ symbol: "APLE", name: "Apple Hospitality" }],
  "/a/income-statement": [{ symbol: "AAPL", date: "2025-09-30", reportedCurrency: "USD", revenue: 5 }],
  "/a/batch-quote": [{ symbol: "AAPL", price: 5 }],
  "/a/dividends": [{ symbol: "AAPL", date: "2026-02-09", adjDividend: 0.26, paymentDate: "2026-02-12" }],
  "/a/splits": [{ symbol: "AAPL", date: "2020-08-31", numerator: 4, denominator: 1 }],
  "/a/income-statement-ttm": [{ symbol: "AAPL", date: "2025-12-27", reportedCurrency: "USD", ebitda: 5 }],
};

/** Lets one path fail; returns the paths that were called. */
function play(provider: Provider, broken?: { path: string; reply: () => Response }): Set<string> {
  const paths = new Set<string>();
  internet.resetHandlers();
  internet.use(
    http.get(
      COOKIE_URL,
      () => new HttpResponse(null, { status: 404, headers: { "set-cookie": "A3=d; Domain=.example.test; Path=/" } }),
    ),
    http.get(`${BASES["provider-b"]}/v1/test/getcrumb`, () => new HttpResponse("CRUMBCRUMB1")),
    http.all(`${BASES[provider.id]}/*`, ({ request }) => {
      const url = new URL(request.url);
      const below = url.pathname.slice(new URL(BASES[provider.id]).pathname.replace(/\/$/, "").length);
      const path = `/${FACES[provider.id]}${below}`;
      paths.add(path);
      if (path === broken?.path) return broken.reply();
      return HttpResponse.json((MORE[path] ?? healthyBody(path, url.searchParams) ?? []) as object);
    }),
  );
  return paths;
}

const FAILURES: readonly [string, () => Response][] = [
  ["fails", () => new HttpResponse("boom", { status: 503 })],
  ["sends null", () => HttpResponse.json(null)],
  ["sends {}", () => HttpResponse.json({})],
  ["sends a row without fields", () => HttpResponse.json([{}])],
  ["sends a text", () => HttpResponse.json("text")],
];

describe.each(SOURCES)("$name ($provider.title)", ({ provider, ask }) => {
  it("does not treat a failed call as missing data", async () => {
    const paths = play(provider);
    const healthy = await ask().catch((error: unknown) => ({ error }));
    expect(paths.size).toBeGreaterThan(0);
    const claims: string[] = [];
    for (const path of paths) {
      for (const [how, reply] of FAILURES) {
        play(provider, { path, reply });
        const outcome = await ask().catch(() => "failed" as const);
        if (outcome === "failed" || outcome.missing.length > 0) continue;
        // An answer that claims to be complete without this call must equal the complete one: another list had the figures.
        if (JSON.stringify(outcome) !== JSON.stringify(healthy)) claims.push(`${path} ${how}`);
      }
    }
    expect(claims).toEqual([]);
  });
});
