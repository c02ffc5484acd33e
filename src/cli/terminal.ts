/** The terminal of a person, or what takes its place in a pipe. */

/** Where a command writes; `live` when somebody watches, so that a line may be written over. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Characters a line has; nothing where lines have no end. */
  columns: number | undefined;
  live: boolean;
}

/** Work that lasts longer is shown to be going on. */
const PATIENCE_MS = 700;
const CLEAR = "\r\u001B[K";

/** Shows on a live terminal, after a moment, what is waited for and how long already; leaves no trace. */
export async function whileShowing<T>(terminal: Terminal, what: string, work: Promise<T>): Promise<T> {
  if (!terminal.live) return work;
  const started = performance.now();
  let shown = false;
  const show = () => {
    shown = true;
    terminal.err(`${CLEAR}${what} … ${Math.floor((performance.now() - started) / 1_000)} s`);
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
    if (shown) terminal.err(CLEAR);
  }
}
