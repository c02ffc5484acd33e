/** Measures all published performance figures in one run, and reports missed goals. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reaches, type Figure } from "./figures.js";
import { measureRivals } from "./rivals.js";
import { toTable } from "./report.js";
import { measureColdStart } from "./cold-start.js";
import { measureDocuments } from "./documents.js";
import { measureGrowth } from "./growth.js";
import { measureHistory } from "./history.js";
import { measureMapping } from "./mapping.js";
import { measureMcp } from "./mcp.js";
import { measureMiss } from "./miss.js";
import { measureOfficial } from "./official.js";
import { measureOptionMapping } from "./option-mapping.js";
import { measureComparison, measureRoundTrips } from "./round-trips.js";
import { measureRest } from "./rest.js";
import { measureStoredFacts } from "./stored-facts.js";

const SECTIONS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  "cold-start": measureColdStart,
  mcp: measureMcp,
  rest: measureRest,
  miss: async () => [...(await measureMiss()), ...(await measureMapping())],
  options: measureOptionMapping,
  history: measureHistory,
  "stored-facts": measureStoredFacts,
  documents: measureDocuments,
  official: measureOfficial,
  growth: measureGrowth,
  "round-trips": measureRoundTrips,
  comparison: measureComparison,
  rivals: measureRivals,
};

const asked = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const unknown = asked.filter((name) => !(name in SECTIONS));
if (unknown.length > 0) {
  process.stderr.write(`No such section: ${unknown.join(", ")}. There are ${Object.keys(SECTIONS).join(", ")}.\n`);
  process.exit(2);
}
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  if (process.stderr.isTTY && !process.env["CI"]) process.stderr.write(`measuring ${name} ...\n`);
  figures.push(...(await measure()));
}
process.stdout.write(`${toTable(figures)}\n`);
const file = join(mkdtempSync(join(tmpdir(), "market-data-mcp-bench-")), "bench-results.json");
writeFileSync(file, `${JSON.stringify({ node: process.version, figures }, null, 2)}\n`);
process.stdout.write(`Written to ${file}\n`);
process.exitCode = figures.every(reaches) ? 0 : 1;
