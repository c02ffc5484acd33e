/** Parts of help that commander does not write: sentences below it, the flags, and the settings from their table. */
import type { Command } from "commander";
import { shownDefault } from "../config/setting.js";
import { SETTINGS } from "../config/settings.js";
import { USUAL_WIDTH, wrapped } from "./pages/printed-text.js";

/** From this width on, a meaning stands beside its name, else below it. */
const SIDE_BY_SIDE = 72;
const INDENT = "  ";

/** Adds sentences below the help of a command, each in lines of the width that the command is configured with. */
export function addText(command: Command, ...texts: string[]): void {
  command.addHelpText("after", () => {
    const width = command.configureOutput().getOutHelpWidth?.() ?? USUAL_WIDTH;
    return ["", ...texts.flatMap((text) => wrapped(text, width))].join("\n");
  });
}

/** Returns the flags of serving with their meanings. */
export function toFlagLines(width: number): string[] {
  const flags = SETTINGS.flatMap((each) =>
    each.flag ? [[`--${each.flag.name}`, toMeaning(each)] satisfies [string, string]] : [],
  );
  return toTermLines([...flags, ["--version", "Print the version"]], width);
}

/** Returns all settings: the flags with their variables, then the other variables. */
export function toSettingLines(width: number): string[] {
  const flags = SETTINGS.flatMap((each): [string, string][] =>
    each.flag ? [[`--${each.flag.name}, ${each.variable}`, toMeaning(each)]] : [],
  );
  const variables = SETTINGS.filter(({ flag }) => !flag).map((each): [string, string] => [
    each.variable,
    toMeaning(each),
  ]);
  return [
    "Flags, with their environment variables and defaults:",
    ...toTermLines(flags, width),
    "",
    "Environment variables:",
    ...toTermLines(variables, width),
  ];
}

function toMeaning(setting: (typeof SETTINGS)[number]): string {
  return `${setting.meaning} (${shownDefault(setting)})`;
}

/** Returns terms with their explanations, in lines of this width. */
function toTermLines(terms: readonly (readonly [string, string])[], width: number): string[] {
  const longest = Math.max(...terms.map(([term]) => term.length));
  const isBeside = width >= SIDE_BY_SIDE;
  const indent = isBeside ? " ".repeat(INDENT.length + longest + 2) : INDENT.repeat(2);
  return terms.flatMap(([term, words]) => {
    const lines = wrapped(words, width - indent.length).map((line) => indent + line);
    if (!isBeside) return [INDENT + term, ...lines];
    return [`${INDENT}${term.padEnd(longest)}${INDENT}${lines[0]!.trimStart()}`, ...lines.slice(1)];
  });
}
