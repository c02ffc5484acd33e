/** A line of the log as text for a person at a terminal. */
import { isObject } from "./is-object.js";

/**
 * Returns a JSON line of the log as text: time in UTC, level, event, message, then the other fields as `name=value`. A
 * value that is not a plain word is JSON, so that no text can pretend to be another line; the lines of a stack are
 * indented.
 */
export function toLogText(json: string): string {
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
