import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { THREADS } from "./support/build-threads.js";

/** Folder for JSON reports, one file per run, which CI combines. */
const reports = process.env["TEST_REPORTS"];
/**
 * Limits that end a test that hangs, no measure of its work: on two busy cores a test that takes 3 seconds alone has taken
 * 40. A test that asks many questions stops at the `signal` of its context, so that it leaves nothing to the next file.
 */
const limits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };
/**
 * System tests depend on clocks, signals and sockets, so a failure on a busy machine is retried a moment later. Unit tests
 * never are.
 * The files share the modules of a worker: each would need half a second of processor time to load its own.
 */
const systemRun = {
  ...limits,
  retry: { count: 1, delay: 2_000 },
  isolate: false,
  setupFiles: ["tests/support/leave-nothing.ts"],
};
/** Tests that start the built program and connect to it through real sockets, that measure durations, or that are slow. */
const SYSTEM = [
  ...["system", "e2e", "faults", "packaging", "pages", "shared-state", "timed"].map(
    (folder) => `tests/${folder}/**/*.test.ts`,
  ),
  "tests/apps/!(answer|axis-labels|format).test.ts",
  "tests/cli/{call,doctor,files,keys,seen-companies,seen-market,seen-prices}.test.ts",
  "tests/live/probe.test.ts",
  // All questions on the simulated market: an answer waits a second of the clock for its optional parts.
  "tests/{one-number,pipeline/order,simulator/every-field}.test.ts",
  // Every source and part with each of its failures: a quarter of the time of all unit tests.
  "tests/providers/every-*.test.ts",
  "tests/providers/yahoo/refusals.test.ts",
];
/** System tests that are part of `npm test`: the program starts, answers on each surface, and keeps its token budget. */
const QUICK = ["budget", "first-start", "http", "stdio"].map((name) => `tests/e2e/${name}.test.ts`);
/** Tests that compare durations with limits that a busy machine would exceed. */
const TIMED = [
  "timed/*",
  ...[
    "lifecycle",
    "pipelining",
    "plans",
    "fairness",
    "hostile-messages",
    "heavy-messages",
    "company-facts",
    "protocol",
  ].map((name) => `system/${name}`),
  ...["breaker", "cancellation", "fallback", "freshness", "limits", "memory", "throttle"].map(
    (name) => `faults/${name}`,
  ),
  ...["disk", "fleet", "redis", "official-pace"].map((name) => `shared-state/${name}`),
].map((name) => `tests/${name}.test.ts`);

/** Unit tests that replace a module need modules of their own; all others share theirs, which halves their time. */
const REPLACING = readdirSync(new URL(".", import.meta.url), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => `tests/${path.replaceAll("\\", "/")}`)
  .filter((path) => /\bvi\.(?:m|doM)ock\(/.test(readFileSync(path, "utf8")));

/** Lets the program start its threads from the files that `build-threads.ts` has built. */
const threads = {
  name: "threads",
  transform: (code: string) =>
    code.includes("new BoundedWorker(")
      ? code.replace(/new URL\("\.\/([\w-]+)\.js", import\.meta\.url\)/, `new URL("${THREADS}$1.mjs")`)
      : undefined,
};

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  plugins: [threads],
  test: {
    globalSetup: "tests/support/build-threads.ts",
    // The second run of `npm run test:all` need not transform again what the first has transformed.
    experimental: { fsModuleCache: true },
    reporters: reports ? ["default", ["json", { outputFile: `${reports}/${process.pid}.json` }]] : ["default"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/**/*.test.ts"],
          exclude: [...SYSTEM, ...REPLACING],
          ...limits,
          retry: 0,
          isolate: false,
          // One more than the cores of a small machine, because some tests wait.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "replacing",
          include: REPLACING,
          exclude: SYSTEM,
          ...limits,
          retry: 0,
          maxWorkers: 3,
          // Runs with the unit tests, as does the next project, so that no core idles until another group has ended.
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "quick",
          include: QUICK,
          ...systemRun,
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "timed",
          include: TIMED,
          ...systemRun,
          // Few files at a time, so that work beside a test does not distort the measured durations.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "patient",
          include: SYSTEM,
          exclude: [...QUICK, ...TIMED],
          ...systemRun,
          // Most of these tests wait for programs and browsers, so with fewer workers a core would idle.
          maxWorkers: 5,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
