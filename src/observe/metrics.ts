/** Prometheus metrics: requests and their outcomes, calls to upstreams, and the state of the providers. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { FailureKind } from "../contract/errors.js";
import type { Status } from "../contract/status.js";
import type { ProviderId } from "../contract/provider-id.js";

export interface Metrics {
  /**
   * Counts one finished request. `route` is a pattern, never a caller's URL; `outcome` is set for
   * REST questions only.
   */
  noteRequest(route: string, status: number, seconds: number, outcome?: string): void;
  /** Counts one finished tool call; `tool` is the caller's text. */
  noteCall(tool: string, outcome: string, seconds: number): void;
  /** Counts one call to an upstream. */
  noteUpstream(provider: ProviderId, outcome: string, seconds: number): void;
  /** Counts one answer that lacks a field which its source used to send. */
  noteMissing(provider: string, source: string, field: string): void;
  /** Counts one answer that could not be read. */
  noteShapeError(provider: string, source: string): void;
  /**
   * Returns the answers since the start over both surfaces, by the capability's name: how many took at most each of the
   * `ANSWER_BOUNDS`, and how many failed without fault of the caller. A capability that was not asked is absent.
   */
  answers(): Promise<Map<string, { within: number[]; failed: number }>>;
  /** All metrics in Prometheus text format, with those of this status. */
  text(status: Status): Promise<string>;
}

const CIRCUIT_VALUES: Readonly<Record<string, number>> = { closed: 0, "half-open": 1, open: 2 };
/**
 * In seconds. Cache hits take a millisecond or less, a throttled miss up to the request's deadline. Each bucket is a line
 * of `/metrics` for each route.
 */
