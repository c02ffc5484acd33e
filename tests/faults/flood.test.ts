import { Agent, get } from "node:http";
import { describe, expect, it } from "vitest";
import { hasProcessFacts } from "../support/process-facts.js";
import { createStage } from "../support/stage.js";

const SYMBOLS = 4_000;
const AT_ONCE = 64;

/** Requests all paths over persistent connections with some concurrency; returns the count of each status. */
async function askMany(url: string, paths: readonly string[]): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses = new Map<number, number>();
  let next = 0;
  const one = (path: string) =>
    new Promise<number>((resolve, reject) => {
      get(url + path, { agent }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode ?? 0));
      }).once("error", reject);
    });
  const work = async () => {
    for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
      const status = await one(path);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
  return statuses;
}

describe("four thousand symbols", () => {
  it.skipIf(!hasProcessFacts)(
    "F35: are all answered within limited memory",
    async () => {
      const env = { PROVIDER_A_RATE_PER_MINUTE: "100000", PROVIDER_A_DAILY_QUOTA: "0" };
      const stage = await createStage(env);
      const paths = Array.from({ length: SYMBOLS }, (_, index) => `/api/v1/stock/S${index}`);
      // The first questions load code and fill pools, which does not depend on the number of symbols.
      await askMany(stage.program.url, paths.slice(0, 1_000));
      const before = stage.memory();
      expect(await askMany(stage.program.url, paths.slice(1_000))).toEqual(new Map([[200, SYMBOLS - 1_000]]));
      expect(stage.memory().peak - before.peak).toBeLessThan(64);
    },
    40_000,
  );
});
