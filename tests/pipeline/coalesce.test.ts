import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Coalescer, type Patience } from "../../src/pipeline/coalesce.js";
import { createGate, errorOf, outcomeOf } from "../support/gate.js";

const CANCELLED = { kind: "cancelled", message: "The request was cancelled." };
const LATE = { kind: "upstream_unavailable", message: "No answer came in time. Try again in a moment." };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A caller that waits `seconds` at most. */
const patient = (seconds = 60, signal?: AbortSignal): Patience => ({
  deadline: performance.now() + seconds * 1000,
  signal,
});

/** Fetches that end when the test says so. */
function createRunway() {
  const coalescer = new Coalescer();
  const gate = createGate<string>();
  const signals: AbortSignal[] = [];
  const start = (signal: AbortSignal) => {
    signals.push(signal);
    return gate.passed;
  };
  return { coalescer, gate, signals, join: (patience: Patience, key = "k") => coalescer.join(key, patience, start) };
}

describe("Coalescer", () => {
  it("starts one flight for all callers with the same key", async () => {
    const { coalescer, gate, signals, join } = createRunway();
    const callers = Array.from({ length: 500 }, () => join(patient()));
    expect({ started: signals.length, inTheAir: coalescer.size }).toEqual({ started: 1, inTheAir: 1 });
    gate.open("landed");
    expect(new Set(await Promise.all(callers))).toEqual(new Set(["landed"]));
    expect({ inTheAir: coalescer.size, aborted: signals[0]!.aborted }).toEqual({ inTheAir: 0, aborted: false });
  });

  it("starts a separate flight for each key", async () => {
    const { gate, signals, join } = createRunway();
    const callers = [join(patient(), "one"), join(patient(), "two")];
    expect(signals).toHaveLength(2);
    gate.open("landed");
    expect(await Promise.all(callers)).toEqual(["landed", "landed"]);
  });

  it("starts a new flight once the earlier one has landed", async () => {
    const { coalescer } = createRunway();
    expect(await coalescer.join("k", patient(), async () => "first")).toBe("first");
    expect(await coalescer.join("k", patient(), async () => "second")).toBe("second");
  });

  it("continues the flight when the caller that started it is cancelled", async () => {
    const { gate, signals, join } = createRunway();
    const leaving = new AbortController();
    const first = errorOf(join(patient(60, leaving.signal)));
    const second = join(patient());
    leaving.abort();
    expect(await first).toMatchObject(CANCELLED);
    expect(signals[0]!.aborted).toBe(false);
    gate.open("landed");
    expect(await second).toBe("landed");
  });

  it("aborts the flight when its last caller is cancelled, and starts another for the next one", async () => {
    const { coalescer, signals, join } = createRunway();
    const leaving = [new AbortController(), new AbortController()];
    const callers = leaving.map(({ signal }) => errorOf(join(patient(60, signal))));
    leaving[0]!.abort();
    await callers[0];
    expect(signals[0]!.aborted).toBe(false);
    leaving[1]!.abort();
    expect(await callers[1]).toMatchObject(CANCELLED);
    expect({ aborted: signals[0]!.aborted, inTheAir: coalescer.size }).toEqual({ aborted: true, inTheAir: 0 });
    void outcomeOf(join(patient()));
    expect(signals[1]!.aborted).toBe(false);
  });

  it("rejects a caller that was cancelled before, without a flight", async () => {
    const { signals, join } = createRunway();
    expect(await errorOf(join(patient(60, AbortSignal.abort())))).toMatchObject(CANCELLED);
    expect(signals).toEqual([]);
  });

  it("lets a later caller wait only until its own deadline", async () => {
    const { gate, signals, join } = createRunway();
    const first = join(patient(60));
    const hasty = errorOf(join(patient(1)));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await hasty).toMatchObject(LATE);
    expect(signals[0]!.aborted).toBe(false);
    gate.open("landed");
    expect(await first).toBe("landed");
  });

  it("aborts the flight at the last caller's deadline", async () => {
    const { signals, join } = createRunway();
    const caller = errorOf(join(patient(2)));
    await vi.advanceTimersByTimeAsync(2000);
    expect(await caller).toMatchObject(LATE);
    expect(signals[0]!.aborted).toBe(true);
  });

  it("passes a failure to all callers and does not cache it", async () => {
    const { coalescer, gate, join } = createRunway();
    const callers = [join(patient()), join(patient()), join(patient())].map(errorOf);
    const failure = new Error("no luck");
    gate.fail(failure);
    expect(await Promise.all(callers)).toEqual([failure, failure, failure]);
    expect(coalescer.size).toBe(0);
    expect(await coalescer.join("k", patient(), async () => "again")).toBe("again");
  });
});