const ANSWER_BUCKETS = [0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
export const ANSWER_BOUNDS: readonly number[] = [...ANSWER_BUCKETS, Infinity];
const UPSTREAM_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Failures that are not the caller's fault. */
const OUR_FAILURES: ReadonlySet<unknown> = new Set<FailureKind>([
  "upstream_limited",
  "overloaded",
  "upstream_unavailable",
  "not_configured",
  "internal",
]);

/** Creates metrics in a separate registry; one per process. The names of the capabilities become labels. */
export function createMetrics(
  capabilities: readonly { name: string; route: string; tool: { name: string } }[],
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // These gauges have the name suffix of a counter, which promtool rejects; nodejs_active_* has the same numbers by
  // type.
  for (const kind of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${kind}_total`);

  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const times = (name: string, help: string, label: "route" | "capability" | "provider", buckets: number[]) =>
    new Histogram<typeof label | "le">({ name, help, labelNames: [label], buckets, registers });
  const requestTimes = times(
    "market_data_http_request_duration_seconds",
    "Time to the answer",
    "route",
    ANSWER_BUCKETS,
  );
  const callTimes = times(
    "market_data_tool_call_duration_seconds",
    "Time to the answer of a tool call",
    "capability",
    ANSWER_BUCKETS,
  );
  const upstreamTimes = times(
    "market_data_upstream_call_duration_seconds",
    "Time an upstream took, waiting for our own throttle not included",
    "provider",
    UPSTREAM_BUCKETS,
  );
  const requests = counter("market_data_http_requests_total", "Requests by route and status", ["route", "status"]);
  const questions = counter(
    "market_data_requests_total",
    "Questions by capability, surface, and outcome: how the answer came, or the kind of failure",
    ["capability", "surface", "outcome"],
  );
  const upstreamCalls = counter("market_data_upstream_calls_total", "Calls to upstreams by status class or failure", [
    "provider",
    "outcome",
  ]);
  const missing = counter(
    "market_data_upstream_fields_missing_total",
    "Answers without a field that nearly every earlier answer of the source had",
    ["provider", "source", "field"],
  );
  const shapeErrors = counter("market_data_upstream_shape_errors_total", "Answers that could not be read", [
    "provider",
    "source",
  ]);
  const names = new Map(capabilities.map(({ name, route }) => [route, name]));
  const toolNames = new Map(capabilities.map(({ name, tool }) => [tool.name, name]));
  const noteStatus = createStatusGauges(registers);

  return {
    noteRequest(route, code, seconds, outcome) {
      requestTimes.observe({ route }, seconds);
      requests.inc({ route, status: code });
      const capability = names.get(route);
      if (capability !== undefined && outcome !== undefined) questions.inc({ capability, surface: "rest", outcome });
    },
    noteCall(tool, outcome, seconds) {
      const capability = toolNames.get(tool);
      if (capability !== undefined) callTimes.observe({ capability }, seconds);
      // An unknown tool name is the caller's text; it must not become a label.
      questions.inc({ capability: capability ?? "unknown", surface: "mcp", outcome });
    },
    noteUpstream(provider, outcome, seconds) {
      upstreamTimes.observe({ provider }, seconds);
      upstreamCalls.inc({ provider, outcome });
    },
    noteMissing: (provider, source, field) => missing.inc({ provider, source, field }),
    noteShapeError: (provider, source) => shapeErrors.inc({ provider, source }),
    async answers() {
      const found = new Map<string, { within: number[]; failed: number }>();
      const timed = [...(await requestTimes.get()).values, ...(await callTimes.get()).values];
      for (const { labels, value } of timed) {
        const { le, route, capability = names.get(String(route)) } = labels;
        // The sums and counts of a histogram have no bound.
        if (capability === undefined || le === undefined) continue;
        const name = String(capability);
        const counts = found.get(name) ?? { within: ANSWER_BOUNDS.map(() => 0), failed: 0 };
        counts.within[ANSWER_BOUNDS.indexOf(le === "+Inf" ? Infinity : Number(le))]! += value;
        found.set(name, counts);
      }
      for (const { labels, value } of (await questions.get()).values) {
        const counts = found.get(String(labels.capability));
        if (counts && OUR_FAILURES.has(labels.outcome)) counts.failed += value;
      }
      return found;
    },
    async text(status) {
      noteStatus(status);
      const text = await registry.metrics();
      return text + underOldNames(text);
    },
  };
}

/** Our metrics that had names without the prefix before; their old names disappear with the next version. */
const RENAMED = /^(# (?:HELP|TYPE) )?market_data_(?=(?:http|upstream|provider|cache)_)/;

/** Returns the renamed metrics once more under their old names, so that dashboards work until they are changed. */
function underOldNames(text: string): string {
  const lines = text.split("\n").filter((line) => RENAMED.test(line));
  return lines.map((line) => `${line.replace(RENAMED, "$1")}\n`).join("");
}

/**
 * Creates gauges of the service's status. All processes share the providers, so most aggregate by
 * maximum, not by sum.
 */
function createStatusGauges(registers: Registry[]): (status: Status) => void {
  const perProvider = (name: string, help: string, aggregator: "max" | "min" | "sum") =>
    new Gauge({ name, help, labelNames: ["provider"], registers, aggregator });
  const configured = perProvider("market_data_provider_configured", "1 when the provider has the key it needs", "max");
  const circuit = perProvider("market_data_provider_circuit", "0 closed, 1 half-open, 2 open", "max");
  const used = perProvider("market_data_provider_quota_used", "Calls in the last 24 hours", "max");
  const limit = perProvider(
    "market_data_provider_quota_limit",
    "Calls allowed in 24 hours; absent when unlimited",
    "max",
  );
  const left = perProvider("market_data_provider_quota_left", "Calls left of them; absent when unlimited", "min");
  const paused = perProvider(
    "market_data_provider_paused_seconds",
    "Seconds for which the provider is paused; 0 when it is not",
    "max",
  );
  const waiting = perProvider("market_data_provider_calls_waiting", "Calls in line", "sum");
  const answers = new Counter({
    name: "market_data_cache_answers_total",
    help: "Answers since the start, by how they came",
    labelNames: ["state"],
    registers,
  });

  return ({ providers, cache }) => {
    for (const provider of providers) {
      const labels = { provider: provider.provider };
      configured.set(labels, provider.configured ? 1 : 0);
      circuit.set(labels, CIRCUIT_VALUES[provider.circuit] ?? 0);
      used.set(labels, provider.quota_used ?? 0);
      if (provider.quota_limit !== null) {
        limit.set(labels, provider.quota_limit);
        left.set(labels, Math.max(0, provider.quota_limit - (provider.quota_used ?? 0)));
      }
      paused.set(labels, provider.paused_for ?? 0);
      waiting.set(labels, provider.waiting ?? 0);
    }
    // The engine counts the answers, and a prom-client counter cannot be set, so reset it and add the count.
    answers.reset();
    for (const [state, count] of Object.entries(cache)) {
      if (state !== "hit_ratio") answers.inc({ state }, count ?? 0);
    }
  };
}
