/** The output streams of a command, for a terminal or a pipe, and questions to a person. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { ConfigError } from "../../contract/errors.js";
import { toPrintable } from "../../lib/printable.js";
import { createRedactor } from "../../lib/redact.js";
import { COLOURS } from "./printed-text.js";

/** The terminal or pipe that a command writes to. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Overwrites the current line of stderr; only for a live terminal and without external text. */
  overwrite(text: string): void;
  /** Removes everything from a terminal; absent for a pipe. */
  clear?(): void;
  /** Asks a person and returns the answer; absent where nobody can answer. */
  ask?: ((question: string) => Promise<string>) | undefined;
  /** Like `ask`, for a key: the terminal does not show the answer. */
  askSecret?: ((question: string) => Promise<string>) | undefined;
  /** Width in characters; `undefined` for a pipe. */
  columns: number | undefined;
  /** Whether a person is watching, so that lines may be replaced. */
  live: boolean;
  /** Whether colours are shown. */
  colour?: boolean;
}

/** Milliseconds after which work shows its progress. */
const PATIENCE_MS = 700;

/**
 * Waits for `work`. If it takes longer than a moment, a live terminal shows its elapsed seconds in a line that is removed
 * at the end.
 */
export async function whileShowing<T>(terminal: Terminal, what: string, work: Promise<T>): Promise<T> {
  if (!terminal.live) return work;
  const started = performance.now();
  let shown = false;
  const show = () => {
    shown = true;
    terminal.overwrite(`${what} … ${Math.floor((performance.now() - started) / 1_000)} s`);
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
    if (shown) terminal.overwrite("");
  }
}

/**
 * Returns a terminal that removes keys and contacts, because people paste its output into bug reports, and control
 * characters except for our own colours.
 */
export function cleaned(terminal: Terminal, secrets: readonly string[]): Terminal {
  const redact = createRedactor([...secrets]);
  const clean = (text: string) => toPrintable(redact(text));
  const painted = (text: string) => text.split(COLOURS).map((part, at) => (at % 2 === 1 ? part : clean(part)));
  return {
    ...terminal,
    out: (text) => terminal.out(terminal.colour ? painted(text).join("") : clean(text)),
    err: (text) => terminal.err(clean(text)),
  };
}

/** Asks a question on stderr, because stdout may be a pipe, and returns the line. */
export function askAtTerminal(question: string): Promise<string> {
  return askWith(question, process.stderr);
}

/** Asks a question and returns the line, which the terminal does not show. */
export async function askSecretAtTerminal(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await askWith("", nowhere);
  } finally {
    process.stderr.write("\n");
  }
}

/** @throws {ConfigError} when the person ends the input or interrupts. */
function askWith(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  return new Promise<string>((resolve, reject) => {
    lines.once("close", () => reject(new ConfigError("There was no answer, so nothing was done.")));
    lines.question(question).then(resolve, reject);
  }).finally(() => lines.close());
}
