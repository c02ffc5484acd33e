/** Alert rules and dashboard: they query metrics that exist, and promtool accepts them. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Status } from "../../src/contract/status.js";
import { createMetrics } from "../../src/observe/metrics.js";
import { temporaryFolder } from "../support/program.js";
import { readPrometheus } from "../support/prometheus.js";

const FOLDER = fileURLToPath(new URL("../../packaging", import.meta.url));
const read = (path: string) => readFileSync(join(FOLDER, path), "utf8");

interface Panel {
  id: number;
  title: string;
  gridPos: Record<"x" | "y" | "w" | "h", number>;
  targets: { expr: string }[];
}
const rules = (
  parse(read("prometheus/alerts.yaml")) as { groups: { rules: { alert: string; expr: string }[] }[] }
).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read("grafana/dashboard.json")) as { panels: Panel[] };
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

const folder = temporaryFolder();
afterAll(() => folder.remove());

const NOTHING = {
  paused_for: null,
  pause_reason: null,
  session_refused: null,
  quota_resets_at: null,
  rate_per_minute: null,
  waiting: 0,
};
const STATUS = {
  providers: [
    { ...NOTHING, provider: "provider-a", configured: true, circuit: "closed", quota_used: 1, quota_limit: 250 },
  ],
  store: "redis",
  cache: { hits: 1, misses: 0, stale: 0, failures: 0, hit_ratio: 1 },
} as unknown as Status;

/** The metrics of a program that has counted each event once. */
async function metricsText(): Promise<string> {
  const capability = { name: "quote", route: "/api/v1/stock/{symbol}", tool: { name: "get_quote" } };
  const metrics = createMetrics([capability]);
  metrics.noteRequest(capability.route, 200, 0.01, "miss");
  metrics.noteCall(capability.tool.name, "hit", 0.01);
  metrics.noteUpstream("provider-a", "2xx", 0.1);
  metrics.noteMissing("provider-a", "quote", "eps");
  metrics.noteShapeError("provider-a", "quote");
  return metrics.text(STATUS, { kind: "redis", isUsable: true });
}

describe("alert rules and dashboard", () => {
  it.each(expressions)("query metrics that exist: %s", async (_name, expression) => {
    const samples = [...readPrometheus(await metricsText()).values()].flatMap((family) => family.samples);
    const known = new Set([...samples.map(({ name }) => name), "up"]);
    const asked = [...expression.matchAll(/\b(?:up|(?:market_data|nodejs|process)_\w+)\b/g)].map(([name]) => name);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });

  it("have panels that do not overlap", () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

describe("metrics", () => {
  it("have one prefix", async () => {
    const families = readPrometheus(await metricsText());
    const ours = [...families.keys()].filter((name) => !/^(?:nodejs|process)_/.test(name));
    expect(ours.filter((name) => !name.startsWith("market_data_"))).toEqual([]);
    expect(ours.length).toBeGreaterThan(10);
  });
});

describe.skipIf(spawnSync("promtool", ["--version"]).status !== 0)("promtool", () => {
  const promtool = (args: string[], input?: string) => {
    const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8", input });
    return { status, output: stdout + stderr };
  };

  it("accepts the alert rules, which fire when they should", () => {
    expect(promtool(["check", "rules", join(FOLDER, "prometheus/alerts.yaml")])).toMatchObject({ status: 0 });
    expect(promtool(["test", "rules", join(FOLDER, "prometheus/alerts.test.yaml")])).toMatchObject({ status: 0 });
  });

  it("accepts the dashboard's queries", () => {
    const queries = panels.flatMap(({ targets }) =>
      targets.map(({ expr }) => expr.replaceAll("$__rate_interval", "5m")),
    );
    const recorded = queries.map((expr, index) => ({ record: `query:${index}`, expr }));
    const file = join(folder.path, "queries.json");
    writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules: recorded }] }));
    expect(promtool(["check", "rules", file])).toMatchObject({ status: 0 });
  });

  it("accepts the metrics", async () => {
    expect(promtool(["check", "metrics"], await metricsText())).toEqual({ status: 0, output: "" });
  });
});
