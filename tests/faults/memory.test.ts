import { describe, expect, it } from "vitest";
import { hasProcessFacts, processorMsOf } from "../support/process-facts.js";
import { bomb, huge } from "../support/faults.js";
import { startOtherCaller } from "../support/other-caller.js";
import { createStage } from "../support/stage.js";
import { expectNoQuote, expectServed, quoteBoth } from "./both-surfaces.js";

/**
 * The most processor time in milliseconds of both questions. Unlike the time that a caller waits, it does not grow when
 * other programs use the processors.
 */
const MOST_PROCESSOR_MS = 500;
/** The most processor time in milliseconds that the main thread uses during one request of another caller. */
const MOST_HOLD_MS = 200;
/** The longest wait of another caller in milliseconds, also where it waits for the machine's other programs. */
const MOST_WAIT_MS = 1_000;

describe.skipIf(!hasProcessFacts)("memory", () => {
  it.each([
    ["F12: a body of 100 MB", huge(100)],
    ["F12: a body of 100 MB without a declared length", huge(100, { declared: false })],
    ["F13: 1 GB compressed to 1 MB", bomb(1024)],
    ["F13: 64 MB compressed with brotli", bomb(64, "br")],
    ["F13: 96 MB compressed twice", bomb(96, "gzip", 2)],
  ])("%s is aborted soon, takes little memory and delays no other caller", async (_what, play) => {
    const stage = await createStage();
    for (const symbol of ["ACME", "ALONE"]) stage.upstream.on(`/a/quote?symbol=${symbol}`, play);
    // The first question loads code, whose memory must not count for the body.
    expectServed(await quoteBoth(stage, "KEPT.L"));
    const before = stage.memory();

    const stop = await startOtherCaller(stage, "/api/v1/stock/KEPT.L");
    const answers = await quoteBoth(stage, "ACME");
    const other = await stop();
    // The requests of the other caller take processor time too, more of them the slower the machine is.
    const processorBefore = processorMsOf(stage.program.child.pid!);
    expectNoQuote(await quoteBoth(stage, "ALONE"), "ALONE", "sent an answer that cannot be used");
    const processorMs = processorMsOf(stage.program.child.pid!) - processorBefore;

    expectNoQuote(answers, "ACME", "sent an answer that cannot be used");
    expect(answers.rest.ms).toBeLessThan(2_000);
    expect(other.answers).toBeGreaterThan(0);
    expect(other.statuses).toEqual([200]);
    expect(other.mostProcessorMs).toBeLessThan(MOST_HOLD_MS);
    expect(other.longestMs).toBeLessThan(MOST_WAIT_MS);
    expect(processorMs).toBeLessThan(MOST_PROCESSOR_MS);
    expect(stage.memory().peak - before.peak).toBeLessThan(64);
    expectServed(await quoteBoth(stage, "OTHER"));
  });
});
