import { describe, expect, it } from "vitest";
import { StaleAnswers } from "../../src/status/stale-answers.js";

const QUOTE = { name: "quote", title: "Stock quote" };
const SCREENER = { name: "screener", title: "Stock screener" };
const stale = (ageSeconds = 90) => ({ state: "stale" as const, staleReason: "provider-a: timed out", ageSeconds });
const FRESH = { state: "hit" as const, ageSeconds: 1 };

function remember() {
  let now = 0;
  const answers = new StaleAnswers(() => now);
  return { answers, pass: (seconds: number) => (now += seconds * 1000) };
}

describe("stale answers", () => {
  it("are listed newest first, with why and since when", () => {
    const { answers, pass } = remember();
    answers.note(QUOTE, { symbol: "AAPL" }, stale());
    pass(10);
    answers.note(SCREENER, { sector: "Energy" }, stale(400));
    pass(5);
    expect(answers.list()).toEqual([
      {
        title: "Stock screener",
        count: 1,
        reason: "provider-a: timed out",
        age_seconds: 400,
        seconds_ago: 5,
      },
      { title: "Stock quote", count: 1, reason: "provider-a: timed out", age_seconds: 90, seconds_ago: 15 },
    ]);
  });

  it("are counted by capability, without the symbols that callers asked for", () => {
    const { answers, pass } = remember();
    answers.note(QUOTE, { symbol: "SECRET" }, stale(5));
    pass(10);
    answers.note(QUOTE, { symbol: "MSFT" }, stale(70));
    expect(answers.list()).toEqual([
      { title: "Stock quote", count: 2, reason: "provider-a: timed out", age_seconds: 70, seconds_ago: 0 },
    ]);
  });

  it("are taken back by a fresh answer to the same question, and by no other", () => {
    const { answers } = remember();
    answers.note(QUOTE, { symbol: "AAPL" }, stale());
    answers.note(QUOTE, { symbol: "MSFT" }, FRESH);
    expect(answers.list()).toHaveLength(1);
    answers.note(QUOTE, { symbol: "AAPL" }, FRESH);
    expect(answers.list()).toEqual([]);
  });

  it("are none that are only being refreshed: nothing is wrong with those", () => {
    const { answers } = remember();
    const refreshing = { state: "stale" as const, ageSeconds: 17 };
    answers.note(QUOTE, { symbol: "AAPL" }, refreshing);
    answers.note(QUOTE, { symbol: "MSFT" }, stale());
    answers.note(QUOTE, { symbol: "MSFT" }, refreshing);
    expect(answers.list()).toEqual([]);
  });

  it("are forgotten after a quarter of an hour, and are never more than fifty", () => {
    const { answers, pass } = remember();
    for (let each = 0; each < 60; each++) answers.note(QUOTE, { symbol: `S${each}` }, stale());
    expect(answers.list()).toMatchObject([{ title: "Stock quote", count: 50 }]);
    pass(15 * 60);
    expect(answers.list()).toEqual([]);
  });
});
