/** Counts calls to the simulated upstreams: every HTTP request, including handshakes. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** Provider letters in the simulator's addresses. */
export const LETTERS = ["a", "b", "c"] as const;
export type Letter = (typeof LETTERS)[number];

/** Times of the calls in milliseconds since the epoch, in order. */
export type Calls = Readonly<Record<Letter, number[]>>;

const REQUEST_START = "http.server.request.start";

/** Records every request to the simulator at `url` with the time `now`, until `stop`. */
export function countCalls(
  url: string,
  now: () => number,
): { calls: Calls; paths: Map<string, number>; urls: string[]; stop: () => void } {
  const paths = new Map<string, number>();
  const urls: string[] = [];
  const calls: Calls = { a: [], b: [], c: [] };
  const { host } = new URL(url);
  const onRequest = (message: unknown) => {
    const { request } = message as { request: { url?: string; headers: { host?: string } } };
    const letter = LETTERS.find((each) => request.url?.startsWith(`/${each}/`));
    if (letter && request.headers.host === host) {
      calls[letter].push(now());
      const p = request
        .url!.replace(/apikey=[^&]*|crumb=[^&]*/g, "")
        .replace(/\?.*/, "")
        .replace(/(quoteSummary|chart|timeseries)\/[^/?]+$/, "$1");
      const m =
        /modules=([^&]*)/.exec(request.url!)?.[1] ?? /[?&]type=([^&]*)/.exec(request.url!)?.[1]?.slice(0, 22) ?? "";
      const k = p + " " + m;
      paths.set(k, (paths.get(k) ?? 0) + 1);
      urls.push(`${now()} ${request.url}`);
    }
  };
  subscribe(REQUEST_START, onRequest);
  return { calls, paths, urls, stop: () => unsubscribe(REQUEST_START, onRequest) };
}

/** Returns the most calls within any span of `spanMs`. */
export function mostWithin(times: readonly number[], spanMs: number): number {
  let most = 0;
  let first = 0;
  for (const [index, time] of times.entries()) {
    while (times[first]! <= time - spanMs) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
