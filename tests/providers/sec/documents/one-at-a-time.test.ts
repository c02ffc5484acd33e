/** The queue of documents: callers take turns, and work that cannot end in time is refused at once. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProviderError } from "../../../../src/contract/errors.js";
import { OneAtATime } from "../../../../src/providers/sec/documents/one-at-a-time.js";
import { joinCall } from "../../../../src/upstream/judged-upstream.js";
import { errorOf, outcomeOf } from "../../../support/gate.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue whose work takes a second or `takes` of them, with the order in which the work began. */
function createQueue() {
  const queue = new OneAtATime();
  const began: string[] = [];
  function ask(
    name: string,
    { seconds = 1000, takes = 1, others = [] as string[], signal = undefined as AbortSignal | undefined } = {},
  ) {
    const deadline = performance.now() + seconds * 1000;
    const [callerId] = name.split(" ") as [string];
    const upstream = {
      deadline,
      question: { callerId, others: new Set(others) },
      join: <T>(call: Promise<T>) => joinCall("provider-d", { deadline, signal }, call),
    };
    return queue.run(upstream, async () => {
      began.push(name);
      await new Promise((resolve) => setTimeout(resolve, takes * 1000));
    });
  }
  const flood = (by: string, count: number) =>
    Array.from({ length: count }, (_, at) => ask(`${by} ${at + 1}`).catch(() => {}));
  return { ask, flood, began };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("documents", () => {
  it("are read in turns of their callers, however many one caller asks for", async () => {
    const { flood, began } = createQueue();
    flood("x", 4);
    flood("z", 2);
    await pass(10_000);
    expect(began).toEqual(["x 1", "z 1", "x 2", "z 2", "x 3", "x 4"]);
  });

  it("of the caller with the fewest waiting are next among callers who had no turn", async () => {
    const { flood, began } = createQueue();
    flood("busy", 1);
    flood("x", 3);
    flood("y", 2);
    flood("z", 1);
    await pass(10_000);
    expect(began).toEqual(["busy 1", "z 1", "y 1", "x 1", "y 2", "x 2", "x 3"]);
  });

  it("of a caller who asks for the next one while one is read do not keep others waiting", async () => {
    const { ask, flood, began } = createQueue();
    flood("x", 3);
    for (let at = 1; at <= 3; at++) {
      void ask(`y ${at}`);
      await pass(1_000);
    }
    await pass(10_000);
    expect(began).toEqual(["x 1", "y 1", "x 2", "y 2", "x 3", "y 3"]);
  });

  it("of callers who ask for one after the other do not keep one waiting who has asked for several", async () => {
    const { ask, flood, began } = createQueue();
    flood("x", 3);
    for (let at = 1; at <= 4; at++) {
      void ask(`${at % 2 === 0 ? "y" : "z"} ${at}`);
      await pass(1_000);
    }
    await pass(10_000);
    expect(began).toEqual(["x 1", "z 1", "x 2", "y 2", "x 3", "z 3", "y 4"]);
  });

  it("for which several callers wait have the first of their turns", async () => {
    const { ask, flood, began } = createQueue();
    flood("x", 3);
    void ask("x 4", { others: ["z"] });
    await pass(10_000);
    expect(began).toEqual(["x 1", "x 4", "x 2", "x 3"]);
  });

  it("of two callers who wait for the same ones keep a third one waiting for the turns of these two only", async () => {
    const { ask, flood, began } = createQueue();
    flood("x", 3);
    for (let at = 1; at <= 5; at++) {
      void ask(`y ${at}`, { others: ["z"] });
      await pass(1_000);
    }
    await pass(10_000);
    expect(began).toEqual(["x 1", "y 1", "y 2", "x 2", "y 3", "x 3", "y 4", "y 5"]);
  });

  it("is waited for by all callers whose own ones wait, so that its calls have the turn of any of them", async () => {
    const queue = new OneAtATime();
    const asking = (callerId: string) => ({
      question: { callerId, others: new Set<string>() },
      join: <T>(call: Promise<T>) => call,
    });
    const [x, y, z] = [asking("x"), asking("y"), asking("z")];
    const seen: string[][] = [];
    const work = (of: typeof x) => async () => void seen.push([...of.question.others]);
    const begun = queue.run(x, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await work(x)();
    });
    const rest = [queue.run(y, work(y)), queue.run(z, work(z))];
    await pass(1_000);
    await Promise.all([begun, ...rest]);
    expect(seen).toEqual([["y", "z"], ["z"], []]);
  });

  it("are refused at once when they cannot be read before the deadline, and others are not", async () => {
    const { ask, flood, began } = createQueue();
    flood("before", 1);
    await pass(1_000);
    flood("x", 5);
    // Five before it, and itself, take six seconds.
    const refusal = (await errorOf(ask("x 6", { seconds: 5.9 }))) as ProviderError;
    expect(refusal).toMatchObject({ kind: "overloaded", reason: "queue_full", retryAfterSeconds: 5 });
    // It could, until a caller with fewer comes.
    void ask("x 7", { seconds: 6 }).catch(() => {});
    // One that is read now, one of x, and itself.
    expect(await errorOf(ask("z 1", { seconds: 2.9 }))).toMatchObject({ reason: "queue_full" });
    void ask("z 2", { seconds: 3 });
    await pass(10_000);
    expect(began).toEqual(["before 1", "x 1", "z 2", "x 2", "x 3", "x 4", "x 5"]);
  });

  it("of which a caller has a thousand waiting are refused at once, also while nobody knows how long they take", async () => {
    const { ask, flood, began } = createQueue();
    flood("x", 1001);
    expect(await errorOf(ask("x last"))).toMatchObject({ reason: "queue_full", retryAfterSeconds: 1 });
    void ask("y 1");
    await pass(1_000);
    expect(began).toEqual(["x 1", "y 1"]);
  });

  it("are expected to take a mean, in which the last one counts for a quarter", async () => {
    const { ask, flood } = createQueue();
    flood("before", 1);
    await pass(1_000);
    void ask("before 2", { takes: 5 });
    await pass(5_000);
    flood("x", 1);
    // Two seconds for that of x, and as many for its own.
    expect(await errorOf(ask("z 1", { seconds: 3.9 }))).toMatchObject({ reason: "queue_full", retryAfterSeconds: 2 });
    expect(await outcomeOf(Promise.race([ask("z 2", { seconds: 4 }), pass(3_000)]))).toBeUndefined();
  });

  it("whose question has ended leave the queue, and the next one goes on", async () => {
    const { ask, flood, began } = createQueue();
    flood("x", 1);
    const leaving = new AbortController();
    const left = errorOf(ask("y 1", { signal: leaving.signal }));
    const late = errorOf(ask("y 2", { seconds: 0.5 }));
    void ask("y 3");
    leaving.abort();
    await pass(2_000);
    expect([await left, await late]).toMatchObject([{ kind: "cancelled" }, { reason: "timed_out" }]);
    expect(began).toEqual(["x 1", "y 3"]);
  });

  it("that cannot be read do not hold up the next one", async () => {
    const queue = new OneAtATime();
    const upstream = { join: <T>(call: Promise<T>) => call };
    const broken = errorOf(queue.run(upstream, () => Promise.reject(new ProviderError("provider-d", "bad_answer"))));
    expect(await queue.run(upstream, async () => "next")).toBe("next");
    expect(await broken).toMatchObject({ reason: "bad_answer" });
  });
});
