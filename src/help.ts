/** The text of `--help`. */
import { SETTINGS } from "./settings.js";

/** All commands, flags and environment variables, with their defaults. */
export function help(version: string): string {
  const flags = SETTINGS.filter(({ flag }) => flag).map(
    ({ flag, variable, default: fallback, meaning }) =>
      `  ${flag!.padEnd(9)} ${variable.padEnd(10)} ${meaning} (${fallback})`,
  );
  const variables = SETTINGS.filter(({ flag }) => !flag).map(
    ({ variable, default: fallback, meaning }) => `  ${variable.padEnd(28)} ${meaning} (${fallback})`,
  );
  return [
    `market-data-mcp ${version}: market data for AI assistants (MCP) and programs (REST).`,
    "",
    "Without flags it is an MCP server on stdin and stdout, as a host starts it.",
    "",
    "At a terminal:",
    "  market-data-mcp doctor [--offline] [--json]               checks keys, providers, store, clock and quotas",
    "  market-data-mcp call <tool> [name=value ...] [--json]     prints one answer, as in: call get_quotes symbols=AAPL,MSFT",
    "  Both take --demo. They exit with 0, with 1 when something is wrong, with 2 when they were not understood.",
    "",
    "Flags, with their environment variables and defaults:",
    ...flags,
    "  --help   --version",
    "",
    "Environment:",
    ...variables,
    "",
  ].join("\n");
}
