/** Parses a tool's arguments: the parameters of its route, those that select a view, and additional ones of the tool. */
import type { Capability, InputOf } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import { readSent, type Taken } from "../arguments/read-sent.js";
import { invalidInput } from "../contract/input.js";
import { z } from "../contract/schema.js";
import { viewShape, type ToolView } from "../views/view.js";
import { parseJson } from "../lib/parse-json.js";
import { oncePer } from "../lib/once-per.js";

/** A placeholder argument that the interface requires for some tools; any value is accepted, and it may be omitted. */
const DUMMY = "random_string";
/** Limit of arguments; no tool has as many parameters. */
const MAX_ARGUMENTS = 50;

/**
 * Returns the parameters of a tool that its route lacks, or has with another default: the additional ones, those that
 * select a view, and the number of rows.
 */
export function toolParameters(capability: Capability): z.ZodRawShape {
  return { ...capability.tool.extras, ...routeLimit(capability), ...viewShape(capability) };
}

/** Returns the route's `limit` with the tool's default, because a model's context is scarcer than a program's. */
function routeLimit({ input, tool: { rows } }: Capability): z.ZodRawShape {
  const { limit } = input.shape as Record<string, z.ZodTypeAny>;
  if (!rows?.limit || !(limit instanceof z.ZodDefault)) return {};
  const inner = (limit as z.ZodDefault<z.ZodTypeAny>).removeDefault();
  return { limit: inner.default(rows.limit.shown).describe(limit.description ?? "") };
}

/**
 * Returns the `toolParameters` that the list of tools shows. `format` and `fields` would cost 17 tokens each in every
 * tool with a list; the server's instructions name them once.
 */
export function listedParameters(capability: Capability): z.ZodRawShape {
  const { extras, rows } = capability.tool;
  const listed = new Set<string>(["as_of", "provenance", ...(rows?.listed ?? [])]);
  const view = Object.entries(viewShape(capability)).filter(([name]) => listed.has(name));
  return { ...extras, ...routeLimit(capability), ...Object.fromEntries(view) };
}

/** The arguments of each tool; cached, because creating schemas takes longer than parsing with them. */
const takenBy = oncePer((capability: Capability): Taken => {
  const { [DUMMY]: dummy, ...own } = toolParameters(capability);
  return { own: own as z.ZodRawShape, ignored: dummy === undefined ? [] : [DUMMY], isLenient: true };
});

/** A tool's parsed arguments. */
export interface ReadArguments<C extends Capability> {
  readonly input: InputOf<C>;
  readonly view: ToolView;
}

/**
 * Returns a tool's arguments as the capability's input and as a view of its answer. The catalogue is needed for
 * messages that name other tools.
 *
 * @throws {MarketDataError} `invalid_input`, naming the argument, the value received and the values allowed.
 */
export function readArguments<C extends Capability>(
  capability: C,
  sent: unknown,
  catalogue: readonly Entry[] = [],
): ReadArguments<C> {
  const args = toObject(sent);
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    throw invalidInput("Arguments must be an object with named parameters.");
  }
  // Count before copying: one megabyte can contain a hundred thousand arguments.
  if (Object.keys(args).length > MAX_ARGUMENTS) throw invalidInput(`Allowed: ${MAX_ARGUMENTS} arguments.`);
  const { input, view, given } = readSent(capability, { ...args }, takenBy(capability), catalogue);
  const { rows } = capability.tool;
  const chosen = view.format !== undefined || view.fields !== undefined;
  const format = view.format ?? rows?.format ?? "json";
  const sized = (rows?.sizedBy ?? ["limit"]).some((name) => name in given);
  return { input, view: { ...view, format, sized, chosen } };
}

/** Returns the object of arguments that are absent, an empty list or text, or JSON text of an object. */
function toObject(args: unknown): unknown {
  if (args === undefined || args === null || args === "") return {};
  if (Array.isArray(args)) return args.length === 0 ? {} : args;
  if (typeof args !== "string" || !/^\s*\{/.test(args)) return args;
  return parseJson(args) ?? args;
}
