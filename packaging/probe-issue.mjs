/**
 * Prints what the report of `npm run probe -- --json` found changed, as the text of an issue: `node
 * packaging/probe-issue.mjs probe.json`.
 */
import { readFileSync } from "node:fs";

/** Rows that an issue shows; the whole report is an artifact of the run. */
const MOST_ROWS = 100;

const [file = "probe.json"] = process.argv.slice(2);
const { version, calls, mappings, disagreements } = JSON.parse(readFileSync(file, "utf8"));

/** Mappings that work, or that a source does not offer, have not changed. */
const changed = mappings.filter(({ state }) => state !== "ok" && state !== "refused");
const cell = (value) =>
  String(value ?? "")
    .replaceAll(/[|\r\n]/g, " ")
    .slice(0, 300);
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows.slice(0, MOST_ROWS)]
    .map((row) => `| ${row.map(cell).join(" | ")} |`)
    .join("\n");

const parts = [
  `The nightly probe of version ${version} found answers in another form than the schemas expect. Repeat it with \`npm run probe\`; the whole report is an artifact of the run.`,
  changed.length === 0
    ? "No mapping has changed."
    : table(
        ["Provider", "Source", "Symbol", "State", "Found"],
        changed.map(({ provider, source, symbol, state, found }) => [provider, source, symbol, state, found]),
      ),
  ...(disagreements.length === 0
    ? []
    : ["Sources that disagree:", disagreements.map((each) => `- ${cell(each)}`).join("\n")]),
  `Calls made: ${Object.entries(calls)
    .map(([provider, count]) => `${count} to ${provider}`)
    .join(", ")}.`,
];
process.stdout.write(`${parts.join("\n\n")}\n`);
