/** The exit code of `npm run renew` where it fails. */
import { describe, expect, it } from "vitest";
import { toExitCode } from "../../packaging/renewal.mjs";

type Result = { status: string; meta: { overBudget?: boolean } };
const PASSED: Result = { status: "passed", meta: { overBudget: false } };
const EXCEEDED: Result = { status: "failed", meta: { overBudget: true } };
const FAILED: Result = { status: "failed", meta: {} };

const fileOf = (status: string, ...assertionResults: Result[]) => ({ status, assertionResults });
const exitCodeOf = (...files: Result[][]) =>
  toExitCode({ testResults: [fileOf("passed", PASSED), ...files.map((results) => fileOf("failed", ...results))] });

describe("npm run renew", () => {
  it("ends with 3 where only budgets are exceeded", () => {
    expect(exitCodeOf([PASSED, EXCEEDED])).toBe(3);
  });

  it.each([
    ["a test fails", [[FAILED]]],
    ["another test fails beside a budget", [[EXCEEDED, FAILED]]],
    ["a test of another file fails beside a budget", [[EXCEEDED], [FAILED]]],
    ["a file cannot be loaded", [[]]],
    ["a file's preparation fails", [[{ status: "skipped", meta: {} }]]],
    ["something fails outside of all tests", []],
  ])("ends with 1 where %s", (_what, files) => {
    expect(exitCodeOf(...files)).toBe(1);
  });
});
