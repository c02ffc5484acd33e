/** Calls a simulator like the real upstreams, with keys, cookie and crumb. */
import { afterAll } from "vitest";
import { type Simulator, startSimulator } from "../../src/simulator/server.js";

export interface Called {
  status: number;
  headers: Headers;
  text: string;
}

/** Rows from which a test reads only numbers. */
export type Figures = Record<string, number>;

/** The parts of provider B's envelopes that tests read. */
export interface YahooSummary<Modules = Record<string, Figures>> {
  quoteSummary: { result: Modules[] };
}
export interface YahooQuotes {
  quoteResponse: { result: Figures[] };
}
export interface YahooScreen {
  finance: { result: { count: number; total: number; quotes: { symbol: string }[] }[] };
}
export interface YahooError {
  quoteSummary: { error: { code: string; description: string } };
}

/** A simulator for the tests of a file, with `clock.now` as its time. */
export async function useSimulator(now: string, seed?: number) {
  const clock = { now };
  const options = { now: () => new Date(clock.now), ...(seed === undefined ? {} : { seed }) };
  const simulator: Simulator = await startSimulator(options);
  afterAll(() => simulator.close());

  async function call(path: string, init: RequestInit = {}): Promise<Called> {
    const response = await fetch(simulator.url + path, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** The rows of provider A's answer, typed as the test reads them. */
  async function a<Row = Figures>(path: string): Promise<Row[]> {
    const { text } = await call(`/a/${path}${path.includes("?") ? "&" : "?"}apikey=any`);
    return JSON.parse(text);
  }

  async function openSession(): Promise<{ cookie: string; crumb: string }> {
    const { headers } = await call("/b/cookie");
    const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    const { text: crumb } = await call("/b/v1/test/getcrumb", { headers: { cookie } });
    return { cookie, crumb };
  }

  /** Provider B's answer to a call that needs a crumb. */
  async function b<Body = YahooError>(path: string, init: RequestInit = {}): Promise<{ status: number; body: Body }> {
    const { cookie, crumb } = await openSession();
    const joined = `/b${path}${path.includes("?") ? "&" : "?"}crumb=${encodeURIComponent(crumb)}`;
    const { status, text } = await call(joined, { ...init, headers: { cookie } });
    return { status, body: JSON.parse(text) };
  }

  return { simulator, clock, call, a, b, openSession };
}
