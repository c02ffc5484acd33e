/** `market-data-mcp tools`: every tool with its command and its route. */
import type { Entry } from "../contract/entry.js";
import { toTable } from "./table.js";
import type { Terminal } from "./terminal.js";
import { shortName } from "./tool-commands.js";

/** Prints the tools of the catalogue, in its order; returns the exit code 0. */
export function listTools(catalogue: readonly Entry[], json: boolean, terminal: Terminal): number {
  const rows = catalogue.map(({ capability }) => ({
    command: shortName(capability),
    tool: capability.tool.name,
    title: capability.title,
    ...(json ? { toolset: capability.tool.set, route: capability.route } : {}),
  }));
  const text = json
    ? JSON.stringify(rows, null, 2)
    : toTable(rows, ["command", "tool", "title"], terminal.columns).join("\n");
  terminal.out(`${text}\n`);
  return 0;
}
