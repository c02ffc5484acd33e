/** `market-data-mcp doctor`: checks everything a server needs and prints how to fix problems. */
import type { App } from "../../app.js";
import type { Config } from "../../config/config.js";
import type { Misspelt } from "../../config/misspelt-variables.js";
import { providersOf, type Entry } from "../../contract/entry.js";
import type { Probe } from "../../contract/diagnostics.js";
import type { Provider } from "../../contract/provider.js";
import { checkClock, checkOptions, checkProvider, checkQuotas, probeAll } from "./check-providers.js";
import { checkKeysFile, checkNode, checkStore, checkVariables, type Check } from "../install/check-machine.js";
import { checkEntries } from "../install/entries.js";
import type { Machine } from "../install/hosts.js";
import { wrapped } from "../pages/printed-text.js";
import { whileShowing, type Terminal } from "../pages/terminal.js";

interface DoctorParts {
  config: Config;
  /** The rows that this server answers, whose providers are checked. */
  catalogue: readonly Entry[];
  /** This Node's version and the supported range. */
  node: { version: string; range: string };
  version: string;
  /** Environment variables that look like settings and are none. */
  misspelt: readonly Misspelt[];
  /** The machine whose hosts are looked at, if there is any. */
  machine: Machine | undefined;
  /** Opens the app, after the store check. */
  open(): App;
}

/** Prints the findings, and calls no provider if `offline`. Returns the exit code: 1 when a check failed, else 0. */
export async function runDoctor(
  { json, offline }: { json: boolean; offline: boolean },
  parts: DoctorParts,
  terminal: Terminal,
): Promise<number> {
  const { config, catalogue, node, version, misspelt, machine } = parts;
  const providers = providersOf(catalogue);
  const checks = [
    checkNode(node.version, node.range),
    ...checkVariables(misspelt, config.ignored),
    await checkStore(config),
    ...checkKeysFile(config.apiKeysFile),
    ...(machine ? checkEntries(machine) : []),
  ];
  const app = parts.open();
  const engine = await app.engine();
  // An upgraded plan has the same key, so only this command or a restart can end its pauses.
  if (!offline) engine.askPlansAgain();
  const probes = offline
    ? new Map<Provider, Probe>()
    : await whileShowing(terminal, "Calling each provider", probeAll(app, config, providers));
  for (const provider of providers) {
    const values = config.providers[provider.id];
    checks.push(...checkProvider(provider, values, probes.get(provider), catalogue), ...checkOptions(provider, values));
  }
  checks.push(checkClock([...probes.values()]), ...checkQuotas(await app.status(), providers));
  await app.close();

  const healthy = checks.every(({ state }) => state !== "fail");
  const calls = Object.fromEntries([...probes].map(([{ id }, probe]) => [id, probe.calls]));
  if (json) {
    const stated = checks.map(({ shown: _shown, ...check }) => check);
    terminal.out(`${JSON.stringify({ version, simulated: config.demo, healthy, calls, checks: stated }, null, 2)}\n`);
  } else terminal.out(toReport(checks, calls, { version, demo: config.demo, providers, columns: terminal.columns }));
  return healthy ? 0 : 1;
}

/** The least room for findings beside the names. */
const LEAST_FINDING = 44;
const MARKS = { ok: "ok", note: "note", fail: "FAIL", skipped: "-" } as const;

interface Printed {
  version: string;
  demo: boolean;
  providers: readonly Provider[];
  columns: number | undefined;
}

function toReport(
  checks: readonly Check[],
  calls: Readonly<Record<string, number>>,
  { version, demo, providers, columns = Number.POSITIVE_INFINITY }: Printed,
): string {
  const rows = toRows(checks);
  const width = Math.max(...rows.map(({ name }) => name.length));
  // A narrow terminal has the findings below the names.
  const indent = columns < width + LEAST_FINDING ? 6 : width + 8;
  const inLines = (text: string) => wrapped(text, columns - indent, columns - indent);
  const lines = rows.flatMap(({ name, state, found, fix }) => {
    const head = `${MARKS[state].padEnd(4)}  ${name}`;
    const advice = fix === undefined ? [] : inLines(`> ${fix}`);
    const [first = "", ...rest] = inLines(found);
    const texts = [...rest, ...advice].map((line) => " ".repeat(indent) + line);
    return indent > 6 ? [head.padEnd(indent) + first, ...texts] : [head, " ".repeat(indent) + first, ...texts];
  });
  return [
    `market-data-mcp ${version}${demo ? ", simulated market" : ""}`,
    "",
    ...lines,
    "",
    ...[toResult(rows), toCost(calls, providers)].flatMap((text) => wrapped(text, columns, columns)),
    "",
  ].join("\n");
}

/** Returns the number of faults, and of notes with advice. */
function toResult(rows: readonly Check[]): string {
  const failed = rows.filter(({ state }) => state === "fail").length;
  const advised = rows.filter(({ state, fix }) => state === "note" && fix !== undefined).length;
  const advice = advised === 0 ? "" : `; ${advised} ${advised === 1 ? "note has" : "notes have"} advice`;
  return failed === 0 ? `Nothing ${advised === 0 ? "to fix" : "is broken"}${advice}.` : `To fix: ${failed}${advice}.`;
}

/** Returns the checks as people read them: all that is well with a provider is one row. */
function toRows(checks: readonly Check[]): Check[] {
  const rows: Check[] = [];
  for (const { shown, ...check } of checks) {
    if (shown === null) continue;
    const { fix, ...rest } = { ...check, name: shown?.name ?? check.name, found: shown?.found ?? check.found };
    const row = { ...rest, ...(fix !== undefined && !shown?.needsNoFix && { fix }) };
    const before = rows.findIndex(({ name, state }) => name === row.name && (state === "ok" || state === "skipped"));
    if (shown && before >= 0 && row.state === "ok") {
      rows[before] = { ...rows[before]!, found: `${rows[before]!.found}; ${row.found}` };
    } else if (!shown?.isMinor) rows.push(row);
  }
  return rows;
}

function toCost(calls: Readonly<Record<string, number>>, providers: readonly Provider[]): string {
  const spent = Object.entries(calls)
    .filter(([, count]) => count > 0)
    .map(([id, count]) => `${count} to ${providers.find((provider) => provider.id === id)!.vendor}`);
  return spent.length > 0 ? `Upstream calls made: ${spent.join(", ")}.` : "Upstream calls made: none.";
}
