/** Status page reports for tests. */
import type { ProviderReport, StatusReport } from "../../src/status/report.js";

const VENDORS = { a: "Financial Modeling Prep", b: "Yahoo Finance", c: "Alpha Vantage", d: "SEC EDGAR" };

/** A working provider with half of its quota left; `facts` override it. */
export function providerOf(letter: "a" | "b" | "c" | "d", facts: Partial<ProviderReport> = {}): ProviderReport {
  return {
    provider: `provider-${letter}`,
    title: `Provider ${letter.toUpperCase()}`,
    vendor: VENDORS[letter],
    key_variable: letter === "b" || letter === "d" ? null : `PROVIDER_${letter.toUpperCase()}_API_KEY`,
    unset_options: [],
    configured: true,
    circuit: "closed",
    circuit_retry_in: null,
    last_answer: "2026-03-05T14:59:50.000Z",
    last_failure: null,
    failing_since: null,
    paused_for: null,
    pause_reason: null,
    session_refused: null,
    refusal: null,
    advice: null,
    quota_used: 125,
    quota_limit: 250,
    quota_resets_at: null,
    rate_per_minute: 240,
    waiting: 0,
    drifts: [],
    calls: { requests: 30, failed: 0, p50_ms: 100, p99_ms: 500 },
    ...facts,
  };
}

/** An endpoint that these providers can answer. */
export const endpointOf = (name: string, ...providers: string[]): StatusReport["endpoints"][number] => ({
  name,
  title: "Stock quote",
  route: "/api/v1/stock/{symbol}",
  tool: "provider_a_get_stock_quote",
  providers,
});

/** An idle server on a weekday's morning; `facts` override it. */
export function reportOf(facts: Partial<StatusReport> = {}): StatusReport {
  const slots = <T>(value: T) => Array.from({ length: 60 }, () => value);
  return {
    at: "2026-03-05T15:00:00.000Z",
    up_seconds: 3_723,
    simulated: false,
    market: { session: "regular", opens_at: "2026-03-06T09:30:00-05:00" },
    providers: [providerOf("a"), providerOf("b"), providerOf("c")],
    cache: { hits: 3, misses: 1, stale: 0, failures: 0, hit_ratio: 0.75 },
    endpoints: [],
    traffic: {
      slot_seconds: 15,
      requests: slots(0),
      failed_counts: slots(0),
      refused_counts: slots(0),
      p50_ms: slots(null),
      p99_ms: slots(null),
      refused: {},
      endpoints: {},
    },
    stale: [],
    ...facts,
  };
}

/** A server with every kind of problem at once. */
export const TROUBLED = reportOf({
  providers: [
    providerOf("a", { quota_used: 250, quota_resets_at: "2026-03-05T18:12:00.000Z", waiting: 3 }),
    providerOf("b", {
      circuit: "open",
      circuit_retry_in: 12,
      failing_since: "2026-03-05T14:41:00.000Z",
      last_failure: { at: "2026-03-05T14:59:40.000Z", outcome: "timed_out" },
      quota_limit: null,
      quota_used: 812,
      drifts: [
        { provider: "provider-b", source: "overview", field: "beta", since: "2026-03-05T14:05:10.000Z" },
        { provider: "provider-b", source: "search", field: null, since: "2026-03-04T09:30:00.000Z" },
      ],
    }),
    providerOf("c", {
      paused_for: 42,
      pause_reason: "rate limited",
      refusal: "rate_limited",
      quota_used: 24,
      quota_limit: 25,
    }),
  ],
  market: { session: "closed", opens_at: "2026-03-06T09:30:00-05:00" },
  endpoints: [endpointOf("quote", "provider-a", "provider-b")],
  traffic: {
    ...reportOf().traffic,
    refused: { not_found: 12, invalid_input: 1, unauthorized: 3 },
    endpoints: {
      quote: {
        requests: 1_234,
        failed: 56,
        failures: { upstream_unavailable: 50, not_configured: 6 },
        refused: { not_found: 12, invalid_input: 1 },
        p50_ms: 0.82,
        p99_ms: 8_000,
        counts: Array.from({ length: 60 }, () => 20),
        failed_counts: Array.from({ length: 60 }, () => 1),
        refused_counts: Array.from({ length: 60 }, () => 0),
      },
    },
  },
  stale: [
    {
      title: "Stock quote",
      count: 3,
      reason: "provider-a: quota used up <img src=x onerror=alert(1)>",
      age_seconds: 187,
      seconds_ago: 4,
    },
  ],
});
