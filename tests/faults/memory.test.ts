import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bomb, huge } from "../support/faults.js";
import { createStage, type RestAnswer } from "../support/stage.js";
import { expectNoQuote, expectServed, quoteBoth } from "./both-surfaces.js";

/** The peak memory of a process is available on Linux only. */
const SHOWS_MEMORY = existsSync("/proc/self/status");
if (!SHOWS_MEMORY) console.warn("!!! there is no /proc here: tests of memory with huge bodies are SKIPPED");

describe.skipIf(!SHOWS_MEMORY)("memory", () => {
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

    const meanwhile: Promise<RestAnswer>[] = [];
    const timer = setInterval(() => meanwhile.push(stage.get("/stock/KEPT.L")), 10);
    const answers = await quoteBoth(stage, "ACME");
    clearInterval(timer);
    const waits = (await Promise.all(meanwhile)).map(({ ms }) => ms);

    expectNoQuote(answers, "ACME", "sent an answer that cannot be used");
    expect(answers.rest.ms).toBeLessThan(2_000);
    expect(Math.max(0, ...waits)).toBeLessThan(200);
    expect(stage.memory().peak - before.peak).toBeLessThan(64);
    expectServed(await quoteBoth(stage, "OTHER"));
  });
});
