/** Structured lines on stderr, with secrets removed. */
import { pino, type Logger } from "pino";
import { createRedactor } from "./contract/secrets.js";

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
  const redact = createRedactor(secrets.filter((secret) => secret.length > 3));
  const clean = (line: string) => redact(line).replace(UNPRINTABLE, escape);
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: clean },
  };
  if (!process.stderr.listeners("error").includes(takeNoNotice)) process.stderr.on("error", takeNoNotice);
  return pino(options, {
    // Through the stream and not to the file: a pipe that nobody empties would stop the whole process.
    write(line: string): void {
      if (process.stderr.writableLength < MAX_UNREAD_BYTES) process.stderr.write(line);
    },
  });
}

/** Nobody reads our log any more; that is no reason to fail, nor to tell the log. */
function takeNoNotice(): void {}

/** What JSON leaves as it is and a terminal or an editor does not: C1 controls, bidi, invisible and tag characters. */
const UNPRINTABLE =
  /[\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

function escape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
