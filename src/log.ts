/** Structured lines on stderr, with secrets removed. */
import { pino, type Logger } from "pino";

export type { Logger };
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * A logger that writes one JSON line per event to stderr; stdout belongs to the protocol.
 *
 * Whatever is written, the given secrets are not in it: plain, URL-encoded and
 * base64 spellings become `***`.
 */
export function createLogger(level: LogLevel, secrets: readonly string[]): Logger {
  const spellings = secrets.filter((secret) => secret.length > 3).flatMap(spellingsOf);
  const redact = (line: string) => spellings.reduce((text, secret) => text.replaceAll(secret, "***"), line);
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: spellings.length > 0 ? { streamWrite: redact } : {},
  };
  const stderr = pino.destination({ fd: 2, sync: true });
  // Nobody reads our log any more; that is no reason to stop, nor to tell the log.
  stderr.on("error", () => {});
  return pino(options, stderr);
}

function spellingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, json, encodeURIComponent(secret), Buffer.from(secret).toString("base64")])];
}
