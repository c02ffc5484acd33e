/** Runs traffic against two processes that share a data folder, and counts the upstream calls. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startSimulator } from "../../../src/simulator/server.js";
import { Clock } from "./clock.js";
import { OUTCOMES, type FromProcess, type Mode, type Outcome, type Start, type ToProcess } from "./protocol.js";
import type { Question } from "./questions.js";
import { createTraffic, FIRST_DAY, type Traffic } from "./traffic.js";
import { countCalls, type Calls } from "./upstream-calls.js";

export interface Play {
  mode: Mode;
  traffic: Traffic;
  /** Settings besides the addresses and the data folder. */
  env: Record<string, string>;
}

export interface Played {
  requests: number;
  calls: Calls;
  outcomes: Record<Outcome, number>;
}

/** Next to this file once both are bundled. */
const PROCESS = fileURLToPath(new URL("process.js", import.meta.url));
/** Processes start shortly before the first question. */
const HEAD_START_MS = 60_000;

/**
 * Runs one traffic from its first to its last moment; both processes restart in the middle.
 * `progress` is called for every request.
 */
export async function play({ mode, traffic, env }: Play, progress: () => void): Promise<Played> {
  const clock = new Clock(FIRST_DAY - HEAD_START_MS);
  const simulator = await startSimulator({ now: () => new Date(clock.now()) });
  const { calls, stop } = countCalls(simulator.url, () => clock.now());
  const dataDir = mkdtempSync(join(tmpdir(), "market-data-mcp-economy-"));
  const settings = { ...simulator.env, LOG_LEVEL: "error", DATA_DIR: dataDir, ...env };
  const startBoth = () => {
    const start = { mode, env: settings, seed: traffic.seed, moment: clock.moment };
    return Promise.all([startProcess(start), startProcess(start)]);
  };

  const outcomes = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Played["outcomes"];
  const moments = createTraffic(traffic);
  const [before, after] = split(moments);
  let requests = 0;
  for (const half of [before, after]) {
    const processes = await startBoth();
    for (const { at, questions } of half) {
      clock.jumpTo(at);
      const asked = processes.map((each, which) => {
        const own = questions.filter(({ process }) => process === which).map(({ question }) => question);
        // Also without questions: a clock that stood still less often than the other ones would run ahead of them.
        return each.ask(clock.moment, own);
      });
      for (const outcome of (await Promise.all(asked)).flat()) {
        outcomes[outcome]++;
        requests++;
        progress();
      }
    }
    await Promise.all(processes.map((each) => each.stop()));
  }
  stop();
  await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
  return { requests, calls, outcomes };
}

/** At half time, not at half of the moments. */
function split<Item extends { at: number }>(moments: readonly Item[]): [Item[], Item[]] {
  const middle = (moments[0]!.at + moments.at(-1)!.at) / 2;
  return [moments.filter(({ at }) => at < middle), moments.filter(({ at }) => at >= middle)];
}

async function startProcess(start: Start) {
  const child = fork(PROCESS, { env: {}, execArgv: [] });
  await tell(child, { start });
  return {
    async ask(moment: number, questions: Question[]): Promise<Outcome[]> {
      const told = await tell(child, { moment, questions });
      return "outcomes" in told ? told.outcomes : [];
    },
    async stop(): Promise<void> {
      child.send({ stop: true } satisfies ToProcess);
      await once(child, "exit");
    },
  };
}

/** Sends a message and waits for the process's reply. */
function tell(child: ChildProcess, message: ToProcess): Promise<FromProcess> {
  return new Promise((resolve, reject) => {
    const onMessage = (told: FromProcess) => {
      child.off("exit", onExit);
      resolve(told);
    };
    const onExit = (code: number | null) => {
      child.off("message", onMessage);
      reject(new Error(`A serving process ended with ${code}.`));
    };
    child.once("message", onMessage);
    child.once("exit", onExit);
    child.send(message);
  });
}
