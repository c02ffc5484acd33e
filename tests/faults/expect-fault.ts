/** Checks the effect of one fault of provider A on a quote. */
import { expect } from "vitest";
import type { Play } from "../support/faulty-upstream.js";
import type { Stage } from "../support/stage.js";
import { expectNoQuote, expectServed, quoteBoth, type BothAnswers } from "./both-surfaces.js";

let served = 0;

/**
 * Lets provider A answer one symbol with `play`. Expects that both surfaces state why there is no quote, and that the
 * next symbol succeeds. `mostCalls` is the limit of calls to A per surface.
 */
export async function expectFault(
  stage: Stage,
  play: Play,
  { why, mostCalls = 1, symbol = "ACME" }: { why: string; mostCalls?: number; symbol?: string },
): Promise<BothAnswers> {
  const { upstream } = stage;
  upstream.on(`/a/quote?symbol=${symbol}`, play);
  const answers = await quoteBoth(stage, symbol);
  expectNoQuote(answers, symbol, why);
  const calls = upstream.calls("/a").length;
  expect(calls).toBeGreaterThanOrEqual(2);
  expect(calls).toBeLessThanOrEqual(2 * mostCalls);
  expectServed(await quoteBoth(stage, `NEXT${++served}`));
  return answers;
}
