/** One HTTP call to an upstream, as traces and metrics show it. */
import type { Provider } from "../contract/provider.js";
import type { UpstreamRequest } from "../contract/upstream.js";
import { traced } from "../lib/tracing.js";
import { exchange, type Outcome, type TakeLong } from "./http-call.js";

/** Makes the HTTP call in a trace span with host and outcome. The URL may hold our key, so it is left out. */
export function tracedExchange(
  { id }: Provider,
  request: UpstreamRequest,
  allowedMs: number,
  signal: AbortSignal | undefined,
  takeLong: TakeLong,
): Promise<Outcome> {
  return traced(
    `upstream ${id}`,
    async (span) => {
      const outcome = await exchange(request, allowedMs, signal, takeLong);
      span.set("http.request.method", request.method ?? "GET");
      span.set("server.address", request.url.hostname);
      if ("failed" in outcome) span.set("error.type", outcome.failed);
      else span.set("http.response.status_code", outcome.status);
      return outcome;
    },
    { kind: "client" },
  );
}

/** The status class, such as `2xx`, or the way the call failed. */
export function toOutcomeClass(outcome: Outcome): string {
  return "failed" in outcome ? outcome.failed : `${Math.floor(outcome.status / 100)}xx`;
}
