/** Structured lines on stderr, with secrets removed. */
import { pino, type Logger } from "pino";
import { createRedactor } from "./lib/redact.js";

export type { Logger };
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Lines that wait for a reader; more is nobody reading, and then lines are lost rather than calls held up. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/**
 * A logger that writes one JSON line per event to stderr; stdout belongs to the protocol.
 *
 * Whatever is written, the given secrets are not in it: plain, URL-encoded,
 * base64 and hex spellings become `***`. Characters that a terminal would obey
 * or not show are escaped.
 */
export function createLogger(level: LogLevel, secrets: readonly string[]): Logger {
  const redact = createRedactor(secrets);
  const clean = (lines: string) => {
    const redacted = redact(lines);
    return PLAIN.test(redacted) ? redacted : redacted.replace(UNPRINTABLE, escape);
  };
  const options = {
    level,
    base: null,
    timestamp,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (!process.stderr.listeners("error").includes(takeNoNotice)) process.stderr.on("error", takeNoNotice);
  const add = createBatch((text, isClean) => {
    // Through the stream and not to the file: a pipe that nobody empties would stop the whole process.
    if (process.stderr.writableLength < MAX_UNREAD_BYTES) process.stderr.write(isClean ? text : clean(text));
  });
  const log = pino(options, { write: (line: string) => add(line, false) });
  writers.set(log, { clean, write: (line) => add(line, true) });
  return log;
}

/** How lines that are clean go out, and what makes them so, by logger. */
const writers = new WeakMap<Logger, { clean: (text: string) => string; write: (line: string) => void }>();

/** Writes a line that differs from others of its kind by an id and a time in whole milliseconds. */
export type LineLog = (id: string, ms: number) => void;

/**
 * Logs at `info` what is always the same but for an id and a time in whole
 * milliseconds: at a tenth of what it costs to have each line made anew. The id
 * is one of ours, in which there is nothing to redact or to escape.
 */
export function createLineLog(log: Logger, same: Readonly<Record<string, string | number>>): LineLog {
  const writer = writers.get(log);
  if (!writer || !log.isLevelEnabled("info")) return () => {};
  const { clean, write } = writer;
  const rest = clean(JSON.stringify(same).slice(1, -1));
  return (id, ms) => write(`{"level":"info"${timestamp()},${rest},"id":"${id}","ms":${ms}}\n`);
}

const timestamp = createClock();

/** How long lines wait for more of them when they come thick and fast. */
const BATCH_MS = 10;

type Write = (text: string, isClean: boolean) => void;

/** Collects lines to clean and write them in one go: each by itself costs more than it takes to make. */
function createBatch(write: Write): Write {
  let waiting = "";
  let isClean = true;
  let writtenAt = 0;
  function flush(): void {
    const text = waiting;
    waiting = "";
    writtenAt = performance.now();
    if (text) write(text, isClean);
    isClean = true;
  }
  process.on("exit", flush);
  return (line, isLineClean) => {
    const now = performance.now();
    if (waiting === "" && now - writtenAt >= BATCH_MS) {
      writtenAt = now;
      write(line, isLineClean);
      return;
    }
    if (waiting === "") setTimeout(flush, BATCH_MS);
    waiting += line;
    isClean &&= isLineClean;
  };
}

/** The time of a line; many lines are written in one millisecond. */
function createClock(): () => string {
  let at = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== at) text = `,"time":"${new Date(now).toISOString()}"`;
    at = now;
    return text;
  };
}

/** Nobody reads our log any more; that is no reason to fail, nor to tell the log. */
function takeNoNotice(): void {}

/** Most lines are; looking for the others in Unicode takes ten times as long. */
const PLAIN = /^[\n\x20-\x7e]*$/;
/** What JSON leaves as it is and a terminal or an editor does not: C1 controls, bidi, invisible and tag characters. */
const UNPRINTABLE =
  /[\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

function escape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
