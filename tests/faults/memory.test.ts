import { describe, expect, it } from "vitest";
import { hasProcessFacts, processorMsOf } from "../support/process-facts.js";
import { bomb, huge } from "../support/faults.js";
import { createStage, type RestAnswer } from "../support/stage.js";
import { expectNoQuote, expectServed, quoteBoth } from "./both-surfaces.js";

/**
 * The most processor time of both questions, and of the other caller's, in milliseconds. Unlike the time that a caller
 * waits, it does not grow when other programs use the processors.
 */
const MOST_PROCESSOR_MS = 500;

describe.skipIf(!hasProcessFacts)("memory", () => {
  it.each([
    ["F12: a body of 100 MB", huge(100)],
    ["F12: a body of 100 MB without a declared length", huge(100, { declared: false })],
    ["F13: 1 GB compressed to 1 MB", bomb(1024)],
    ["F13: 64 MB compressed with brotli", bomb(64, "br")],
    ["F13: 96 MB compressed twice", bomb(96, "gzip", 2)],
  ])("%s is aborted soon, takes little memory and delays no other caller", async (_what, play) => {
    const stage = await createStage();
    stage.upstream.on("/a/quote?symbol=ACME", play);
    // The first question loads code, whose memory must not count for the body.
    expectServed(await quoteBoth(stage, "KEPT.L"));
    const before = stage.memory();

    const processorBefore = processorMsOf(stage.program.child.pid!);
    const asked = quoteBoth(stage, "ACME");
    // One at once, because the body may be aborted within the first 10 ms.
    const meanwhile: Promise<RestAnswer>[] = [stage.get("/stock/KEPT.L")];
    const timer = setInterval(() => meanwhile.push(stage.get("/stock/KEPT.L")), 10);
    const answers = await asked;
    clearInterval(timer);
    const processorMs = processorMsOf(stage.program.child.pid!) - processorBefore;
    const others = await Promise.all(meanwhile);
    const waits = others.map(({ ms }) => ms);

    expectNoQuote(answers, "ACME", "sent an answer that cannot be used");
    expect(answers.rest.ms).toBeLessThan(2_000);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
    expect(Math.max(...waits)).toBeLessThan(200);
    expect(processorMs).toBeLessThan(MOST_PROCESSOR_MS);
    expect(stage.memory().peak - before.peak).toBeLessThan(64);
    expectServed(await quoteBoth(stage, "OTHER"));
  });
});
