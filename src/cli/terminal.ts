/** The terminal of a person, or the pipe or file in its place. */

/** Where a command writes. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Replaces the last line of stderr, which has no line feed yet; only where the terminal is `live`. */
  rewrite(line: string): void;
  /** Characters of a line; `undefined` where lines have no end. */
  columns: number | undefined;
  /** Whether a person is watching, so that lines may be replaced. */
  live: boolean;
}

/** Work that lasts longer is shown to be going on. */
const PATIENCE_MS = 700;

/** Shows on a live terminal, after a moment, the name and the seconds of the work; clears the line at the end. */
export async function whileShowing<T>(terminal: Terminal, what: string, work: Promise<T>): Promise<T> {
  if (!terminal.live) return work;
  const started = performance.now();
  let shown = false;
  const show = () => {
    shown = true;
    terminal.rewrite(`${what} … ${Math.floor((performance.now() - started) / 1_000)} s`);
  };
  let every: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    show();
    every = setInterval(show, 1_000);
  }, PATIENCE_MS);
  try {
    return await work;
  } finally {
    clearTimeout(first);
    clearInterval(every);
    if (shown) terminal.rewrite("");
  }
}
