/** Repeats a question until the person ends it: `--watch`. */
import type { Terminal } from "./pages/terminal.js";

/** Answers are cached for about as long, so that shorter pauses would show the same figures. */
export const WATCH_SECONDS = 30;
/** The shortest pause: a question may cost calls of a daily quota. */
export const LEAST_WATCH_SECONDS = 5;

const INVALID = 2;

/**
 * Calls `ask` now and every so many seconds until `stopped` is aborted; a terminal shows one answer at a time. Returns the
 * last exit code; a question that is not valid is not repeated.
 */
export async function watch(
  ask: (terminal: Terminal) => Promise<number>,
  seconds: number,
  terminal: Terminal,
  stopped: AbortSignal,
): Promise<number> {
  let code = 0;
  const ended = new Promise<undefined>((resolve) => stopped.addEventListener("abort", () => resolve(undefined)));
  for (;;) {
    // The old answer stays until the new one is there, and nothing is shown in between.
    const pieces: (() => void)[] = [];
    const held: Terminal = {
      ...terminal,
      live: false,
      out: (text) => void pieces.push(() => terminal.out(text)),
      err: (text) => void pieces.push(() => terminal.err(text)),
    };
    const given = await Promise.race([ask(held), ended]);
    if (given === undefined || stopped.aborted) return code;
    code = given;
    terminal.clear?.();
    for (const print of pieces) print();
    if (code === INVALID) return code;
    terminal.err(`Asked at ${new Date().toTimeString().slice(0, 8)}, again every ${seconds} s; Ctrl-C ends it.\n`);
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([ended, new Promise<void>((resolve) => (timer = setTimeout(resolve, seconds * 1_000)))]);
    clearTimeout(timer);
    if (stopped.aborted) return code;
    if (!terminal.clear) terminal.out("\n");
  }
}
