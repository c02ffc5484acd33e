/** Statements as known on a past day, with other sources and without. */
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { startHttpProgram } from "../support/program.js";
import { createVisitor } from "./http-visitor.js";
import { openMarket } from "./market.js";

const ADDRESS = "/api/v1/provider-a/stock/AAPL/financials?statement_type=income&as_of=2025-06-01&limit=1";

const market = await openMarket({ STORE_URL: "memory:" });
afterAll(() => market.close());

async function ask(env: Record<string, string>) {
  const program = await startHttpProgram([], { ...market.env, ...env });
  const visitor = createVisitor(program.url);
  onTestFinished(async () => {
    visitor.leave();
    await program.stop();
  });
  const before = market.calls.length;
  const answer = await visitor.ask(ADDRESS);
  const asked = new Set(market.calls.slice(before).map(({ url = "" }) => /^\/([a-d])\//.exec(url)?.[1]));
  return { status: answer.status, body: answer.json(), asked: [...asked].toSorted() };
}

describe("statements as known on a past day", () => {
  it.each(["on", "off"])(
    "come from the filings with FALLBACK=%s, without a call of another source",
    async (fallback) => {
      const { status, body, asked } = await ask({ FALLBACK: fallback });
      const [{ filingDate, form }] = body["data"] as [{ filingDate: string; form: string }];
      expect([status, form, filingDate <= "2025-06-01", asked]).toEqual([200, "10-K", true, ["d"]]);
    },
  );
});
