/**
 * The SEC counts the calls of one operator over all machines, and blocks an address that makes too many: two programs
 * with one data folder, or one Redis, keep its rate together and stop together.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, hasFakeClock } from "../support/fake-clock.js";
import { healthy, json, reply } from "../support/faults.js";
import { startFaultyUpstream, type FaultyUpstream } from "../support/faulty-upstream.js";
import { temporaryFolder } from "../support/program.js";
import { hasRedis, startRedis, type RedisServer } from "../support/redis.js";
import { ask, askAll, startFleet, type Program } from "./fleet.js";

const LIST = "/d/files/company_tickers.json";
const SYMBOLS = Array.from({ length: 30 }, (_, index) => `T${index}`);
const toPath = (symbol: string) => `/stock/${symbol}/filings`;
const SUBMISSIONS = "/d/submissions";
/** Answers with a web page of this title. */
const page = (status: number, title: string) =>
  reply(status, `<!DOCTYPE html>\n<html><head><title>${title}</title>`, { "content-type": "text/html" });
const BLOCK = page(403, "SEC.gov | Request Rate Threshold Exceeded");

let upstream: FaultyUpstream;
let folder: ReturnType<typeof temporaryFolder>;
let redis: RedisServer | undefined;
let fleet: Program[];

beforeEach(async () => {
  upstream = await startFaultyUpstream();
  const rows = SYMBOLS.map((ticker, index) => [index, { cik_str: 1000 + index, ticker, title: `Company ${index}` }]);
  upstream.on(LIST, json(Object.fromEntries(rows)));
  folder = temporaryFolder();
  redis = undefined;
  fleet = [];
});

afterEach(async () => {
  await stop();
  await redis?.kill();
  await upstream.close();
  folder.remove();
});

async function stop(): Promise<void> {
  for (const { child, exited } of fleet.splice(0)) {
    child.kill("SIGKILL");
    await exited;
  }
}

async function start(count: number, env: Record<string, string> = {}): Promise<void> {
  const common = { ...upstream.env, FALLBACK: "off", ENRICH: "off", DATA_DIR: folder.path };
  fleet.push(...(await startFleet(count, { ...common, ...env })));
}

/** Asks the programs in turn, as many questions at once as one caller may ask; returns the statuses that came. */
async function askForAll(): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let from = 0; from < SYMBOLS.length; from += 10) {
    const answers = await askAll(fleet, SYMBOLS.slice(from, from + 10).map(toPath));
    for (const { status } of answers) statuses.add(status);
  }
  return statuses;
}

describe("two programs with one store", () => {
  it.each([
    ["folder", 5, {}],
    ["folder", 10, { PROVIDER_D_RATE_PER_SECOND: "10" }],
  ])("in one %s send the SEC at most %d calls in any second together", async (_store, most, env) => {
    await start(2, env);
    expect(await askForAll()).toEqual(new Set([200]));
    expect(upstream.calls("/d").length).toBeGreaterThan(SYMBOLS.length);
    expect(upstream.mostWithin("/d", 1_000)).toBeLessThanOrEqual(most);
  });

  it.skipIf(!hasRedis)("in one Redis send the SEC at most 5 calls in any second together", async () => {
    redis = await startRedis();
    await start(2, { STORE_URL: redis.url });
    expect(await askForAll()).toEqual(new Set([200]));
    expect(upstream.mostWithin("/d", 1_000)).toBeLessThanOrEqual(5);
  });

  it("both send nothing to the SEC after a page that says that the address is blocked, nor does a third one", async () => {
    await start(2);
    upstream.on(SUBMISSIONS, BLOCK, healthy);
    expect((await ask(fleet[0]!, toPath("T0"))).body).toMatchObject({ retry_after: 600 });
    await start(1);
    await expect.poll(() => fleet[1]!.stderr().includes('"event":"upstream-paused"'), { timeout: 2_000 }).toBe(true);
    const before = upstream.calls("/d").length;
    for (const program of fleet) {
      const { status, body } = await ask(program, toPath("T1"));
      expect([status, Math.ceil(Number(body["retry_after"]) / 10)]).toEqual([429, 60]);
    }
    expect(upstream.calls("/d").length).toBe(before);
    // The other offices go on.
    expect((await ask(fleet[1]!, "/market/reference-rates")).status).toBe(200);
  });

  it.skipIf(!hasFakeClock)("ask the SEC again ten minutes after a block, not before", async () => {
    const clock = createFakeClock(folder.path);
    await start(1, clock.env);
    upstream.on(SUBMISSIONS, BLOCK, healthy);
    expect((await ask(fleet[0]!, toPath("T0"))).status).toBe(429);
    for (const [seconds, status] of [
      [580, 429],
      [601, 200],
    ] as const) {
      await fleet.pop()!.stop();
      clock.set(seconds);
      await start(1, clock.env);
      expect([seconds, (await ask(fleet[0]!, toPath("T0"))).status]).toEqual([seconds, status]);
    }
  });
});

describe("a refusal of the SEC that is no block", () => {
  it.each([200, 403])("of the contact, with %i, names the setting and is asked once in a program", async (status) => {
    await start(1);
    upstream.on(SUBMISSIONS, page(status, "SEC.gov | Your Request Originates from an Undeclared Automated Tool"));
    for (const symbol of ["T1", "T2"]) {
      const { body } = await ask(fleet[0]!, toPath(symbol));
      expect(body["detail"]).toContain("(check PROVIDER_D_CONTACT)");
    }
    expect(upstream.calls(SUBMISSIONS).length).toBe(1);
    // The other offices need no contact.
    expect((await ask(fleet[0]!, "/market/reference-rates")).status).toBe(200);
  });

  it("of a file that does not exist, with 403, stops nothing", async () => {
    await start(2);
    const missing = "<?xml version='1.0'?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>";
    upstream.on(SUBMISSIONS, reply(403, missing, { "content-type": "application/xml" }), healthy);
    expect((await ask(fleet[0]!, toPath("T1"))).status).toBe(404);
    expect(await Promise.all(fleet.map(async (each) => (await ask(each, toPath("T2"))).status))).toEqual([200, 200]);
  });
});
