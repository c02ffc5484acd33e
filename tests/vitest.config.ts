import { defineConfig } from "vitest/config";

const report = process.env["TEST_REPORT"];
// Clocks, kills and sockets: a machine that was busy elsewhere gets a second look.
const limits = { testTimeout: 20_000, hookTimeout: 60_000, retry: 1 };
/** Tests that start the built program and speak to it through real sockets. */
const SYSTEM = ["e2e", "faults", "shared-state", "doors"].map(toPattern);
/** Those in which nothing depends on how fast it goes. */
const PATIENT = [
  ...["cli", "pages", "packaging", "apps"].map(toPattern),
  ...["oauth", "secrets", "origins", "keys", "hostile", "hostile-messages", "traces", "metrics"].map(toDoor),
  ...["network", "logs", "manners-http", "manners-start", "manners-cycles"].map(toDoor),
  ...["errors", "limits", "hostile-bodies"].map((name) => `tests/faults/${name}.test.ts`),
  "tests/shared-state/damaged-state.test.ts",
];

function toPattern(folder: string): string {
  return `tests/${folder}/**/*.test.ts`;
}

function toDoor(name: string): string {
  return `tests/doors/${name}.test.ts`;
}

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/**/*.test.ts"],
          exclude: [...SYSTEM, ...PATIENT],
          ...limits,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "system",
          include: SYSTEM,
          exclude: PATIENT,
          setupFiles: ["tests/support/leave-nothing.ts"],
          ...limits,
          // One file at a time: what is measured here are programs, not how they share a small machine.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "patient",
          include: PATIENT,
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
