/** `market-data-mcp probe`: asks every mapping once for real and says whether an upstream has changed. */
import type { App } from "../app.js";
import { CATALOGUE } from "../catalogue.js";
import type { Config } from "../config/config.js";
import { disagreements, judgeData, judgeFailure, type Finding, type Priced } from "./probe-checks.js";
import { costOf, planOf, type ProbeQuestion } from "./probe-plan.js";
import { toTable } from "./table.js";
import { whileShowing, type Terminal } from "./terminal.js";

export interface ProbeWords {
  json: boolean;
  /** Ask without a confirmation. */
  yes: boolean;
}

export interface ProbeParts {
  config: Config;
  version: string;
  /** Opens the app; `onUpstream` receives each upstream call. */
  open(onUpstream: (provider: string) => void): App;
}

interface Row extends Finding {
  provider: string;
  source: string;
  symbol: string | null;
}

/**
 * Prints the findings. Returns the exit code: 0 without problems, 1 on drift or a failure, 2 when nobody confirmed the
 * cost.
 */
export async function probeUpstreams(
  { json, yes }: ProbeWords,
  parts: ProbeParts,
  terminal: Terminal,
): Promise<number> {
  const { config, version } = parts;
  const plan = planOf(CATALOGUE, config.providers);
  const cost = costOf(plan);
  terminal.err(`This makes at most ${toCounts(cost)} upstream calls, which count against the quotas.\n`);
  if (!yes) {
    if (!terminal.ask) {
      terminal.err("Nothing was asked: without a terminal, confirm with --yes.\n");
      return 2;
    }
    if (!/^y(es)?$/i.test((await terminal.ask("Go on? [y/N] ")).trim())) {
      terminal.err("Nothing was asked.\n");
      return 2;
    }
  }
  const calls: Record<string, number> = {};
  const app = parts.open((provider) => void (calls[provider] = (calls[provider] ?? 0) + 1));
  try {
    const { rows, prices } = await whileShowing(terminal, "Asking every mapping once", askAll(plan, app));
    const apart = disagreements(prices);
    const drift = apart.length > 0 || rows.some(({ state }) => state === "drift");
    const healthy = !drift && rows.every(({ state }) => state !== "failed");
    const report = { version, simulated: config.demo, drift, healthy, calls, disagreements: apart, mappings: rows };
    if (json) terminal.out(`${JSON.stringify(report, null, 2)}\n`);
    else terminal.out(toReport(rows, apart, calls, terminal.columns));
    return healthy ? 0 : 1;
  } finally {
    await app.close();
  }
}

/** Asks all providers at the same time, and sends the questions of each provider one after the other. */
async function askAll(plan: readonly ProbeQuestion[], app: App): Promise<{ rows: Row[]; prices: Priced[] }> {
  const prices: Priced[] = [];
  const providers = [...new Set(plan.map(({ source }) => source.provider.id))];
  const rows = await Promise.all(
    providers.map(async (id) => {
      const own: Row[] = [];
      for (const question of plan.filter(({ source }) => source.provider.id === id)) {
        own.push(...(await askOne(question, app, prices)));
      }
      return own;
    }),
  );
  return { rows: rows.flat(), prices };
}

async function askOne(question: ProbeQuestion, app: App, prices: Priced[]): Promise<Row[]> {
  const { source, name, security, input, enrichers } = question;
  const { id } = source.provider;
  const symbol = security?.symbol ?? null;
  const row = (provider: string, from: string, finding: Finding): Row => ({
    provider,
    source: from,
    symbol,
    ...finding,
  });
  try {
    const { data } = await app.direct(id, (client, upstream) => source.fetch(input, client, upstream));
    const price = (data as Record<string, unknown>)["price"];
    if (security && typeof price === "number") prices.push({ who: `${id} ${name}`, symbol: security.symbol, price });
    const rows = [row(id, name, judgeData(source.capability, name, security, data))];
    for (const { provider, enrichment, fetch } of enrichers) {
      const { name: part, ask } = enrichment as { name: string; ask(data: unknown, input: unknown): unknown };
      const asked = ask(data, input);
      if (asked === null) continue;
      const finding = await app
        .direct(provider.id, (client, upstream) => fetch(asked as never, client, upstream))
        .then((): Finding => ({ state: "ok", found: "answers" }))
        .catch((error: unknown) => judgeFailure(error, security));
      rows.push(row(provider.id, part, finding));
    }
    return rows;
  } catch (error) {
    return [row(id, name, judgeFailure(error, security))];
  }
}

const MARKS = { ok: "ok", drift: "DRIFT", refused: "-", failed: "FAIL" } as const;

function toReport(
  rows: readonly Row[],
  apart: readonly string[],
  calls: Record<string, number>,
  width?: number,
): string {
  const shown = rows.map(({ state, ...rest }) => ({ "": MARKS[state], ...rest }));
  const count = rows.filter(({ state }) => state === "drift").length + apart.length;
  return [
    ...toTable(shown, ["", "provider", "source", "symbol", "found"], width),
    "",
    ...apart.map((each) => `DRIFT  Sources disagree on the price of ${each}.`),
    count === 0 ? "No upstream has changed." : `Changed: ${count}.`,
    `Upstream calls this cost: ${toCounts(calls)}.`,
    "",
  ].join("\n");
}

function toCounts(calls: Readonly<Record<string, number>>): string {
  const counts = Object.entries(calls).map(([provider, count]) => `${count} of ${provider}`);
  return counts.length > 0 ? counts.join(", ") : "no";
}
