/** Calls every source and reports upstreams that have changed. */
import type { App } from "../../../src/app.js";
import { catalogueOf } from "../../../src/catalogue.js";
import type { Config } from "../../../src/config/config.js";
import type { ProviderId } from "../../../src/contract/provider-id.js";
import { disagreements, figuresOf, type Figure } from "./agreement.js";
import { judgeData, judgeFailure, type Finding } from "./checks.js";
import { ProbePace } from "./pace.js";
import { costOf, ENRICHER_CALLS, planOf, type ProbeQuestion } from "./plan.js";
import { toTable } from "../../../src/cli/pages/named-table.js";
import { whileShowing, type Terminal } from "../../../src/cli/pages/terminal.js";

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
 * Prints the findings. Returns the exit code: 0 without problems, 1 on drift or a failure, 2 when the cost was not
 * confirmed.
 */
export async function probeUpstreams(
  { json, yes }: ProbeWords,
  parts: ProbeParts,
  terminal: Terminal,
): Promise<number> {
  const { config, version } = parts;
  const plan = planOf(catalogueOf(config.allowedProviders), config.providers);
  const cost = costOf(plan);
  const perMinute = (provider: string) => config.providers[provider as ProviderId].ratePerMinute;
  terminal.err(
    `Upstream calls, at most: ${toCounts(cost)}. They count against the quotas.${toDuration(cost, perMinute)}\n`,
  );
  if (!yes) {
    if (!terminal.ask) {
      terminal.err("No call was made: without a terminal, confirm with --yes.\n");
      return 2;
    }
    if (!/^y(es)?$/i.test((await terminal.ask("Continue? [y/N] ")).trim())) {
      terminal.err("No call was made.\n");
      return 2;
    }
  }
  const calls: Record<string, number> = {};
  const pace = new ProbePace(perMinute);
  const app = parts.open((provider) => {
    calls[provider] = (calls[provider] ?? 0) + 1;
    pace.called(provider);
  });
  try {
    const { rows, figures } = await whileShowing(terminal, "Calling every source", askAll(plan, app, pace));
    const apart = disagreements(figures);
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
async function askAll(
  plan: readonly ProbeQuestion[],
  app: App,
  pace: ProbePace,
): Promise<{ rows: Row[]; figures: Figure[] }> {
  const figures: Figure[] = [];
  const providers = [...new Set(plan.map(({ source }) => source.provider.id))];
  const rows = await Promise.all(
    providers.map(async (id) => {
      const own: Row[] = [];
      for (const question of plan.filter(({ source }) => source.provider.id === id)) {
        own.push(...(await askOne(question, app, pace, figures)));
      }
      return own;
    }),
  );
  return { rows: rows.flat(), figures };
}

async function askOne(question: ProbeQuestion, app: App, pace: ProbePace, figures: Figure[]): Promise<Row[]> {
  const { source, name, security, isCovered, input, enrichers, calls } = question;
  const { id } = source.provider;
  const symbol = security?.symbol ?? null;
  const row = (provider: string, from: string, finding: Finding): Row => ({
    provider,
    source: from,
    symbol,
    ...finding,
  });
  try {
    await pace.roomFor(id, calls);
    const { direct } = await app.engine();
    const { data } = await direct(id, (client, upstream) => source.fetch(input, client, upstream));
    if (security) figures.push(...figuresOf(`${id} ${name}`, security.symbol, data));
    const rows = [row(id, name, judgeData(source, name, security, data))];
    for (const { provider, enrichment, fetch } of enrichers) {
      const { name: part, ask } = enrichment as { name: string; ask(data: unknown, input: unknown): unknown };
      const asked = ask(data, input);
      if (asked === null) continue;
      await pace.roomFor(provider.id, ENRICHER_CALLS);
      const finding = await direct(provider.id, (client, upstream) => fetch(asked as never, client, upstream))
        .then((): Finding => ({ state: "ok", found: "answers" }))
        .catch((error: unknown) => judgeFailure(error, isCovered));
      rows.push(row(provider.id, part, finding));
    }
    return rows;
  } catch (error) {
    return [row(id, name, judgeFailure(error, isCovered))];
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
    ...apart.map((each) => `DRIFT  Sources disagree on ${each}.`),
    count === 0 ? "No upstream has changed." : `Changed: ${count}.`,
    `Upstream calls made: ${toCounts(calls)}.`,
    "",
  ].join("\n");
}

/** Returns a sentence such as ` … this takes about 2 min.` if a provider's rate does not allow all calls at once. */
function toDuration(cost: Readonly<Record<string, number>>, perMinute: (provider: string) => number): string {
  const minutes = Math.max(0, ...Object.entries(cost).map(([id, calls]) => Math.ceil(calls / perMinute(id)) - 1));
  return minutes === 0 ? "" : ` Because of the limits per minute, this takes about ${minutes} min.`;
}

function toCounts(calls: Readonly<Record<string, number>>): string {
  const counts = Object.entries(calls).map(([provider, count]) => `${count} to ${provider}`);
  return counts.length > 0 ? counts.join(", ") : "none";
}
