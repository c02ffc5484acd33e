/** Measures a manager's report of 5,000 holdings and a fund's report of 20 MB: own time, memory, and the waits of others. */
import { setTimeout as sleep } from "node:timers/promises";
import { memoryMbOf } from "../../support/process-facts.js";
import { cpuMicros } from "./cpu.js";
import { median, quantile, type Figure, type Goal } from "./figures.js";
import { Lines, toRequest } from "./http-load.js";
import { startBaseline, startOurs } from "./servers.js";

const ROUNDS = 5;
/** Milliseconds between two questions of another caller. */
const EVERY_MS = 5;

/** The question for each report, how to ask for other parts, and the goal of its first answer in seconds. */
const REPORTS = [
  { name: "13F of 5,000 rows", first: "/api/v1/managers/CIK0001067983/holdings", later: "?limit=", atMost: 2 },
  { name: "N-PORT of 20 MB", first: "/api/v1/stock/VOO/fund?holdings=all", later: "&limit=", atMost: 4 },
];

interface Round {
  firstSeconds: number;
  grownMb: number;
  laterMs: number;
  waits: number[];
}

/** Medians of five programs, each with an empty store; waits are the 99th percentile of all rounds. */
export async function measureOfficial(): Promise<Figure[]> {
  const sec = await startBaseline("official-host.mjs");
  const base = `http://127.0.0.1:${sec.port}`;
  try {
    const figures: Figure[] = [];
    for (const report of REPORTS) {
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await askOnce(base, report));
      const medianOf = (field: "firstSeconds" | "grownMb" | "laterMs") => median(rounds.map((round) => round[field]));
      const { name, atMost } = report;
      figures.push(
        toFigure(`${name}, first answer: our CPU`, medianOf("firstSeconds"), "s CPU", { atMost }),
        toFigure(`${name}: peak of resident memory above that before`, medianOf("grownMb"), "MB", undefined),
        toFigure(`${name}, other parts of it: our CPU`, medianOf("laterMs"), "ms CPU", { atMost: 50 }),
        toFigure(
          `/healthz beside it: p99`,
          quantile(
            rounds.flatMap(({ waits }) => waits),
            0.99,
          ),
          "ms",
          { atMost: 50 },
        ),
      );
    }
    return figures;
  } finally {
    await sec.stop();
  }
}

async function askOnce(base: string, { first, later }: (typeof REPORTS)[number]): Promise<Round> {
  const ours = await startOurs({
    upstreamPort: 9,
    nodeArgs: ["--max-old-space-size=256"],
    env: {
      PROVIDERS: "official",
      PROVIDER_D_CONTACT: "bench@example.com",
      PROVIDER_D_FILES_URL: base,
      PROVIDER_D_BASE_URL: base,
      PROVIDER_D_SEARCH_URL: base,
      PROVIDER_D_RATE_PER_SECOND: "1000",
    },
  });
  const others = await Lines.open(ours.port, 1);
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${ours.port}${path}`);
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}: ${body}`);
  };
  try {
    // An unknown filer loads the code that every question needs.
    await fetch(`http://127.0.0.1:${ours.port}/api/v1/managers/CIK0000000001/holdings`);
    const { now } = memoryMbOf(ours.pid);
    const over = new AbortController();
    const waits: number[] = [];
    const watching = (async () => {
      while (!over.signal.aborted) {
        waits.push(...(await others.run(1, () => toRequest("/healthz"))).times);
        await sleep(EVERY_MS);
      }
    })();
    const started = cpuMicros(ours.pid);
    await get(first);
    const answered = cpuMicros(ours.pid);
    over.abort();
    await watching;
    const laterMs: number[] = [];
    for (let limit = 98; limit <= 100; limit++) {
      const asked = cpuMicros(ours.pid);
      await get(`${first}${later}${limit}`);
      laterMs.push((cpuMicros(ours.pid) - asked) / 1e3);
    }
    return {
      firstSeconds: (answered - started) / 1e6,
      grownMb: memoryMbOf(ours.pid).peak - now,
      laterMs: median(laterMs),
      waits,
    };
  } finally {
    others.close();
    await ours.stop();
  }
}

function toFigure(name: string, ours: number, unit: string, goal: Goal | undefined): Figure {
  return { section: "Official data", name, ours, baseline: undefined, unit, ratio: ours, goal, spread: undefined };
}
