/** Parses a tool's arguments: the parameters of its route, those that select a view, and additional ones of the tool. */
import type { Capability, InputOf } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import { toExpectedForm } from "../arguments/expected-form.js";
import { toDeclaredNames } from "../arguments/parameter-names.js";
import { readSent, type AcceptedArguments } from "../arguments/read-sent.js";
import { invalidInput } from "../contract/input.js";
import { z } from "../contract/schema.js";
import { viewShape, type ToolView } from "../views/view.js";
import { isObject } from "../lib/is-object.js";
import { parseJson } from "../lib/parse-json.js";
import { oncePer } from "../lib/once-per.js";

/** A placeholder argument that the interface requires for some tools; any value is accepted, and it may be omitted. */
const DUMMY = "random_string";
/**
 * Members that hosts add to the arguments of every tool by themselves: Gemini CLI; n8n; clients of OpenAI's API; Cline and its
 * relatives. A model cannot leave them out, so that a refusal would help nobody.
 */
export const HOST_MEMBERS = [
  "wait_for_previous",
  "toolCallId",
  "tool_call_id",
  "sessionId",
  "action",
  "chatInput",
  "task_progress",
  "explanation",
  "toolSummary",
  "requires_approval",
];
/** Names under which models put the whole object of arguments. */
const WRAPPERS = new Set(
  "input inputs args arguments kwargs params parameters body data payload request tool_input filters criteria".split(
    " ",
  ),
);
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
const acceptedBy = oncePer((capability: Capability): AcceptedArguments => {
  const { [DUMMY]: _dummy, ...own } = toolParameters(capability);
  const known = { ...capability.input.shape, ...own, ...capability.tool.aliases };
  const ignored = [DUMMY, ...HOST_MEMBERS].filter((name) => !Object.hasOwn(known, name));
  return { own: own as z.ZodRawShape, ignored, isLenient: true };
});

/** The arguments of a question whose answer is a file: those of the route, whose defaults leave out no rows. */
const acceptedForFiles = oncePer((capability: Capability): AcceptedArguments => {
  return { own: viewShape(capability), ignored: [DUMMY], isLenient: true };
});

/** A tool's parsed arguments. */
interface ReadArguments<C extends Capability> {
  readonly input: InputOf<C>;
  readonly view: ToolView;
}

/**
 * Returns a tool's arguments as the capability's input and as a view of its answer; with `forFile` those of its route, for
 * an answer that no model reads. The catalogue is needed for messages that name other tools.
 *
 * @throws {MarketDataError} `invalid_input`, naming the argument, the value received and the values allowed.
 */
export function readArguments<C extends Capability>(
  capability: C,
  sent: unknown,
  catalogue: readonly Entry[] = [],
  forFile = false,
): ReadArguments<C> {
  const taken = forFile ? acceptedForFiles(capability) : acceptedBy(capability);
  const args = unwrapped(toArguments(sent), capability, taken);
  const { input, view, given } = readSent(capability, { ...args }, taken, catalogue);
  const { rows } = capability.tool;
  const chosen = view.format !== undefined || view.fields !== undefined;
  const usual = rows?.format;
  const isTable = typeof usual === "object" ? usual.with in given : usual === "csv";
  const format = view.format ?? (isTable ? "csv" : "json");
  const sized = (rows?.sizedBy ?? ["limit"]).some((name) => name in given);
  return { input, view: { ...view, format, sized, chosen } };
}

/** @throws {MarketDataError} `invalid_input` for arguments that are no object, or too many. */
function toArguments(sent: unknown): Record<string, unknown> {
  const args = toObject(sent);
  if (!isObject(args)) throw invalidInput("Arguments must be an object with named parameters.");
  // Count before copying: one megabyte can contain a hundred thousand arguments.
  if (Object.keys(args).length > MAX_ARGUMENTS) throw invalidInput(`Allowed: ${MAX_ARGUMENTS} arguments.`);
  return args;
}

/** Returns the arguments inside a wrapper, `{input: {symbol: "AAPL"}}`, that stands alone and is no parameter of the tool. */
function unwrapped(
  args: Record<string, unknown>,
  { input }: Capability,
  { own, ignored }: AcceptedArguments,
): Record<string, unknown> {
  const [name, ...others] = Object.keys(args).filter((each) => !ignored.includes(each));
  if (name === undefined || others.length > 0 || !WRAPPERS.has(name)) return args;
  const inner = toObject(args[name]);
  return name in input.shape || name in own || !isObject(inner) ? args : toArguments(inner);
}

/** Returns the object of arguments that are absent, an empty list or text, or JSON text of an object. */
function toObject(args: unknown): unknown {
  if (args === undefined || args === null || args === "") return {};
  if (Array.isArray(args)) return args.length === 0 ? {} : args;
  if (typeof args !== "string" || !/^\s*\{/.test(args)) return args;
  return parseJson(args) ?? args;
}

/** Returns the parameters that an unknown name means, as callers of the tool may use it. */
export function parametersMeant(sent: string, value: unknown, capability: Capability): readonly string[] | undefined {
  return toDeclaredNames({ [sent]: value }, shapeOf(capability), capability.tool.aliases).renamed[0]?.[1];
}

/**
 * Returns the parameter that alone takes the value, and its form: `quarterly` is `["period", "quarter"]`. Parameters that take
 * a symbol or any text do not count. A number has no meaning where several parameters take numbers, and a year is no count.
 */
export function parameterTaking(value: string, capability: Capability): [name: string, value: string] | undefined {
  // It means all rows, and neither all adjustments nor the lek of Albania.
  if (/^all$/i.test(value)) return undefined;
  const [isNumber, isYear] = [/^\d+$/.test(value), /^(?:19|20)\d\d$/.test(value)];
  const taking = Object.entries(shapeOf(capability)).flatMap(([name, field]): [string, unknown][] => {
    const read = (text: string) =>
      field.safeParse(toExpectedForm(name, field, text)) as z.SafeParseReturnType<string, unknown>;
    const { data } = read(value);
    const isCount = isNumber && read("1").success;
    return read("XYZQ").success || (isCount ? isYear : data === undefined) ? [] : [[name, data]];
  });
  const [[name, data] = ["", undefined], ...others] = taking;
  return data === undefined || others.length > 0 ? undefined : [name, String(data)];
}

const shapeOf = (capability: Capability): z.ZodRawShape => ({ ...viewShape(capability), ...capability.input.shape });
