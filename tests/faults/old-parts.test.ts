/** An answer made of a part that its provider cannot renew is as old as the part, and says so. */
import { describe, expect, it } from "vitest";
import { hasFakeClock } from "../support/fake-clock.js";
import { json, reply } from "../support/faults.js";
import { createProgramClock } from "../support/program-clock.js";
import { createStage, type Stage } from "../support/stage.js";

const DAY_S = 24 * 3600;

async function createAging(): Promise<{ stage: Stage; pass(days: number): void }> {
  const clock = createProgramClock({ midweek: true });
  const stage = await createStage(clock.env);
  stage.upstream.on("/d/files/company_tickers.json", json({ 0: { cik_str: 1000, ticker: "ACME", title: "Acme" } }));
  return { stage, pass: (days) => clock.pass(days * DAY_S) };
}

describe.skipIf(!hasFakeClock)("while the official sources fail", () => {
  it("F29: reference rates are as old as they are, and an error after a week", async () => {
    const { stage, pass } = await createAging();
    const first = await stage.get("/market/reference-rates");
    expect([first.status, first.headers["age"]]).toEqual([200, "0"]);
    const stamp = String(first.body["timestamp"]).slice(0, 18);
    stage.upstream.on("/d", reply(503, {}));
    for (const days of [1, 4, 6]) {
      pass(days === 1 ? 1 : days === 4 ? 3 : 2);
      const { status, headers, body } = await stage.get("/market/reference-rates");
      expect([status, String(body["timestamp"]).slice(0, 18)]).toEqual([200, stamp]);
      expect(headers["x-data-stale"]).toMatch(/: server error$/);
      expect(headers["cache-status"]).toBe("market-data-mcp; fwd=stale");
      expect(Number(headers["age"])).toBeGreaterThanOrEqual(days * DAY_S);
      const tool = await stage.call("get_reference_rates", {});
      expect(tool.structured).toMatchObject({ stale: true, note: expect.stringMatching(/^OLD DATA/) });
    }
    pass(2);
    expect((await stage.get("/market/reference-rates")).status).toBeGreaterThanOrEqual(500);
  });

  it("F29: filings are as old as they are, and an error a day after they expired", async () => {
    const { stage, pass } = await createAging();
    expect((await stage.get("/stock/ACME/filings")).status).toBe(200);
    stage.upstream.on("/d", reply(503, {}));
    pass(0.9);
    const { status, headers } = await stage.get("/stock/ACME/filings");
    expect([status, headers["x-data-stale"]]).toEqual([200, expect.stringContaining("server error")]);
    expect(Number(headers["age"])).toBeGreaterThanOrEqual(0.9 * DAY_S);
    pass(0.2);
    expect((await stage.get("/stock/ACME/filings")).status).toBeGreaterThanOrEqual(500);
  });
});
