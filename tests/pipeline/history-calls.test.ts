/** Upstream calls of questions about the price history of a symbol, with an empty cache, on the simulated market. */
import { describe, expect, it } from "vitest";
import { createApp } from "../../src/app.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { createLogger } from "../../src/lib/log.js";
import { withAddresses } from "../support/rest.js";
import { useDemo } from "../support/demo.js";

const LOG = createLogger("fatal", []);

const demo = useDemo();

/** Asks over REST, one question after the other; returns the upstream calls that each made. */
async function callsOf(questions: readonly string[]): Promise<string[][]> {
  let calls: string[] = [];
  const app = createApp(demo.config, LOG, { onUpstream: (provider) => void calls.push(provider) });
  const rest = withAddresses(await app.openRest(), CATALOGUE);
  const made: string[][] = [];
  for (const question of questions) {
    calls = [];
    const { status } = await rest({ url: `/api/v1/stock/SIMA/${question}` });
    expect(status).toBe(200);
    made.push(calls);
  }
  await app.close();
  return made;
}

function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) => ordersOf(items.filter((each) => each !== item)).map((rest) => [item, ...rest]));
}

const RANGES = ["1d", "1mo", "1y", "5y"];

describe("a day, a month, a year and five years of one symbol, in all orders,", () => {
  it("cost two calls: one for all daily, weekly and monthly bars, one for the bars within the day", async () => {
    for (const ranges of ordersOf(RANGES)) {
      const calls = await callsOf(ranges.map((range) => `history?range=${range}`));
      expect([ranges, calls.flat()]).toEqual([ranges, ["provider-b", "provider-b"]]);
    }
  });

  it("cost one call as daily bars", async () => {
    for (const ranges of ordersOf(RANGES)) {
      const calls = await callsOf(ranges.map((range) => `history?range=${range}&interval=1d`));
      expect([ranges, calls.flat()]).toEqual([ranges, ["provider-b"]]);
    }
  });

  it("cost one more call for the whole history, if that is asked for later", async () => {
    expect(await callsOf(["history?range=1mo", "history?range=max", "history?range=10y"])).toEqual([
      ["provider-b"],
      ["provider-b"],
      [],
    ]);
  });
});

it.each(["1mo", "5y", "max"])(
  "indicators cost one call, for the market's history, after a history of %s",
  async (range) => {
    expect(
      (await callsOf([`history?range=${range}`, "technicals", "technicals?interval=1wk&series=all"])).slice(1),
    ).toEqual([["provider-b"], []]);
  },
);
