/**
 * Structured log lines on stderr, without secrets. pino creates the lines; this file adds redaction of whole lines and
 * a write that never blocks or throws.
 */
import { pino, type Logger } from "pino";
import { toEscapes } from "./printable.js";
import { isObject } from "./is-object.js";
import { createRedactor } from "./redact.js";

export type { Logger };
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export const LOG_FORMATS = ["json", "text"] as const;
type LogFormat = (typeof LOG_FORMATS)[number];
type LogLevel = (typeof LOG_LEVELS)[number];

/** Limit in bytes of log lines not yet read from stderr; further lines are dropped, so that no request has to wait. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/**
 * Returns a logger that writes one line per event to stderr, as JSON or as text for people; stdout belongs to the
 * protocol.
 *
 * The secrets are replaced by `***` wherever they appear in a line, also URL-encoded, in base64 and in hex. Control and
 * invisible characters are escaped.
 */
export function createLogger(level: LogLevel, secrets: readonly string[], format: LogFormat = "json"): Logger {
  const redact = createRedactor(secrets);
  const clean = (text: string) => escapeUnprintable(redact(text));
  // A reader that closed its end of the pipe is not an error, and there is nowhere to log it.
  if (!process.stderr.listeners("error").includes(ignore)) process.stderr.on("error", ignore);
  const batch = createBatch((lines) => {
    // Not pino.destination(): it writes to the file descriptor, where an unread pipe blocks a thread and the exit.
    if (process.stderr.writableLength < MAX_UNREAD_BYTES) process.stderr.write(lines);
  });
  // Parsing a line undoes its escapes, so the text is cleaned again.
  const write = format === "json" ? batch : (line: string) => batch(clean(toLogText(line)));
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => write(clean(line)) },
  );
}

/** Milliseconds for which lines are collected under load. */
const BATCH_MS = 10;

/**
 * Writes the first line at once and those of the next 10 ms together: a system call per line takes longer than creating
 * the line.
 */
function createBatch(write: (lines: string) => void): (line: string) => void {
  let waiting = "";
  let writtenAt = -BATCH_MS;
  function flush(): void {
    const lines = waiting;
    waiting = "";
    writtenAt = performance.now();
    if (lines) write(lines);
  }
  process.on("exit", flush);
  return (line) => {
    const isFirst = waiting === "";
    waiting += line;
    if (!isFirst) return;
    if (performance.now() - writtenAt >= BATCH_MS) flush();
    else setTimeout(flush, BATCH_MS);
  };
}

function ignore(): void {}

/** Nearly all lines are plain ASCII; searching the remaining ones for Unicode characters takes ten times as long. */
const PLAIN = /^[\n\x20-\x7e]*$/;
/**
 * Characters that JSON does not escape and that a terminal or an editor interprets or hides: C1 controls, bidi,
 * invisible and tag characters.
 */
const UNPRINTABLE =
  /[\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

function escapeUnprintable(lines: string): string {
  return PLAIN.test(lines) ? lines : lines.replace(UNPRINTABLE, toEscapes);
}

/**
 * Returns a JSON line of the log as text: time in UTC, level, event, message, then the other fields as `name=value`. A
 * value that is not a plain word is JSON, so that no text can pretend to be another line; the lines of a stack are
 * indented.
 */
function toLogText(json: string): string {
  const { level, time, event, message, error, ...fields } = toRecord(json);
  const more = Object.entries(fields).map(([name, value]) => `${name}=${toValue(value)}`);
  const words = [String(time).slice(11, 19), String(level).toUpperCase().padEnd(5), event, message, ...more];
  const stack =
    error === undefined
      ? ""
      : String(error)
          .replace(/^/gm, "    ")
          .replace(/[^\n\x20-\x7e]/g, " ") + "\n";
  return `${words
    .filter((word) => word !== undefined)
    .map((word) => String(word).replace(CONTROLS, " "))
    .join(" ")}\n${stack}`;
}

// oxlint-disable-next-line no-control-regex -- Parsing the line has undone the escapes of these.
const CONTROLS = /[\u0000-\u001f\u007f]+/g;

function toRecord(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : { message: json };
  } catch {
    return { message: json };
  }
}

function toValue(value: unknown): string {
  return typeof value === "string" && /^[\w./:{}@+*-]+$/.test(value) ? value : JSON.stringify(value);
}
