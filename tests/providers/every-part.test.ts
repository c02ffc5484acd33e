import { http, HttpResponse } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import type { Findings, Enricher } from "../../src/contract/enrichment.js";
import type { Provider, Source } from "../../src/contract/provider.js";
import { toLetter } from "../../src/contract/provider-id.js";
import { ordinaryQuestion } from "../support/ordinary-question.js";
import { BASES, COOKIE_URL, createAsker } from "../support/ask.js";
import { healthyBody } from "../support/healthy-upstream.js";
import { useInternet } from "../support/internet.js";

const internet = useInternet();

/** The input of each row's enrichers. */
const ASKED: Readonly<Record<string, unknown>> = {
  "converted-payments": { to: "EUR", from: ["USD"], days: ["2026-02-12"] },
  fund: { symbol: "SPY", with: undefined, as_of: undefined, count: 20 },
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
      const question = { ...("symbol" in shape ? { symbol: "AAPL" } : {}), ...ordinaryQuestion(source) };
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
      const found: Findings<unknown> = await createAsker().supply(
        enricher as never,
        (ASKED[(enricher.enrichment as { name: string }).name] ?? ASKED[capability.name]) as never,
      );
      return { data: found.facts, missing: found.missing ?? [], permanentlyMissing: found.permanentlyMissing };
    },
  })),
]);

/** Bodies missing from the shared healthy upstream, so that the failure of every optional call loses a value. */
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
  "/d/ecb-data/service/data/EXR/D.USD.EUR.SP00.A":
    "KEY,CURRENCY,TIME_PERIOD,OBS_VALUE\nEXR.D.USD.EUR.SP00.A,USD,2026-02-12,1.18\n",
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

/** Modules without which a company and its insiders are not cached. */
const SUMMARY = "/b/v10/finance/quoteSummary/AAPL";
const COMPANY = {
  summaryDetail: { trailingPE: 30.6 },
  defaultKeyStatistics: { trailingEps: 7.99 },
  insiderTransactions: { transactions: [{ filerName: "COOK", shares: 5, startDate: 1_738_540_800 }] },
};

function bodyOf(path: string, query: URLSearchParams): unknown {
  const body = MORE[path] ?? healthyBody(path, query) ?? [];
  if (path !== SUMMARY) return body;
  const { result, error } = (body as { quoteSummary: { result: object[]; error: null } }).quoteSummary;
  return { quoteSummary: { result: [{ ...COMPANY, ...result[0] }], error } };
}

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
      const path = `/${toLetter(provider.id).toLowerCase()}${below}`;
      paths.add(path);
      if (path === broken?.path) return broken.reply();
      const body = bodyOf(path, url.searchParams);
      if (body instanceof Uint8Array) return new HttpResponse(new Uint8Array(body));
      if (typeof body === "string") return new HttpResponse(body);
      return HttpResponse.json(body as object);
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

/**
 * Parts that are older than the answers that may be made of them, and why. The first word of a line is the capability,
 * the rest begins the part's key.
 */
const OLDER: Readonly<Record<string, string>> = {
  "price-targets analyst counts":
    "provider A adds one a month; anew each hour, targets would cost three calls, not one",
  "price-targets target counts": "they cover three months; see above",
  "quote rates": "each is current until the office's next publication",
  "quotes rates": "each is current until the office's next publication",
  "overview analyst counts": "provider A adds one a month",
  "overview newest year": "revenue of the last reported year, as old as financial statements",
  "overview peg ratio": "anew each hour, an overview would cost two calls, not one",
  "key-statistics peg ratio": "see above",
  "dividends profile": "only the currency is used",
  "news profile": "it only tells an unknown symbol from one without news",
  "insider-transactions profile": "only name and currency are used",
  "crypto coins": "only name and supply are used, which hardly change in a day",
  "screener betas": "a beta over five years hardly changes in a day",
  "market-summary closes": "closes of past sessions do not change",
  "holders companies": "a company keeps its number at the SEC",
  "holders schedules": "a filed schedule does not change; the list of filings is fetched",
  "financials companies": "a company keeps its number at the SEC",
  "sec-filings companies": "a company keeps its number at the SEC",
  "filing-facts companies": "a company keeps its number at the SEC",
  "filing-facts tags": "they are current until the list of filings has a newer one",
  "filing-text companies": "a company keeps its number at the SEC",
  "search-filings companies": "a company keeps its number at the SEC",
  "manager-holdings companies": "symbols of CUSIPs hardly change in a day",
  "manager-holdings document": "a filed report does not change; the list of filings is fetched",
  "economic-series bls": "each is current until the office's next publication",
  "insider-transactions companies": "a company keeps its number at the SEC",
  "financials facts": "they are current until the list of filings has a newer one",
  "insider-transactions ownership": "a filed form does not change; the list of filings is fetched",
  "reference-rates rates": "each is current until the office's next publication",
};
const met = new Set<string>();
/** A Wednesday on which exchanges and the SEC are open for the next half day. */
const START = Date.parse("2026-04-15T15:00:00Z");

const ANSWERS = CATALOGUE.flatMap(({ capability, sources }) =>
  sources.map((source: Source, place) => ({ name: `${capability.name}, source ${place + 1}`, source, capability })),
);

describe.each(ANSWERS)("an answer made of cached parts ($name, $source.provider.title)", ({ source, capability }) => {
  afterEach(() => void vi.useRealTimers());

  /** Asks twice, the second time this many seconds later; returns the second answer and the parts that it shares. */
  async function askAgain(seconds: number) {
    vi.useFakeTimers({ toFake: ["Date"], now: START });
    play(source.provider);
    const asker = createAsker();
    const { shape } = capability.input;
    const question = { ...("symbol" in shape ? { symbol: "AAPL" } : {}), ...ordinaryQuestion(source) };
    const ask = () => asker.ask(source, question).catch(() => undefined);
    await ask();
    await asker.settled();
    asker.served.length = 0;
    vi.setSystemTime(Date.now() + seconds * 1000);
    const answer = await ask();
    const shared = asker.served.filter(({ key }) => {
      const known = Object.keys(OLDER).find((each) => `${capability.name} ${key}`.startsWith(each));
      if (known !== undefined) met.add(known);
      return known === undefined;
    });
    await asker.settled();
    return { answer, shared };
  }

  it("says that it is as old as the oldest of them", async () => {
    const { answer, shared } = await askAgain(0.5 * capability.freshness.ttlSeconds);
    if (answer === undefined || shared.length === 0) return;
    const oldest = Math.min(...shared.map(({ fetchedAt }) => fetchedAt));
    expect(answer.fetchedAt, `of ${shared.map(({ key }) => key).join()}`).toBeLessThanOrEqual(oldest);
  });

  it("is not made of the same parts again when it has expired", async () => {
    const { shared } = await askAgain(0.9 * capability.freshness.ttlSeconds);
    expect(shared.map(({ key }) => key)).toEqual([]);
  });
});

it("each part that may be older is one that an answer is made of", () => {
  expect([...met].toSorted()).toEqual(Object.keys(OLDER).toSorted());
});
