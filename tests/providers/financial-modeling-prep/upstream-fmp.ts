/** Simulates provider A: a table of its paths and their answers. */
import { http, HttpResponse } from "msw";
import type { useInternet } from "../../support/internet.js";
import { BASES } from "../../support/ask.js";

/** The body of the answer, a whole response, or a function that chooses one by the query. */
type Reply = unknown | Response | ((query: URLSearchParams) => unknown);

/**
 * Answers these paths of provider A and no others. Returns the list of calls, each as path and query without the key.
 */
export function simulateFmp(server: ReturnType<typeof useInternet>, replies: { [path: string]: Reply }): string[] {
  const base = `${BASES["provider-a"]}/`;
  const calls: string[] = [];
  server.use(
    http.get(`${base}*`, async ({ request }) => {
      const url = new URL(request.url);
      const path = url.href.slice(base.length).split("?")[0]!;
      if (!Object.hasOwn(replies, path)) return undefined;
      url.searchParams.delete("apikey");
      calls.push(`${path}${url.search}`);
      const reply = replies[path];
      const chosen: unknown = typeof reply === "function" ? await reply(url.searchParams) : reply;
      return chosen instanceof Response ? chosen.clone() : HttpResponse.json(chosen as object);
    }),
  );
  return calls;
}

/** Never answers within a test. */
export function hang(): Promise<never> {
  return new Promise(() => {});
}

/** The text with which provider A refuses a symbol, a path or a parameter. */
export const NOT_IN_PLAN = {
  symbol:
    "Premium Query Parameter: 'Special Endpoint : This value set for 'symbol' is not available under your current subscription please visit our subscription page to upgrade your plan",
  path: "Restricted Endpoint: This endpoint is not available under your current subscription please visit our subscription page to upgrade your plan",
  limit:
    "Premium Query Parameter: 'Special Parameters : The values for 'limit' must be between 0 and 5 for your current subscription",
  period:
    "Premium Query Parameter: 'Special Parameters : The value for 'period' is not available under your current subscription",
  from: "Special Endpoint : This value set for 'from' is not available under your current subscription",
} as const;

/** A refusal in A's form: plain text under a JSON content type. */
export function refused(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new HttpResponse(text, { status, headers: { "content-type": "application/json; charset=utf-8", ...headers } });
}
