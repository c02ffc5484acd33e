/** The exit code of `npm run renew` where it fails. */

/** Exit code of a run whose only failures are budgets that are exceeded. */
export const OVER_BUDGET = 3;

/** Returns the exit code for vitest's JSON report of a failed run; a test that finds a budget exceeded has a mark for it. */
export function toExitCode({ testResults }) {
  const failed = testResults.filter(({ status }) => status === "failed");
  const isOverBudget = ({ assertionResults }) => {
    const faults = assertionResults.filter(({ status }) => status === "failed");
    // A file that cannot be loaded has no tests, and one whose preparation failed has none that failed.
    return faults.length > 0 && faults.every(({ meta }) => meta.overBudget === true);
  };
  return failed.length > 0 && failed.every(isOverBudget) ? OVER_BUDGET : 1;
}
