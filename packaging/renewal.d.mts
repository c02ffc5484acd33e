/** Types of `renewal.mjs`, for its test. */
interface FileReport {
  status: string;
  assertionResults: readonly { status: string; meta: { overBudget?: boolean } }[];
}
export const OVER_BUDGET: number;
export function toExitCode(report: { testResults: readonly FileReport[] }): number;
