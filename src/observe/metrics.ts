/** Prometheus metrics: requests and their outcomes, calls to upstreams, and the state of the providers. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { Status } from "../contract/status.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { StoreKind } from "../contract/store.js";

type Provider = Status["providers"][number];
type StoreState = { kind: StoreKind; isUsable: boolean };

const CIRCUIT_VALUES: Readonly<Record<string, number>> = { closed: 0, "half-open": 1, open: 2 };
/**
 * In seconds. Cache hits take a millisecond or less, a miss that waits for its admission up to the request's
 * deadline. Each bucket is a line of `/metrics` for each route.
 */
const ANSWER_BUCKETS = [0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
export const ANSWER_BOUNDS: readonly number[] = [...ANSWER_BUCKETS, Infinity];
const UPSTREAM_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
export const UPSTREAM_BOUNDS: readonly number[] = [...UPSTREAM_BUCKETS, Infinity];

/** Requests of which no capability knows: their name beside those of the capabilities. */
const ELSEWHERE = "unknown";
/**
 * Outcomes of requests that were refused before they became a question, by status. Hosts ask `/mcp` with GET as part of
 * the protocol, so a wrong method is none.
 */
const REFUSED: Readonly<Record<number, string>> = {
  400: "malformed",
  401: "unauthorized",
  403: "forbidden",
  404: "unknown_address",
  406: "malformed",
  408: "malformed",
  413: "malformed",
  414: "malformed",
  429: "rate_limited",
  431: "malformed",
};

/** Creates metrics in a separate registry; one per process. The names of the capabilities become labels. */
export function createMetrics(
  capabilities: readonly { name: string; route: string; marketRoute?: string; tool: { name: string } }[],
) {
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
    "Time an upstream took, waiting for its admission not included",
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
  const names = new Map(
    capabilities.flatMap(({ name, route, marketRoute = route }) => [route, marketRoute].map((path) => [path, name])),
  );
  const toolNames = new Map(capabilities.map(({ name, tool }) => [tool.name, name]));
  const noteStatus = createStatusGauges(registers);
  /** Requests that were refused before they became a question, by the capability and the outcome in a text. */
  const refused = new Map<string, number>();

  return {
    /**
     * Counts one finished request. `route` is a pattern, never a caller's URL; `outcome` is set for REST questions only.
     */
    noteRequest(route: string, code: number, seconds: number, outcome?: string): void {
      requestTimes.observe({ route }, seconds);
      requests.inc({ route, status: code });
      const capability = names.get(route);
      if (capability !== undefined && outcome !== undefined) questions.inc({ capability, surface: "rest", outcome });
      const refusal = outcome === undefined ? REFUSED[code] : undefined;
      if (refusal === undefined) return;
      const by = `${capability ?? ELSEWHERE} ${refusal}`;
      refused.set(by, (refused.get(by) ?? 0) + 1);
    },
    /** Counts one finished tool call; `tool` is the caller's text. */
    noteCall(tool: string, outcome: string, seconds: number): void {
      const capability = toolNames.get(tool);
      if (capability !== undefined) callTimes.observe({ capability }, seconds);
      // An unknown tool name is the caller's text; it must not become a label.
      questions.inc({ capability: capability ?? ELSEWHERE, surface: "mcp", outcome });
    },
    /** Counts one call to an upstream. */
    noteUpstream(provider: ProviderId, outcome: string, seconds: number): void {
      upstreamTimes.observe({ provider }, seconds);
      upstreamCalls.inc({ provider, outcome });
    },
    /** Counts one answer that lacks a field which its source used to send. */
    noteMissing: (provider: string, source: string, field: string) => missing.inc({ provider, source, field }),
    /** Counts one answer that could not be read. */
    noteShapeError: (provider: string, source: string) => shapeErrors.inc({ provider, source }),
    /**
     * Returns the answers since the start over both surfaces, by the capability's name: how many took at most each of the
     * `ANSWER_BOUNDS`, and how many ended in which way. A capability that was not asked is absent; requests that reached
     * none have outcomes only.
     */
    async answers() {
      const timed = [...(await requestTimes.get()).values, ...(await callTimes.get()).values];
      const ended = (await questions.get()).values.map(({ labels, value }): Counted => [
        labels.capability,
        labels.outcome,
        value,
      ]);
      return toCounts(
        ANSWER_BOUNDS,
        timed.map(({ labels, value }) => [labels.capability ?? names.get(String(labels.route)), labels.le, value]),
        [...ended, ...[...refused].map(([by, count]): Counted => [...(by.split(" ") as [string, string]), count])],
      );
    },
    /** Returns the calls to each provider since the start, by its id: those within each of the `UPSTREAM_BOUNDS`, and their outcomes. */
    async upstreams() {
      return toCounts(
        UPSTREAM_BOUNDS,
        (await upstreamTimes.get()).values.map(({ labels, value }) => [labels.provider, labels.le, value]),
        (await upstreamCalls.get()).values.map(({ labels, value }) => [labels.provider, labels.outcome, value]),
      );
    },
    /** Returns all metrics in Prometheus text format, with those of this status and store. */
    async text(status: Status, store: StoreState): Promise<string> {
      noteStatus(status, store);
      return registry.metrics();
    },
  };
}

/** A count of something by its name and a bound or an outcome. */
type Counted = readonly [name: unknown, by: unknown, count: number];

/** Adds up the answers within each bound, and those with each outcome, by name. */
function toCounts(bounds: readonly number[], timed: readonly Counted[], ended: readonly Counted[]) {
  const found = new Map<string, { within: number[]; outcomes: Map<string, number> }>();
  const of = (name: unknown) => {
    const counts = found.get(String(name)) ?? { within: bounds.map(() => 0), outcomes: new Map<string, number>() };
    found.set(String(name), counts);
    return counts;
  };
  for (const [name, bound, count] of timed) {
    // The sums and counts of a histogram have no bound.
    if (name === undefined || bound === undefined) continue;
    of(name).within[bounds.indexOf(bound === "+Inf" ? Infinity : Number(bound))]! += count;
  }
  for (const [name, outcome, count] of ended) {
    const { outcomes } = of(name);
    outcomes.set(String(outcome), (outcomes.get(String(outcome)) ?? 0) + count);
  }
  return found;
}

/** The gauges of a provider: name, help and value; `null` where there is none. */
const PROVIDER_GAUGES: readonly (readonly [name: string, help: string, valueOf: (of: Provider) => number | null])[] = [
  ["configured", "1 when the provider has the key it needs", ({ configured }) => (configured ? 1 : 0)],
  ["circuit", "0 closed, 1 half-open, 2 open", ({ circuit }) => CIRCUIT_VALUES[circuit] ?? 0],
  ["quota_used", "Calls in the last 24 hours", ({ quota_used: used }) => used ?? 0],
  ["quota_limit", "Calls allowed in 24 hours; absent when unlimited", ({ quota_limit: limit }) => limit],
  [
    "quota_left",
    "Calls left of them; absent when unlimited",
    ({ quota_used: used, quota_limit: limit }) => (limit === null ? null : Math.max(0, limit - (used ?? 0))),
  ],
  [
    "paused_seconds",
    "Seconds for which the provider is paused; 0 when it is not",
    ({ paused_for: seconds }) => seconds ?? 0,
  ],
  ["calls_waiting", "Calls in line", ({ waiting }) => waiting ?? 0],
];

/** Creates the metrics of the service's status. */
function createStatusGauges(registers: Registry[]): (status: Status, store: StoreState) => void {
  const gauges = PROVIDER_GAUGES.map(([name, help, valueOf]) => ({
    gauge: new Gauge({ name: `market_data_provider_${name}`, help, labelNames: ["provider"], registers }),
    valueOf,
  }));
  const answers = new Counter({
    name: "market_data_cache_answers_total",
    help: "Answers since the start, by how they came",
    labelNames: ["state"],
    registers,
  });
  const storeUp = new Gauge({
    name: "market_data_store_up",
    help: "0 while the store cannot be used, so that this process works from memory and counts alone",
    labelNames: ["store"],
    registers,
  });

  return ({ providers, cache }, { kind, isUsable }) => {
    storeUp.set({ store: kind }, isUsable ? 1 : 0);
    for (const state of providers) {
      for (const { gauge, valueOf } of gauges) {
        const value = valueOf(state);
        if (value !== null) gauge.set({ provider: state.provider }, value);
      }
    }
    // The engine counts the answers, and a prom-client counter cannot be set, so reset it and add the count.
    answers.reset();
    for (const [state, count] of Object.entries(cache)) {
      if (state !== "hit_ratio") answers.inc({ state }, count ?? 0);
    }
  };
}
