/** Prometheus metrics: what was asked and how it ended, and what is left of the providers. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { Status } from "./app.js";

export interface Metrics {
  /** Notes one finished request. `route` is a pattern, never an address. */
  noteRequest(route: string, status: number, seconds: number): void;
  /** Everything in Prometheus text format. */
  text(): Promise<string>;
}

const CIRCUIT_VALUES: Readonly<Record<string, number>> = { closed: 0, "half-open": 1, open: 2 };

/** A registry of its own; `status` is asked at each scrape. */
export function createMetrics(status: () => Promise<Status>): Metrics {
  const registers = [new Registry()];
  const [registry] = registers;
  collectDefaultMetrics({ register: registry! });
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests by route and status",
    labelNames: ["route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to the answer",
    labelNames: ["route"],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  const perProvider = (name: string, help: string) => new Gauge({ name, help, labelNames: ["provider"], registers });
  const gauges = {
    configured: perProvider("provider_configured", "1 when the provider has the key it needs"),
    circuit: perProvider("provider_circuit", "0 closed, 1 half-open, 2 open"),
    used: perProvider("provider_quota_used", "Calls in the last 24 hours"),
    limit: perProvider("provider_quota_limit", "Calls allowed in 24 hours; absent when unlimited"),
    paused: perProvider("provider_paused_seconds", "Seconds the provider is left alone; 0 when it is not"),
    waiting: perProvider("provider_calls_waiting", "Calls in line"),
  };
  const answers = new Gauge({
    name: "cache_answers",
    help: "Answers since the start, by how they came",
    labelNames: ["state"],
    registers,
  });

  return {
    noteRequest(route, code, seconds) {
      requests.inc({ route, status: code });
      durations.observe({ route }, seconds);
    },
    async text() {
      const { providers, cache } = await status();
      for (const provider of providers) {
        const labels = { provider: provider.provider };
        gauges.configured.set(labels, provider.configured ? 1 : 0);
        gauges.circuit.set(labels, CIRCUIT_VALUES[provider.circuit] ?? 0);
        gauges.used.set(labels, provider.quota_used ?? 0);
        if (provider.quota_limit !== null) gauges.limit.set(labels, provider.quota_limit);
        gauges.paused.set(labels, provider.paused_for ?? 0);
        gauges.waiting.set(labels, provider.waiting ?? 0);
      }
      for (const [state, count] of Object.entries(cache)) {
        if (state !== "hit_ratio") answers.set({ state }, count ?? 0);
      }
      return registry!.metrics();
    },
  };
}
