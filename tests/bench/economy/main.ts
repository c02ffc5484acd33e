/** The economy bench: counts the upstream calls for a day of assistants' traffic. */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { clearProgress, showProgress } from "../../../packaging/progress.mjs";
import { readCommand } from "../../../src/config/config.js";
import { play, type Play, type Played } from "./play.js";
import { comparisonTable, GOAL, growthTable, limitsTable, outcomesTable, toRate, type Limits } from "./report.js";
import type { Traffic } from "./traffic.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    requests: { type: "string", default: "6000" },
    // Only show how the number of calls per request falls as traffic grows.
    curve: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const requests = Number(values.requests);

/** No limits: compares needs, not refusals. */
const UNLIMITED = Object.fromEntries(
  ["A", "B", "C"].flatMap((letter) => [
    [`PROVIDER_${letter}_RATE_PER_MINUTE`, "100000"],
    [`PROVIDER_${letter}_DAILY_QUOTA`, "0"],
  ]),
);
/** The program's defaults, which match free keys. */
const FREE = readDefaults();

const day = (share: number): Traffic => ({ seed, requests: Math.round(requests * share), days: 1, rush: 0 });
/** Longest first, so that the short ones fill the gaps. */
const plays = {
  whole: { mode: "product", traffic: day(1), env: UNLIMITED },
  cached: { mode: "ttl-cache", traffic: day(1), env: UNLIMITED },
  free: { mode: "product", traffic: { ...day(1 / 4), days: 2, rush: 80 }, env: {} },
  half: { mode: "product", traffic: day(1 / 2), env: UNLIMITED },
  quarter: { mode: "product", traffic: day(1 / 4), env: UNLIMITED },
  eighth: { mode: "product", traffic: day(1 / 8), env: UNLIMITED },
  // Without a cache the amount of traffic makes no difference.
  through: { mode: "pass-through", traffic: day(1 / 8), env: UNLIMITED },
} satisfies Record<string, Play>;

type Name = keyof typeof plays;

const CURVE = ["eighth", "quarter", "half", "whole"] as const satisfies Name[];

if (values.curve) {
  const played = await playAll(CURVE.toReversed());
  process.stdout.write(`${growthTable(CURVE.map((name) => played[name]))}\n`);
} else await compare();

async function compare(): Promise<void> {
  const played = await playAll(Object.keys(plays) as Name[]);
  const { whole, cached, free, through } = played;
  const ratio = toRate(whole) / toRate(cached);
  const limits = limitsTable(free, FREE);
  const parts = [
    `A simulated trading day, ${whole.requests} requests, two processes, one restart (seed ${seed}).`,
    comparisonTable([
      ["plain pass-through", through],
      ["plain TTL cache", cached],
      ["market-data-mcp", whole],
    ]),
    `Goal: at most ${GOAL} of the TTL cache's calls: ${ratio <= GOAL ? "met" : "MISSED"}.`,
    growthTable(CURVE.map((name) => played[name])),
    `Two days on free keys, ${free.requests} requests, a rush on the first morning.`,
    limits.text,
    outcomesTable(free),
  ];
  process.stdout.write(`${parts.join("\n\n")}\n`);
  if (ratio > GOAL || !limits.kept) process.exitCode = 1;
}

function readDefaults(): Limits {
  const command = readCommand([], {});
  if (!("run" in command)) throw new Error("The program has no defaults.");
  const { "provider-a": a, "provider-b": b, "provider-c": c } = command.run.providers;
  return { a, b, c };
}

/** Runs several simulations in parallel: each waits for its own sockets most of the time. */
async function playAll<N extends Name>(wanted: readonly N[]): Promise<Record<N, Played>> {
  const names = [...wanted];
  const total = names.reduce((sum, name) => sum + plays[name].traffic.requests * plays[name].traffic.days, 0);
  let done = 0;
  const progress = () => {
    done++;
    if (done % 50 === 0) showProgress(`Playing: ${((done / total) * 100).toFixed(0)} % of ${total} requests`);
  };
  const results = new Map<N, Played>();
  const lane = async () => {
    for (let name = names.shift(); name; name = names.shift()) results.set(name, await play(plays[name], progress));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  clearProgress();
  return Object.fromEntries(results) as Record<N, Played>;
}
