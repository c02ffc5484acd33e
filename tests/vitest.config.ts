import { defineConfig } from "vitest/config";

const report = process.env["TEST_REPORT"];
// Clocks, kills and sockets: a machine that was busy elsewhere gets a second look.
const limits = { testTimeout: 20_000, hookTimeout: 60_000, retry: 1 };
/** Tests that start the built program and speak to it through real sockets. */
const SYSTEM = ["apps", "cli", "doors", "e2e", "faults", "packaging", "pages", "shared-state"].map(
  (folder) => `tests/${folder}/**/*.test.ts`,
);
/** Those that ask how long it takes, or what a moment brings. */
const TIMED = [
  ...["manners", "plans", "turns"].map((name) => `doors/${name}`),
  ...["breaker", "cancellation", "fallback", "flights", "flood", "freshness", "memory", "throttle"].map(
    (name) => `faults/${name}`,
  ),
  ...["balancers", "clock", "disk", "fleet"].map((name) => `shared-state/${name}`),
].map((name) => `tests/${name}.test.ts`);

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/**/*.test.ts"],
          exclude: SYSTEM,
          ...limits,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "timed",
          include: TIMED,
          setupFiles: ["tests/support/leave-nothing.ts"],
          ...limits,
          // Few at a time: what is measured here are programs, not how they share a small machine.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "patient",
          include: SYSTEM,
          exclude: TIMED,
          setupFiles: ["tests/support/leave-nothing.ts"],
          ...limits,
          testTimeout: 40_000,
          // Most of them wait for programs and browsers to start.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
