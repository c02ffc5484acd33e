/** Failures of the simulated upstreams: constant single failures, and a regular outage of all. */
import type { Draw } from "./chance.js";
import { pickWeighted } from "./chance.js";
import type { Call, Fault } from "../../system/market.js";

/** Calls in a hundred that succeed outside outages. */
const SUCCEEDING = 88;
const HTML = "<!doctype html><title>Sign in</title><p>Please prove that you are no robot.";
const FAULTS: readonly (readonly [fault: Fault, weight: number])[] = [
  [{ delayMs: 300 }, 3],
  [{ delayMs: 1_200 }, 2],
  [{ status: 500, body: '{"error":"Internal server error"}' }, 1],
  [{ status: 503, body: "" }, 1],
  ["hang", 1],
  ["reset", 1],
  [{ status: 200, body: '{"quote":[{"price": 1' }, 1],
  [{ status: 200, body: HTML, headers: { "content-type": "text/html" } }, 1],
  [{ status: 302, body: "", headers: { location: "http://127.0.0.1:9/elsewhere" } }, 1],
];
const DOWN: Fault = { status: 503, body: "down for maintenance" };

const OUTAGE_EVERY_MS = 120_000;
const OUTAGE_AFTER_MS = 45_000;
const OUTAGE_MS = 8_000;

/** Returns the function that decides whether and how a call fails; `elapsedMs` is the time since the load began. */
export function createFailures(draw: Draw, elapsedMs: () => number): (call: Call) => Fault | undefined {
  return () => {
    const phase = elapsedMs() % OUTAGE_EVERY_MS;
    if (phase >= OUTAGE_AFTER_MS && phase < OUTAGE_AFTER_MS + OUTAGE_MS) return DOWN;
    return pickWeighted<Fault | undefined>(draw, [[undefined, SUCCEEDING], ...FAULTS]);
  };
}
