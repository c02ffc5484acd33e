/** The text of `--help`, generated from the table of settings. */
import { shownDefault } from "./setting.js";
import { SETTINGS } from "./settings.js";

/** The whole help text, one line for each flag and each variable. */
export function toHelp(version: string): string {
  const flags = SETTINGS.flatMap((setting) => {
    const { flag, variable, meaning } = setting;
    return flag
      ? [`  ${`--${flag.name}`.padEnd(10)} ${variable.padEnd(10)} ${meaning} (${shownDefault(setting)})`]
      : [];
  });
  const variables = SETTINGS.filter(({ flag }) => !flag).map(
    (setting) => `  ${setting.variable.padEnd(28)} ${setting.meaning} (${shownDefault(setting)})`,
  );
  return [
    `market-data-mcp ${version}: market data for AI assistants (MCP) and programs (REST).`,
    "",
    "Without flags it is an MCP server on stdin and stdout, as a host starts it.",
    "",
    "At a terminal:",
    "  market-data-mcp install <host>       adds it to an assistant: claude-code, claude-desktop, cursor, vscode, codex, …",
    "  market-data-mcp quote AAPL           prints one answer; each tool is such a command (tools lists them)",
    "  market-data-mcp doctor               checks keys, providers, store, clock and quotas",
    "  market-data-mcp help [command]       lists all commands, or explains one",
    "  Exit codes: 0 for success, 1 when something is wrong, 2 for invalid arguments.",
    "  In a clone, write node dist/index.js instead of market-data-mcp.",
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
