import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LongAnswers, MAX_LONG, type EndLong } from "../../src/upstream/long-answers.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const inSeconds = (seconds: number) => performance.now() + seconds * 1000;

/** Takes every place, each for another question. */
async function fill(places: LongAnswers): Promise<EndLong[]> {
  const taken = Array.from({ length: MAX_LONG }, () => places.take({}, inSeconds(1)));
  return (await Promise.all(taken)) as EndLong[];
}

describe("places for long answers", () => {
  it("are given to two questions at once; the next ones wait in the order of their arrival", async () => {
    const places = new LongAnswers();
    const [endFirst, endSecond] = await fill(places);
    const order: string[] = [];
    const third = places.take({}, inSeconds(20)).then((end) => (order.push("third"), end));
    const fourth = places.take({}, inSeconds(20)).then((end) => (order.push("fourth"), end));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(order).toEqual([]);
    endSecond!();
    expect(await third).toBeTypeOf("function");
    expect(order).toEqual(["third"]);
    endFirst!();
    expect(await fourth).toBeTypeOf("function");
  });

  it("are not given after the deadline", async () => {
    const places = new LongAnswers();
    const [end] = await fill(places);
    const late = places.take({}, inSeconds(5));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await late).toBeUndefined();
    end!();
    expect(await places.take({}, inSeconds(0))).toBeTypeOf("function");
  });

  it("are not given to a cancelled caller, before or while it waits", async () => {
    const places = new LongAnswers();
    await fill(places);
    const leaving = new AbortController();
    const waiting = places.take({}, inSeconds(5), leaving.signal);
    leaving.abort();
    expect(await waiting).toBeUndefined();
    expect(await places.take({}, inSeconds(5), leaving.signal)).toBeUndefined();
  });

  it("are shared by all long answers of a question, also by those that waited together", async () => {
    const places = new LongAnswers();
    const [endOne] = await fill(places);
    const question = {};
    const both = [places.take(question, inSeconds(5)), places.take(question, inSeconds(5))];
    endOne!();
    const [first, second] = (await Promise.all(both)) as [EndLong, EndLong];
    const third = (await places.take(question, inSeconds(5)))!;
    const other = places.take({}, inSeconds(5));
    for (const end of [first, second, first, first]) end();
    let isGiven = false;
    void other.then(() => (isGiven = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(isGiven).toBe(false);
    third();
    expect(await other).toBeTypeOf("function");
  });
});
