/** Many long answers of a source at once: they neither end the process nor keep other callers waiting. */
import { get } from "node:http";
import { describe, expect, it } from "vitest";
import type { Play, UpstreamCall } from "../support/faulty-upstream.js";
import { many } from "../support/many.js";
import { hasProcessFacts } from "../support/process-facts.js";
import { startOtherCaller } from "../support/other-caller.js";
import { createStage, type Stage } from "../support/stage.js";

/** Trading days of a whole history; its answer has 1.5 MB. */
const DAYS = 14_000;
const SMALL_HEAP = { NODE_OPTIONS: "--max-old-space-size=256", PROVIDER_B_RATE_PER_MINUTE: "1000" };
/** The most processor time in milliseconds that the program may use while another caller waits. */
const MOST_HOLD_MS = 200;

const HISTORY = createHistory();

/** The part of a chart after its symbol. Prices are 32-bit floats, as provider B sends them. */
function createHistory(): string {
  const days = many(DAYS, (index) => 1_763_649_000 - (DAYS - index) * 100_000);
  const prices = days.map((_, index) => 20 + index / 100 + Math.sin(index));
  const column = (factor: number) => prices.map((price) => Math.fround(price * factor));
  const quote = { open: column(1), high: column(1.02), low: column(0.98), close: column(1.01), volume: days };
  const meta = {
    exchangeTimezoneName: "America/New_York",
    currency: "USD",
    instrumentType: "EQUITY",
    dataGranularity: "1d",
  };
  const indicators = { quote: [quote], adjclose: [{ adjclose: column(0.9) }] };
  return `${JSON.stringify(meta).slice(1, -1)}},"timestamp":${JSON.stringify(days)},"indicators":${JSON.stringify(indicators)}}],"error":null}}`;
}

/** The beginning of a chart, with the symbol of the call. */
const headOf = ({ path }: UpstreamCall) =>
  `{"chart":{"result":[{"meta":{"symbol":${JSON.stringify(decodeURIComponent(path.split("/").at(-1)!))},`;

const wholeHistory: Play = (call) => {
  call.response.writeHead(200, { "content-type": "application/json" }).write(headOf(call));
  call.response.end(HISTORY);
};

/** Sends more of a history than a short answer has, and never the rest. */
const halfHistory: Play = (call) => {
  call.response.writeHead(200, { "content-type": "application/json" }).write(headOf(call));
  call.response.write(HISTORY.slice(0, 700_000));
};

/** Requests a whole history and reads its answer without parsing it; resolves with its status. */
function askHistory({ program }: Stage, symbol: string): Promise<number | undefined> {
  const url = `${program.url}/api/v1/stock/${symbol}/history?range=max&interval=1d`;
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    }).once("error", reject);
  });
}

describe.skipIf(!hasProcessFacts)("32 whole histories at once, twice, in a heap of 256 MB", () => {
  it("F40: are all answered, and other callers do not wait for them", { timeout: 400_000 }, async () => {
    const stage = await createStage({ ...SMALL_HEAP, REQUEST_TIMEOUT_MS: "180000" });
    stage.upstream.on("/b/v8", wholeHistory);
    // The first question loads code, which is not part of what is measured.
    expect(await askHistory(stage, "FIRST")).toBe(200);
    const stop = await startOtherCaller(stage, "/healthz");
    for (const round of [1, 2]) {
      const statuses = await Promise.all(many(32, (index) => askHistory(stage, `S${round}X${index}`)));
      expect(statuses).toEqual(many(32, () => 200));
    }
    const { answers, mostProcessorMs } = await stop();
    expect(answers).toBeGreaterThan(100);
    expect(mostProcessorMs).toBeLessThan(MOST_HOLD_MS);
  });
});

describe("a long answer", () => {
  it("F40: that waits for others until its deadline is an overload, and short ones are read meanwhile", async () => {
    const stage = await createStage({ ...SMALL_HEAP, REQUEST_TIMEOUT_MS: "3000" });
    stage.upstream.on("/b/v8", halfHistory);
    const first = ["ONE", "TWO"].map((symbol) => askHistory(stage, symbol));
    await stage.upstream.waitFor("/b/v8", 2);
    const third = stage.get("/stock/THREE/history?range=max");
    await stage.upstream.waitFor("/b/v8", 3);
    stage.upstream.reset();
    expect((await stage.get("/stock/FOUR/history")).status).toBe(200);
    const { status, body } = await third;
    expect([status, body]).toEqual([
      429,
      {
        error: "Too many requests at once",
        detail: expect.stringContaining(
          "Yahoo Finance (provider B) has as many requests from us as our own limits allow",
        ),
        retry_after: 5,
      },
    ]);
    expect(await Promise.all(first)).toEqual([500, 500]);
  });
});
