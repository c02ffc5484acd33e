/** Prometheus metrics: questions and their outcomes, calls to upstreams, remaining quotas. */
import { Counter, Gauge, Registry, collectDefaultMetrics, type MetricObject } from "prom-client";
import type { Status } from "./app.js";
import type { ProviderId } from "./contract/provider.js";
import { TimesHistogram, type Times } from "./times.js";

export interface Metrics {
  /**
   * Counts one finished request. `route` is a pattern, never an address;
   * `outcome` is how a question over REST ended, if the request was one.
   */
  noteRequest(route: string, status: number, seconds: number, outcome?: string): void;
  /** Counts one finished tool call, by the tool's name as the caller wrote it. */
  noteCall(tool: string, outcome: string): void;
  /** Counts one call to an upstream. */
  noteUpstream(provider: ProviderId, outcome: string, seconds: number): void;
  /** Everything in Prometheus text format. */
  text(): Promise<string>;
  /** The same as data, to be aggregated with other processes' (`workers/metrics.ts`). */
  snapshot(): Promise<MetricObject[]>;
}

export interface MetricsOptions {
  /** The capabilities with their routes and tools. */
  capabilities: readonly { name: string; route: string; tool: { name: string } }[];
  /** Called at each scrape. */
  status: () => Promise<Status>;
}

const CIRCUIT_VALUES: Readonly<Record<string, number>> = { closed: 0, "half-open": 1, open: 2 };
/** A cache hit takes a millisecond or less, a throttled miss up to the request's deadline. */
const ANSWER_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 20];
const UPSTREAM_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the metrics of this process in a registry of their own. */
export function createMetrics({ capabilities, status }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Gauges with a counter's suffix, which promtool rejects; nodejs_active_* has the same numbers by type.
  for (const kind of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${kind}_total`);

  const durations = new TimesHistogram({
    name: "http_request_duration_seconds",
    help: "Time to the answer",
    label: "route",
    buckets: ANSWER_BUCKETS,
    registers,
  });
  const upstreamDurations = new TimesHistogram({
    name: "upstream_call_duration_seconds",
    help: "Time an upstream took, waiting for our own throttle not included",
    label: "provider",
    buckets: UPSTREAM_BUCKETS,
    registers,
  });
  const routes = new Map<string, RouteTally>();
  const tools = new Map<string, Tally<string>>();
  const upstreams = new Map<string, Tally<string>>();
  const names = new Map(capabilities.map(({ name, route }) => [route, name]));
  const toolNames = new Map(capabilities.map(({ name, tool }) => [tool.name, name]));
  countAt(registers, "http_requests_total", "Requests by route and status", ["route", "status"], (counter) => {
    for (const [route, { statuses }] of routes) {
      for (const [code, count] of statuses) counter.inc({ route, status: code }, count);
    }
  });
  const help = "Questions by capability, surface, and outcome: how the answer came, or the kind of failure";
  countAt(registers, "market_data_requests_total", help, ["capability", "surface", "outcome"], (counter) => {
    const add = (capability: string, surface: string, outcomes: Tally<string>) => {
      for (const [outcome, count] of outcomes) counter.inc({ capability, surface, outcome }, count);
    };
    for (const [route, { outcomes }] of routes) {
      const capability = names.get(route);
      if (capability !== undefined) add(capability, "rest", outcomes);
    }
    for (const [capability, outcomes] of tools) add(capability, "mcp", outcomes);
  });
  const calls = "Calls to upstreams by status class, or by how they failed";
  countAt(registers, "upstream_calls_total", calls, ["provider", "outcome"], (counter) => {
    for (const [provider, outcomes] of upstreams) {
      for (const [outcome, count] of outcomes) counter.inc({ provider, outcome }, count);
    }
  });
  const noteStatus = createStatusGauges(registers);

  return {
    noteRequest(route, code, seconds, outcome) {
      const tally = known(routes, route, () => ({
        times: durations.of(route),
        statuses: new Map(),
        outcomes: new Map(),
      }));
      tally.times.observe(seconds);
      addOne(tally.statuses, code);
      if (outcome !== undefined) addOne(tally.outcomes, outcome);
    },
    noteCall(tool, outcome) {
      // An unknown name is a caller's text and must not become a label.
      addOne(known(tools, toolNames.get(tool) ?? "unknown", newTally), outcome);
    },
    noteUpstream(provider, outcome, seconds) {
      upstreamDurations.of(provider).observe(seconds);
      addOne(known(upstreams, provider, newTally), outcome);
    },
    async text() {
      noteStatus(await status());
      return registry.metrics();
    },
    async snapshot() {
      noteStatus(await status());
      return registry.getMetricsAsJSON();
    },
  };
}

/** A counter filled from maps at each scrape: counting in a map is cheaper than prom-client's lookup of labels. */
function countAt<T extends string>(
  registers: Registry[],
  name: string,
  help: string,
  labelNames: readonly T[],
  tell: (counter: Counter<T>) => void,
): void {
  const counter: Counter<T> = new Counter({
    name,
    help,
    labelNames,
    registers,
    collect() {
      counter.reset();
      tell(counter);
    },
  });
}

type Tally<K> = Map<K, number>;

interface RouteTally {
  times: Times;
  statuses: Tally<number>;
  outcomes: Tally<string>;
}

const newTally = (): Tally<string> => new Map();

function addOne<K>(tally: Tally<K>, key: K): void {
  tally.set(key, (tally.get(key) ?? 0) + 1);
}

function known<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Gauges of the service's own state. Aggregated over processes, a provider's gauge is one figure, not a sum. */
function createStatusGauges(registers: Registry[]): (status: Status) => void {
  const perProvider = (name: string, help: string, aggregator: "max" | "min" | "sum") =>
    new Gauge({ name, help, labelNames: ["provider"], registers, aggregator });
  const configured = perProvider("provider_configured", "1 when the provider has the key it needs", "max");
  const circuit = perProvider("provider_circuit", "0 closed, 1 half-open, 2 open", "max");
  const used = perProvider("provider_quota_used", "Calls in the last 24 hours", "max");
  const limit = perProvider("provider_quota_limit", "Calls allowed in 24 hours; absent when unlimited", "max");
  const left = perProvider("provider_quota_left", "Calls left of them; absent when unlimited", "min");
  const paused = perProvider("provider_paused_seconds", "Seconds the provider is left alone; 0 when it is not", "max");
  const waiting = perProvider("provider_calls_waiting", "Calls in line", "sum");
  const answers = new Counter({
    name: "cache_answers_total",
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
    answers.reset();
    for (const [state, count] of Object.entries(cache)) {
      if (state !== "hit_ratio") answers.inc({ state }, count ?? 0);
    }
  };
}
