/** Hints in the spelling of the command line, as the program was started: `market-data-mcp search apple`. */
import { basename, relative } from "node:path";
import type { Entry } from "../contract/entry.js";
import { refusedTools, type HintForm } from "../views/hint-words.js";
import { positionalOf, shortName } from "./tool-commands.js";

/** Returns the words that start this program: its name as an installed command, or Node and the path of its file. */
export function toProgramName(program: string, folder = process.cwd()): string {
  const name = basename(program);
  if (!/\.[cm]?js$/.test(name)) return name;
  const path = relative(folder, program);
  return `node ${path.startsWith("..") ? program : path}`;
}

/** Creates the form with commands, in which the parameter that needs no name has none. */
export function createCommandForm(catalogue: readonly Entry[], program: string): HintForm {
  const capabilities = new Map(catalogue.map(({ capability }) => [capability.tool.name, capability]));
  const refused = refusedTools(catalogue);
  return ({ tool, given = {} }, symbol) => {
    if (refused.has(tool)) return undefined;
    const capability = capabilities.get(tool);
    if (capability === undefined) return tool;
    const { shape } = capability.input;
    const needed = Object.keys(shape).filter((name) => name in given || !shape[name]!.isOptional());
    const words = needed.map((name) => {
      const value = given[name] ?? (/^(?:symbols?|q)$/.test(name) ? symbol : undefined);
      const text = value === undefined ? "..." : /^[\w.^=-]+$/.test(value) ? value : JSON.stringify(value);
      return name === positionalOf(capability) ? text : `--${name} ${text}`;
    });
    return [program, shortName(capability), ...words].join(" ");
  };
}
