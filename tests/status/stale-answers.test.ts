import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { toQuestion } from "../../src/contract/question.js";
import { StaleAnswers } from "../../src/status/stale-answers.js";

const rowOf = (name: string) => CATALOGUE.find(({ capability }) => capability.name === name)!;
const quoteOf = (symbol: string) => toQuestion(rowOf("quote"), { symbol });
const SCREENING = toQuestion(rowOf("screener"), { sector: "Energy" });
const stale = (ageSeconds = 90) => ({ state: "stale" as const, staleReason: "provider-a: timed out", ageSeconds });
const FRESH = { state: "hit" as const, ageSeconds: 1 };

function createAnswers() {
  let now = 0;
  const answers = new StaleAnswers(() => now);
  return { answers, pass: (seconds: number) => (now += seconds * 1000) };
}

describe("stale answers", () => {
  it("are listed newest first, with reason and time", () => {
    const { answers, pass } = createAnswers();
    answers.note(quoteOf("AAPL"), stale());
    pass(10);
    answers.note(SCREENING, stale(400));
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
    const { answers, pass } = createAnswers();
    answers.note(quoteOf("SECRET"), stale(5));
    pass(10);
    answers.note(quoteOf("MSFT"), stale(70));
    expect(answers.list()).toEqual([
      { title: "Stock quote", count: 2, reason: "provider-a: timed out", age_seconds: 70, seconds_ago: 0 },
    ]);
  });

  it("are removed by a fresh answer to the same question only", () => {
    const { answers } = createAnswers();
    answers.note(quoteOf("AAPL"), stale());
    answers.note(quoteOf("MSFT"), FRESH);
    expect(answers.list()).toHaveLength(1);
    answers.note(quoteOf("AAPL"), FRESH);
    expect(answers.list()).toEqual([]);
  });

  it("are removed after a quarter of an hour, and are never more than fifty", () => {
    const { answers, pass } = createAnswers();
    for (let each = 0; each < 60; each++) answers.note(quoteOf(`S${each}`), stale());
    expect(answers.list()).toMatchObject([{ title: "Stock quote", count: 50 }]);
    pass(15 * 60);
    expect(answers.list()).toEqual([]);
  });
});
