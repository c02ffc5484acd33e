/** Parses a caller's parameters into a capability's input, or throws a sentence that says how to correct them. */
import { eachOnce } from "../lib/each-once.js";
import { oncePer } from "../lib/once-per.js";
import { toReadable } from "../lib/printable.js";
import type { Capability, InputOf } from "./capability.js";
import { HINTS, MarketDataError, type Hint } from "./errors.js";
import { z } from "./schema.js";
import { joinSentences, say, the, type Sentence } from "./sentence.js";

const ECHO_LENGTH = 64;
const ECHO_ITEMS = 3;
/** Parameters that one error reports. */
const MAX_REPORTED = 3;
/** More items than any list allows; further ones are not validated. */
const MAX_ITEMS = 100;

/**
 * Returns the input of `capability`, normalised and with defaults.
 *
 * `extras` are additional parameters of a tool; they are returned next to the input. `elsewhere` returns what has an
 * unknown parameter.
 *
 * @throws {MarketDataError} `invalid_input`, naming the parameter, the value received and the values allowed.
 */
export function parseInput<C extends Capability>(
  capability: C,
  raw: Record<string, unknown>,
  extras: z.ZodRawShape = NO_EXTRAS,
  elsewhere: (name: string) => Hint | undefined = () => undefined,
): InputOf<C> & Record<string, unknown> {
  const schema = inputSchema(capability, extras);
  const parsed = schema.safeParse(withShortLists(raw));
  if (!parsed.success) {
    const issues = toReported(parsed.error.issues);
    refuseMissing(issues[0], schema);
    const [hint] = issues.flatMap((issue) => hintOf(issue, capability, raw) ?? ofUnknown(issue, elsewhere) ?? []);
    throw invalidInput(
      joinSentences(
        issues.map((issue) => describe(issue, raw, schema)),
        " ",
      ),
      hint,
    );
  }
  const input = parsed.data as InputOf<C> & Record<string, unknown>;
  const broken = capability.rule?.(input, raw);
  if (broken) throw invalidInput(broken);
  return capability.implied ? { ...input, ...capability.implied(input) } : input;
}

/**
 * Returns the issues to report, so that callers can correct several parameters at once: the first one of each parameter. An
 * unknown parameter stands alone: often it is the misspelt name of a missing one.
 */
function toReported(issues: readonly z.ZodIssue[]): z.ZodIssue[] {
  const unknown = issues.find(({ code }) => code === "unrecognized_keys");
  return unknown ? [unknown] : eachOnce(issues, ({ path }) => String(path[0])).slice(0, MAX_REPORTED);
}

/**
 * Cuts lists that are too long for any schema, because a megabyte can contain half a million items, each with its own
 * issue.
 */
function withShortLists(raw: Record<string, unknown>): Record<string, unknown> {
  const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > MAX_ITEMS;
  if (!Object.values(raw).some(isLong)) return raw;
  const short = Object.entries(raw).map(([name, value]) => [name, isLong(value) ? value.slice(0, MAX_ITEMS) : value]);
  return Object.fromEntries(short) as Record<string, unknown>;
}

/** Returns the strict schema of a capability's parameters and a tool's additional ones. */
export function inputSchema(capability: Capability, extras: z.ZodRawShape = NO_EXTRAS): z.AnyZodObject {
  return schemasOf(capability)(extras);
}

const NO_EXTRAS: z.ZodRawShape = {};
/** Cached, because creating a schema takes longer than parsing with it. */
const schemasOf = oncePer(({ input }: Capability) =>
  oncePer((extras: z.ZodRawShape) => z.object({ ...(input.shape as z.ZodRawShape), ...extras }).strict()),
);

/** Creates the error for invalid input. */
export function invalidInput(detail: string | Sentence, hint?: Hint): MarketDataError {
  return new MarketDataError("invalid_input", detail, { hints: hint === undefined ? [] : [hint] });
}

/** @throws {MarketDataError} `not_found` for the word that a program writes in place of a missing symbol. */
function refuseMissing(issue: z.ZodIssue | undefined, schema: z.AnyZodObject): void {
  const missing: unknown = issue?.code === "custom" ? issue.params?.["missing"] : undefined;
  if (issue === undefined || missing === undefined || isOptional(issue, schema)) return;
  const message = `Cannot find ${quoted(missing)}: programs write it where a symbol is missing.`;
  throw new MarketDataError("not_found", message, { hints: [HINTS.findSymbol] });
}

/** Whether a parameter may be left out. */
const isOptional = ({ path: [name] }: z.ZodIssue, { shape }: z.AnyZodObject) =>
  (shape as z.ZodRawShape)[String(name)]?.isOptional() === true;

/** Returns what helps with an invalid value: the schema's own hint, else that of the capability. */
function hintOf(issue: z.ZodIssue, capability: Capability, raw: Record<string, unknown>): Hint | undefined {
  if (issue.code === "custom") {
    const own = issue.params?.["hint"] as Hint | undefined;
    const several = own?.given?.["symbols"]?.split(",");
    return (several && capability.hintForSeveral?.(several)) ?? own;
  }
  const name = issue.code === "unrecognized_keys" ? issue.keys[0] : issue.path[0];
  return name === undefined ? undefined : capability.hintFor?.(String(name), raw[name]);
}

const ofUnknown = (issue: z.ZodIssue, elsewhere: (name: string) => Hint | undefined) =>
  issue.code === "unrecognized_keys" ? elsewhere(issue.keys[0]!) : undefined;

function describe(issue: z.ZodIssue, raw: Record<string, unknown>, schema: z.AnyZodObject): Sentence {
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(schema.shape);
    const takes = known.length ? `Allowed: ${known.join(", ")}.` : "It takes no parameters.";
    return say`Unknown parameter ${quoted(issue.keys[0])}. ${takes}`;
  }
  const name = String(issue.path[0]);
  const [, index] = issue.path;
  const value = raw[name];
  const item = Array.isArray(value) && typeof index === "number" ? (value[index] as unknown) : value;
  if (!(name in raw)) return say`Parameter "${the.parameter(name)}" is missing. Allowed: ${issue.message}.`;
  const isNoSymbol = issue.code === "custom" && issue.params?.["isNoSymbol"] === true && isOptional(issue, schema);
  const otherwise = isNoSymbol ? "; leave it out if you mean none or all" : "";
  return say`Invalid "${the.parameter(name)}": got ${quoted(item)}. Allowed: ${issue.message}${otherwise}.`;
}

/** The first items of a list, and how many it has. */
function quotedList(list: readonly unknown[]): string {
  const shown = list.slice(0, ECHO_ITEMS).map((item) => (Array.isArray(item) ? "a list" : quoted(item)));
  return `[${shown.join(", ")}${list.length > ECHO_ITEMS ? `, ... ${list.length} items` : ""}]`;
}

/** Formats a caller's value for an error message: JSON in one readable line, shortened. */
export function quoted(value: unknown): string {
  // Cut before escaping: a value may be megabytes long or nested too deeply for the stack.
  const shown =
    typeof value === "string"
      ? JSON.stringify(value.length > ECHO_LENGTH ? `${value.slice(0, ECHO_LENGTH)}…` : value)
      : typeof value === "object" && value !== null
        ? Array.isArray(value)
          ? quotedList(value)
          : "an object"
        : String(value);
  return toReadable(shown);
}
