/** `--watch`: the same question again and again. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Terminal } from "../../src/cli/pages/terminal.js";
import { watch } from "../../src/cli/watch.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function terminalWith(isScreen: boolean) {
  const seen: string[] = [];
  const terminal: Terminal = {
    out: (text) => void seen.push(text),
    err: (text) => void seen.push(text),
    overwrite: () => {},
    columns: 80,
    live: false,
    ...(isScreen && { clear: () => void seen.push("<clear>") }),
  };
  return { terminal, seen };
}

async function watched(codes: number[], isScreen: boolean, seconds: number) {
  const { terminal, seen } = terminalWith(isScreen);
  const stop = new AbortController();
  let asked = 0;
  const ask = (to: Terminal) => {
    to.out(`answer ${++asked}\n`);
    return Promise.resolve(codes.shift() ?? 0);
  };
  const ending = watch(ask, 10, terminal, stop.signal);
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  stop.abort();
  return { code: await ending, seen };
}

it("clears a terminal before each answer, and ends when it is stopped", async () => {
  const { code, seen } = await watched([], true, 15);
  const last = expect.stringMatching(/^Asked at \d\d:\d\d:\d\d, again every 10 s; Ctrl-C ends it\.\n$/) as string;
  expect([code, seen]).toEqual([0, ["<clear>", "answer 1\n", last, "<clear>", "answer 2\n", last]]);
});

it("separates the answers in a pipe by a blank line, and goes on after a failure", async () => {
  const { code, seen } = await watched([1, 0], false, 15);
  expect(code).toBe(0);
  expect(seen.filter((text) => !text.startsWith("Asked at"))).toEqual(["answer 1\n", "\n", "answer 2\n"]);
});

it("does not repeat a question that is not valid", async () => {
  expect(await watched([2], true, 60)).toEqual({ code: 2, seen: ["<clear>", "answer 1\n"] });
});
