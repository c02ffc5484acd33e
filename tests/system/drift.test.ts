/** Metrics and status page when an upstream changes the shape of its answers. */
import { afterAll, expect, it } from "vitest";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { readPrometheus, valueOf } from "../support/prometheus.js";
import { openMarket } from "./market.js";

const folder = temporaryFolder();
const market = await openMarket({ DATA_DIR: folder.path });
const program = await startHttpProgram([], market.env);
afterAll(async () => {
  await program.stop();
  await market.close();
  folder.remove();
});

const read = async (path: string) => (await fetch(`${program.url}${path}`)).text();

it("counts answers that cannot be read, and names the source on the status page", async () => {
  market.behave(({ url }) => (url?.startsWith("/b/v10/") ? { status: 200, body: "<html>moved</html>" } : undefined));
  for (const symbol of ["AAPL", "MSFT", "NVDA"]) await read(`/api/v1/stock/${symbol}/overview`);
  const overview = { provider: "provider-b", source: "overview" };
  expect(valueOf(readPrometheus(await read("/metrics")), "market_data_upstream_shape_errors_total", overview)).toBe(3);
  const { providers } = JSON.parse(await read("/status.json")) as {
    providers: { provider: string; drifts: object[] }[];
  };
  expect(providers.find(({ provider }) => provider === "provider-b")?.drifts).toMatchObject([
    { ...overview, field: null },
  ]);
  expect(await read("/")).toMatch(/Yahoo Finance has sent no\s*<strong>answers that can be read<\/strong>/);
});
