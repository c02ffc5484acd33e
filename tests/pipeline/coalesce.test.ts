import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Coalescer } from "../../src/pipeline/coalesce.js";
import type { Patience } from "../../src/contract/patience.js";
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

/** A coalescer whose fetches end when the test opens `gate`. */
function createFetches() {
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
  it("starts one fetch for all callers with the same key", async () => {
    const { coalescer, gate, signals, join } = createFetches();
    const callers = Array.from({ length: 500 }, () => join(patient()));
    expect({ started: signals.length, inFlight: coalescer.size }).toEqual({ started: 1, inFlight: 1 });
    gate.open("answer");
    expect(new Set(await Promise.all(callers))).toEqual(new Set(["answer"]));
    expect({ inFlight: coalescer.size, aborted: signals[0]!.aborted }).toEqual({ inFlight: 0, aborted: false });
  });

  it("starts a separate fetch for each key", async () => {
    const { gate, signals, join } = createFetches();
    const callers = [join(patient(), "one"), join(patient(), "two")];
    expect(signals).toHaveLength(2);
    gate.open("answer");
    expect(await Promise.all(callers)).toEqual(["answer", "answer"]);
  });

  it("starts a new fetch once the earlier one has ended", async () => {
    const { coalescer } = createFetches();
    expect(await coalescer.join("k", patient(), async () => "first")).toBe("first");
    expect(await coalescer.join("k", patient(), async () => "second")).toBe("second");
  });

  it("adds the callers who join a fetch to its question", async () => {
    const { gate, join } = createFetches();
    const question = { callerId: "first", others: new Set<string>() };
    const ofJoining = (callerId: string | undefined) => ({
      ...patient(),
      question: { callerId, others: new Set<string>() },
    });
    const callers = [
      join({ ...patient(), question }),
      join(patient()),
      ...["second", "third", undefined].map((each) => join(ofJoining(each))),
    ];
    expect([...question.others]).toEqual(["second", "third"]);
    gate.open("answer");
    await Promise.all(callers);
  });

  it("continues the fetch when the caller that started it is cancelled", async () => {
    const { gate, signals, join } = createFetches();
    const leaving = new AbortController();
    const first = errorOf(join(patient(60, leaving.signal)));
    const second = join(patient());
    leaving.abort();
    expect(await first).toMatchObject(CANCELLED);
    expect(signals[0]!.aborted).toBe(false);
    gate.open("answer");
    expect(await second).toBe("answer");
  });

  it("aborts the fetch when its last caller is cancelled, and starts another one for the next caller", async () => {
    const { coalescer, signals, join } = createFetches();
    const leaving = [new AbortController(), new AbortController()];
    const callers = leaving.map(({ signal }) => errorOf(join(patient(60, signal))));
    leaving[0]!.abort();
    await callers[0];
    expect(signals[0]!.aborted).toBe(false);
    leaving[1]!.abort();
    expect(await callers[1]).toMatchObject(CANCELLED);
    expect({ aborted: signals[0]!.aborted, inFlight: coalescer.size }).toEqual({ aborted: true, inFlight: 0 });
    void outcomeOf(join(patient()));
    expect(signals[1]!.aborted).toBe(false);
  });

  it("rejects a caller that is cancelled already, without a fetch", async () => {
    const { signals, join } = createFetches();
    expect(await errorOf(join(patient(60, AbortSignal.abort())))).toMatchObject(CANCELLED);
    expect(signals).toEqual([]);
  });

  it("lets a later caller wait only until its own deadline", async () => {
    const { gate, signals, join } = createFetches();
    const first = join(patient(60));
    const impatient = errorOf(join(patient(1)));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await impatient).toMatchObject(LATE);
    expect(signals[0]!.aborted).toBe(false);
    gate.open("answer");
    expect(await first).toBe("answer");
  });

  it("aborts the fetch at the last caller's deadline", async () => {
    const { signals, join } = createFetches();
    const caller = errorOf(join(patient(2)));
    await vi.advanceTimersByTimeAsync(2000);
    expect(await caller).toMatchObject(LATE);
    expect(signals[0]!.aborted).toBe(true);
  });

  it("passes a failure to all callers and does not cache it", async () => {
    const { coalescer, gate, join } = createFetches();
    const callers = [join(patient()), join(patient()), join(patient())].map(errorOf);
    const failure = new Error("no luck");
    gate.fail(failure);
    expect(await Promise.all(callers)).toEqual([failure, failure, failure]);
    expect(coalescer.size).toBe(0);
    expect(await coalescer.join("k", patient(), async () => "again")).toBe("again");
  });

  it("lets a fetch wait for many parts at once, without a warning of Node", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockReturnValue();
    await new Coalescer().join("key", patient(), async (signal) => {
      for (let part = 0; part < 25; part++) signal.addEventListener("abort", () => part);
    });
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });
});
