/** One number for one question: figures that two capabilities call by one name have one value, unit and day. */
import { describe, expect, it, vi } from "vitest";
import { createApp } from "../src/app.js";
import { CATALOGUE } from "../src/catalogue.js";
import type { Config } from "../src/config/config.js";
import { createLogger } from "../src/lib/log.js";
import { useDemo } from "./support/demo.js";
import { questionsFor } from "./support/figure-questions.js";
import { withAddresses } from "./support/rest.js";
import { differencesIn, sharedFigures, statedIn, type Answered, type Stated } from "./support/stated-figures.js";

// An optional part may delay an answer by a second, after which its figures are missing on a busy machine.
vi.mock("../src/lib/within.js", () => ({
  within: async (_ms: number, part: Promise<unknown>) => ({ value: await part }),
}));

/** A US share, a share in pence, an index, a coin, a currency pair, a fund, and the fund of a sector. */
const SYMBOLS = ["AAPL", "TSCO.L", "^GSPC", "BTC-USD", "EURUSD=X", "SPY", "XLK"];
/** A share of each kind and a coin, for the moments at which only exchanges differ. */
const FEW = ["AAPL", "TSCO.L", "BTC-USD"];
const CAPABILITIES = CATALOGUE.map(({ capability }) => capability);
const LOG = createLogger("fatal", []);

/** Figures that truly differ, although people call them by one name; one that no longer differs has to go. */
const EXPLAINED: readonly { figure: RegExp; symbol: string; reason: string }[] = [
  {
    figure: /^(?:change|1d) /,
    symbol: "BTC-USD",
    reason:
      "Provider B counts the change of a coin over 24 hours, a chart since midnight; the note of an answer says so.",
  },
];

/** Moments in New York: in the session, on a Sunday, and in the early morning of a Monday, when London has opened. */
const MOMENTS = { session: "2026-03-05T19:30Z", Sunday: "2026-03-08T15:00Z", "Monday morning": "2026-03-09T09:10Z" };

const demo = useDemo();

/** Whether the values in sentences have been written out. */
const hasNoMark = (answer: unknown) => !/[\uFDD2\uFDD3]/.test(JSON.stringify(answer));

type Ask = (path: string) => Promise<{ status: number; headers: Answered["headers"]; body: string }>;

/** Returns the figures of all answers; a capability that has no answer for a kind of security states none. */
async function askAll(ask: Ask, symbols: readonly string[], isRecorded = false): Promise<Stated[]> {
  const stated: Stated[] = [];
  for (const { path, ...question } of questionsFor(CAPABILITIES, symbols)) {
    const { status, headers, body } = await ask(path);
    expect([path, body, headers]).toSatisfy(hasNoMark);
    const mayFail = isRecorded || [404, 422].includes(status) || body.includes("not configured");
    if (status !== 200 && !mayFail) throw new Error(`${path}: ${body}`);
    if (status !== 200) continue;
    stated.push(...statedIn({ ...question, headers, body: JSON.parse(body) as Answered["body"] }));
  }
  return stated;
}

async function askDemo(config: Config, symbols: readonly string[], signal: AbortSignal): Promise<Stated[]> {
  const app = createApp(config, LOG);
  const answer = withAddresses(await app.openRest(), CATALOGUE);
  const stated = await askAll(async (url) => {
    signal.throwIfAborted();
    const { status, headers, body } = await answer({ url, signal: () => signal });
    return { status, headers: headers as Answered["headers"], body: String(body) };
  }, symbols);
  await app.close();
  return stated;
}

/** Returns a line for each difference that is not explained, and the explanations that were needed. */
function judge(stated: readonly Stated[], isComparable?: (one: Stated, other: Stated) => boolean) {
  const { compared, differences } = differencesIn(stated, isComparable);
  const used = new Set<string>();
  const lines = differences.flatMap(({ figure, symbol, one, other }) => {
    const explained = EXPLAINED.find((each) => each.symbol === symbol && each.figure.test(figure));
    if (explained) used.add(explained.reason);
    return explained ? [] : [`${symbol}, ${figure}: ${toSide(one)}, but ${toSide(other)}`];
  });
  return { compared, lines, used: [...used] };
}

const toSide = ({ at, value, unit, day }: Stated) => `${at} ${value} ${unit ?? ""}${day ? ` on ${day}` : ""}`;

const isCurrency = (unit: Stated["unit"]) => typeof unit === "string" && /^[A-Z]{3}$/.test(unit);

it("the contract has figures that several capabilities state, as their declared fields say", () => {
  const shared = sharedFigures(CAPABILITIES);
  expect([...shared.keys()]).toEqual(
    expect.arrayContaining(["price (amount)", "1m (percent)", "as of (time)", "market cap (amount)", "beta (amount)"]),
  );
  expect([...shared.get("1y (percent)")!].toSorted()).toEqual(["compare-stocks", "market-summary", "technicals"]);
});

/** A server with keys asks more providers than one without. */
const RUNS = [
  { when: "session", mode: "config", symbols: SYMBOLS },
  { when: "session", mode: "keyless", symbols: SYMBOLS },
  { when: "Sunday", mode: "config", symbols: FEW },
  { when: "Monday morning", mode: "keyless", symbols: FEW },
] as const;

describe("on the simulated market", () => {
  it.for(RUNS)("no two answers state one figure differently: $when, $mode", async (run, { signal }) => {
    vi.setSystemTime(Date.parse(MOMENTS[run.when]));
    const stated = await askDemo(demo[run.mode], run.symbols, signal);
    const { compared, lines, used } = judge(stated);
    expect(lines).toEqual([]);
    expect(used).toEqual(EXPLAINED.map(({ reason }) => reason));
    expect(compared).toBeGreaterThan(140 * run.symbols.length);
    // The level of an index is in points.
    expect(stated.filter(({ symbol, unit }) => symbol.startsWith("^") && isCurrency(unit))).toEqual([]);
  });
});

const { ONE_NUMBER_URL: address = "" } = process.env;

it.skipIf(address === "")("no two answers of the server at ONE_NUMBER_URL state one figure differently", async () => {
  vi.useRealTimers();
  const stated = await askAll(
    async (path) => {
      const response = await fetch(new URL(path, address));
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
    },
    SYMBOLS,
    true,
  );
  // Recorded answers may be of different days.
  const isOfOneDay = (one: Stated, other: Stated) => one.asOf !== undefined && one.asOf === other.asOf;
  expect(judge(stated, isOfOneDay).lines).toEqual([]);
});
