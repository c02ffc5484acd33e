import { defineConfig } from "vitest/config";

/** Folder for JSON reports, one file per run, which CI combines. */
const reports = process.env["TEST_REPORTS"];
const limits = { testTimeout: 20_000, hookTimeout: 60_000 };
/** System tests depend on clocks, signals and sockets, so one failure on a busy machine is retried. Unit tests never are. */
const systemLimits = { ...limits, retry: 1 };
/** Tests that start the built program and connect to it through real sockets. */
const SYSTEM = [
  ...["apps", "system", "e2e", "faults", "packaging", "pages", "shared-state"].map(
    (folder) => `tests/${folder}/**/*.test.ts`,
  ),
  "tests/cli/*.test.ts",
];
/** System tests that are part of `npm test`: the program starts, answers on each surface, and keeps its token budget. */
const QUICK = ["budget", "first-start", "http", "stdio"].map((name) => `tests/e2e/${name}.test.ts`);
/** System tests that measure durations or depend on timing. */
const TIMED = [
  ...["lifecycle", "plans", "fairness"].map((name) => `system/${name}`),
  ...["breaker", "cancellation", "fallback", "flights", "flood", "freshness", "long-answers", "memory", "throttle"].map(
    (name) => `faults/${name}`,
  ),
  ...["balancers", "clock", "disk", "fleet"].map((name) => `shared-state/${name}`),
].map((name) => `tests/${name}.test.ts`);

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    reporters: reports ? ["default", ["json", { outputFile: `${reports}/${process.pid}.json` }]] : ["default"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/**/*.test.ts"],
          exclude: SYSTEM,
          ...limits,
          retry: 0,
          // Uses both cores of a small machine; vitest would leave one of them idle.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "quick",
          include: QUICK,
          setupFiles: ["tests/support/leave-nothing.ts"],
          ...systemLimits,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "timed",
          include: TIMED,
          setupFiles: ["tests/support/leave-nothing.ts"],
          ...systemLimits,
          // Few files at a time, so that a busy machine does not distort the measured durations.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "patient",
          include: SYSTEM,
          exclude: [...QUICK, ...TIMED],
          setupFiles: ["tests/support/leave-nothing.ts"],
          ...systemLimits,
          testTimeout: 40_000,
          // Most of these tests wait for programs and browsers to start.
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
