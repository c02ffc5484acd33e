/** An answer does not depend on what was asked before: every route, in one order and the opposite one, on the simulated market. */
import { expect, it } from "vitest";
import { createApp } from "../../src/app.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { createLogger } from "../../src/lib/log.js";
import { withAddresses } from "../support/rest.js";
import { useDemo } from "../support/demo.js";

const demo = useDemo();

/** Parameters of routes that need some. */
const PARAMETERS: Readonly<Record<string, string>> = {
  "/api/v1/search": "?q=apple",
  "/api/v1/filings/search": "?q=apple",
  "/api/v1/filings/text": "?symbol=AAPL",
  "/api/v1/quotes": "?symbols=AAPL,TSCO.L",
  "/api/v1/compare": "?symbols=AAPL,TSCO.L",
  "/api/v1/market/economy": "?series=cpi",
};
/** The state of this server describes the questions before. */
const OF_THE_SERVER = "/api/v1/status";

/** Returns each route's answer without the time at which it was made, by its address; `signal` ends the questions. */
async function answersTo(addresses: readonly string[], signal: AbortSignal): Promise<Record<string, unknown>> {
  const app = createApp(demo.config, createLogger("fatal", []));
  const rest = withAddresses(await app.openRest(), CATALOGUE);
  const answers: Record<string, unknown> = {};
  for (const url of addresses) {
    signal.throwIfAborted();
    const { status, body } = await rest({ url, signal: () => signal });
    const { timestamp: _timestamp, ...facts } = JSON.parse(String(body)) as Record<string, unknown>;
    answers[url] = { status, ...facts };
  }
  await app.close();
  return answers;
}

// So each question comes once before and once after each other one.
it("is the same in both orders", async ({ signal }) => {
  const addresses = CATALOGUE.map(({ capability: { route } }) => route)
    .filter((route) => route !== OF_THE_SERVER)
    .map(
      (route) =>
        `${route.replace("{symbol}", "AAPL").replace("{kind}", "earnings").replace("{manager}", "CIK1900001")}${PARAMETERS[route] ?? ""}`,
    );
  const distinct = [...new Set(addresses)];
  const forward = await answersTo(distinct, signal);
  const refused = Object.entries(forward).filter(([, answer]) => (answer as { status: number }).status !== 200);
  // Apple is no fund.
  expect(refused.map(([url]) => url)).toEqual(["/api/v1/stock/AAPL/fund"]);
  expect(await answersTo(distinct.toReversed(), signal)).toEqual(forward);
});
