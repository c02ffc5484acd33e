/** Upstream calls of comparisons, with an empty cache and without any key, on the simulated market. */
import { describe, expect, it } from "vitest";
import { createApp } from "../../src/app.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { createLogger } from "../../src/lib/log.js";
import { withAddresses } from "../support/rest.js";
import { useDemo } from "../support/demo.js";

const LOG = createLogger("fatal", []);
const TEN = ["AAPL", "MSFT", "NVDA", "AMZN", "GOOGL", "META", "TSLA", "JPM", "JNJ", "XOM"];

const demo = useDemo();

interface Body {
  stocks: Record<string, number | string | null>[];
  portfolio: { currency: string; value: number; totalReturnPercent: number } | null;
  correlation: { days: number; symbols: string[]; matrix: number[][] } | null;
  median?: Record<string, number | null>;
  errors: { symbol: string; error: string }[];
  notes: string[];
}

/** Asks over REST without keys; the session of provider B, which all its questions share, is open already. */
async function ask(query: string): Promise<{ status: number; body: Body; remarks: string; calls: string[] }> {
  const calls: string[] = [];
  const { "provider-a": a, "provider-c": c, "provider-d": d } = demo.config.providers;
  const none = { apiKey: undefined };
  const providers = { ...demo.config.providers, "provider-a": { ...a, ...none }, "provider-c": { ...c, ...none } };
  // Calls are counted here; on a busy machine an answer would else end before the last of them.
  const requestTimeoutMs = 100_000;
  const config = { ...demo.config, requestTimeoutMs, providers: { ...providers, "provider-d": { ...d, ...none } } };
  const app = createApp(config, LOG, { onUpstream: (provider) => void calls.push(provider) });
  const rest = withAddresses(await app.openRest(), CATALOGUE);
  await rest({ url: "/api/v1/quotes?symbols=KO" });
  calls.splice(0);
  const { status, body, headers } = await rest({ url: `/api/v1/compare?${query}` });
  await app.close();
  return { status, body: JSON.parse(body as string) as Body, remarks: String(headers["x-data-notes"]), calls };
}

describe("a comparison", () => {
  it("of ten stocks over two years takes a call a stock, and one for the yields of each calendar year", async () => {
    const { status, body, calls } = await ask(`symbols=${TEN.join()}&from=2024-03-05&to=2026-03-04`);
    expect(status).toBe(200);
    expect(body.stocks.map(({ symbol }) => symbol)).toEqual(TEN);
    for (const row of body.stocks) expect(row).toMatchObject({ startDate: "2024-03-05", endDate: "2026-03-04" });
    for (const name of ["annualReturnPercent", "volatility", "maxDrawdown", "sharpe"])
      expect([name, ...body.stocks.map((row) => typeof row[name])]).toEqual([name, ...TEN.map(() => "number")]);
    expect(body.errors).toEqual([]);
    expect(body.notes).toEqual([
      "portfolio has equal parts.",
      expect.stringMatching(/^sharpe: over 3\.\d+ % a year, the mean 3-month yield of the US Treasury\.$/),
    ]);
    expect(body.correlation!.matrix).toHaveLength(10);
    expect(body.correlation!.days).toBeGreaterThan(490);
    const of = (provider: string) => calls.filter((each) => each === provider).length;
    expect([of("provider-b"), of("provider-d"), calls.length]).toEqual([10, 3, 13]);
  });

  it("takes one more call for each further currency", async () => {
    const { body, calls } = await ask(
      "symbols=AAPL,NESN.SW,SAP.DE,TSCO.L,BMW.DE&from=2024-03-05&weights=20,20,20,20,20",
    );
    expect(body.notes).not.toContainEqual(expect.stringContaining("portfolio is null"));
    expect(body.portfolio).toMatchObject({ currency: "USD" });
    expect(calls).toHaveLength(5 + 3 + 3);
    const inEuro = await ask("symbols=AAPL,SAP.DE&from=2024-03-05&convert=EUR");
    expect([inEuro.body.portfolio!.currency, inEuro.calls.length]).toEqual(["EUR", 3 + 3]);
  });

  it("without days takes two calls a stock, with all columns on request", async () => {
    const columns = "symbol,price,forwardPE,evToRevenue,revenueGrowth,grossMargin,ebitdaMargin,returnOnEquity";
    const { body, calls } = await ask(`symbols=${TEN.join()}&fields=${columns},freeCashFlowYield,payoutRatio`);
    expect(body.stocks).toHaveLength(10);
    for (const name of ["price", "forwardPE", "evToRevenue", "revenueGrowth", "ebitdaMargin", "freeCashFlowYield"])
      expect([name, body.stocks.some((row) => typeof row[name] === "number")]).toEqual([name, true]);
    expect(body.stocks.some((row) => typeof row["payoutRatio"] === "number")).toBe(true);
    expect(calls.length).toBeLessThanOrEqual(20);
  });

  it("takes one call a stock where no column that is named needs prices", async () => {
    const { body, calls } = await ask("symbols=AAPL,MSFT&fields=symbol,peRatio,roe");
    for (const row of body.stocks) expect(Object.keys(row)).toEqual(["symbol", "peRatio", "roe"]);
    expect(calls).toEqual(["provider-b", "provider-b"]);
    expect((await ask("symbols=AAPL,MSFT&fields=symbol,return1y")).calls).toHaveLength(4);
  });

  it("between two days takes two further calls a stock for columns of the company", async () => {
    const { body, calls } = await ask("symbols=AAPL,MSFT&from=2024-03-05&fields=symbol,totalReturnPercent,peRatio");
    for (const row of body.stocks) {
      expect(Object.keys(row)).toEqual(["symbol", "totalReturnPercent", "peRatio"]);
      expect(row["peRatio"]).toBeGreaterThan(0);
    }
    expect(Object.keys(body.median!)).toEqual(["peRatio", "totalReturnPercent"]);
    // The history of five years serves both, and nothing shows a ratio that needs yields.
    expect(calls).toHaveLength(4);
    const alone = await ask("symbols=AAPL&from=2024-03-05&fields=symbol,peRatio");
    expect(alone.body.stocks).toHaveLength(1);
    expect(alone.calls).toHaveLength(2);
  });

  it("between two days says in which currencies amounts of companies are, and has their medians", async () => {
    const [without, between] = await Promise.all(
      ["", "&from=2026-01-05"].map((from) => ask(`symbols=SHEL.L,VOD.L&fields=symbol,marketCap,netDebt${from}`)),
    );
    expect(between!.body.stocks).toEqual(without!.body.stocks);
    expect(without!.body.notes).toContain("Prices in GBp (pence), market cap in GBP.");
    expect(between!.remarks).toContain("Prices in GBp (pence), market cap in GBP.");
    expect(between!.remarks).toContain("VOD.L: Prices are in GBp, the accounts in GBP");
    expect(without!.body.median).toEqual({ marketCap: expect.any(Number), netDebt: expect.any(Number) });
    expect(between!.body.median).toEqual(without!.body.median);
  });
});
