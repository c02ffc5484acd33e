/** The texts of `doctor --help`, `probe --help`, `call --help` and `call <tool> --help`. */
import { CATALOGUE } from "../catalogue.js";
import type { CommandName } from "../config/command-line.js";
import { toTools } from "../mcp/tools.js";
import { viewShape } from "../views/view.js";
import { findTool } from "./arguments.js";

const EXIT_CODES = "Exit codes: 0 for success, 1 when something is wrong, 2 for invalid arguments.";

const DOCTOR = [
  "Usage: market-data-mcp doctor [--offline] [--json] [--demo]",
  "",
  "Checks Node, the store, keys, providers, quotas and the clock, and says what to fix.",
  "Servers then ask again for what the plan of a key lacked before; run it after you have changed a plan.",
  "",
  "  --offline  makes no upstream call; without it, each configured provider is called",
  "  --json     prints the findings as JSON",
  "  --demo     checks against the simulated market",
];

const PROBE = [
  "Usage: market-data-mcp probe [--yes] [--json] [--demo]",
  "",
  "Calls every source, without the cache, and reports upstreams that have changed. First it prints",
  "the number of calls and asks for confirmation.",
  "",
  "  --yes      skips the confirmation",
  "  --json     prints the findings as JSON",
  "  --demo     asks the simulated market",
];

const CALL = [
  "Usage: market-data-mcp call <tool> [name=value ...] [--json] [--demo]",
  "",
  "Prints one answer, for example: market-data-mcp call get_quotes symbols=AAPL,MSFT",
  "",
  "  --json     prints the answer as JSON, with exact numbers",
  "  --demo     asks the simulated market",
];

/**
 * Returns the help text of one command; with the name of a tool, that tool's parameters.
 *
 * @throws {ConfigError} when `call` gets the name of a tool that does not exist.
 */
export function toCommandHelp(command: CommandName, tool?: string): string {
  if (command === "doctor") return toText([...DOCTOR, "", EXIT_CODES]);
  if (command === "probe") return toText([...PROBE, "", EXIT_CODES]);
  return toText(tool === undefined ? [...CALL, "", ...toolLines(), "", EXIT_CODES] : parameterLines(tool));
}

function toText(lines: readonly string[]): string {
  return [...lines, ""].join("\n");
}

function toolLines(): string[] {
  const tools = CATALOGUE.map(({ capability }) => ({ name: capability.tool.name, title: capability.title }));
  return [
    "Tools (call <tool> --help lists the parameters of one):",
    ...columns(tools.map(({ name, title }) => [name, title])),
  ];
}

function parameterLines(name: string): string[] {
  const entry = findTool(CATALOGUE, name);
  const [tool] = toTools([entry]);
  const { properties = {}, required = [] } = tool!.inputSchema;
  const listed = Object.entries(properties).map(([parameter, schema]): [string, string] => {
    const { enum: values, description, default: fallback } = schema as ParameterSchema;
    const parts = [
      required.includes(parameter) ? "required" : undefined,
      description,
      values && `one of ${values.join(", ")}`,
      fallback === undefined ? undefined : `default ${fallback}`,
    ];
    return [parameter, parts.filter((part) => part !== undefined).join("; ")];
  });
  const unlisted = Object.keys(viewShape(entry.capability)).filter((each) => !(each in properties));
  return [
    `Usage: market-data-mcp ${["call", name, ...required.map((each) => `${each}=…`)].join(" ")} [name=value ...]`,
    "",
    tool!.description ?? entry.capability.title,
    "",
    ...(listed.length > 0 ? ["Parameters:", ...columns(listed)] : ["This tool has no parameters."]),
    ...(unlisted.length > 0 ? ["", `Also accepted: ${unlisted.join(", ")}.`] : []),
  ];
}

interface ParameterSchema {
  enum?: readonly unknown[];
  description?: string;
  default?: unknown;
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}
