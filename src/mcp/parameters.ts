/**
 * Tool arguments beyond the route's parameters: rows, fields and format of the text, and a past
 * day.
 */
import { LRUCache } from "lru-cache";
import type { Capability, InputOf } from "../contract/capability.js";
import { invalidInput, parseInput, quoted } from "../contract/input.js";
import { z } from "../contract/schema.js";

/** How to present an answer. */
export interface View {
  limit?: number | undefined;
  fields?: readonly string[] | undefined;
  format: "json" | "csv";
  /** The caller gave a limit, so the text may be longer than by default. */
  sized: boolean;
  /** A day, `YYYY-MM-DD`; anything published later is omitted. */
  asOf?: string | undefined;
}

/**
 * A placeholder argument that the interface requires for some tools; any value is accepted, and it
 * may be omitted.
 */
const DUMMY = "random_string";
/** More than any tool has. */
const MAX_ARGUMENTS = 50;
const MAX_FIELDS = 60;
/** As the only field: selects all fields. */
export const ALL_FIELDS = "*";

const FIELDS_ALLOWED = `a list of 1 to ${MAX_FIELDS} field names, such as ["date", "value"], or ["*"] for all`;
const AS_OF_ALLOWED = "a day that is not in the future, as YYYY-MM-DD";

const fields = z
  .array(z.string({ errorMap: () => ({ message: FIELDS_ALLOWED }) }).regex(/^(?:\*|\w{1,64})$/, FIELDS_ALLOWED), {
    errorMap: () => ({ message: FIELDS_ALLOWED }),
  })
  .min(1, FIELDS_ALLOWED)
  .max(MAX_FIELDS, FIELDS_ALLOWED)
  .refine((names) => names.length === 1 || !names.includes(ALL_FIELDS), FIELDS_ALLOWED);
const format = z.enum(["json", "csv"], { errorMap: () => ({ message: "json, csv" }) });
const asOf = z.string({ errorMap: () => ({ message: AS_OF_ALLOWED }) }).refine(isPastDay, AS_OF_ALLOWED);

/** Returns the parameters of a tool that its route does not have. */
export function toolParameters({ tool }: Capability): z.ZodRawShape {
  const { rows, history, extras } = tool;
  return {
    ...extras,
    ...(rows?.limit ? { limit: rowLimit(rows.limit.shown, rows.limit.max) } : {}),
    ...(rows
      ? {
          fields: fields.optional().describe(rows.usualFields ? 'Columns; ["*"]: all' : "Columns"),
          format: format.optional().describe("Text"),
        }
      : {}),
    ...(history ? { as_of: asOf.optional().describe("YYYY-MM-DD: as known then") } : {}),
  };
}

/**
 * Parameters of each tool without the placeholder, cached because building the schemas takes longer
 * than parsing.
 */
const taken = new WeakMap<Capability, { dummy: boolean; own: z.ZodRawShape }>();

function takenBy(capability: Capability) {
  const known = taken.get(capability);
  if (known) return known;
  const { [DUMMY]: dummy, ...own } = toolParameters(capability);
  const made = { dummy: dummy !== undefined, own };
  taken.set(capability, made);
  return made;
}

/** A tool's parsed arguments. */
export interface ReadArguments<C extends Capability> {
  readonly input: InputOf<C>;
  readonly view: View;
}

/** Memory limit in bytes for arguments that were valid before, since clients repeat them. */
export const KNOWN_ARGUMENTS_BYTES = 4 * 1024 * 1024;
const known = new LRUCache<string, ReadArguments<Capability>>({
  maxSize: KNOWN_ARGUMENTS_BYTES,
  // The text, about the same size again as objects, and the cache's overhead.
  sizeCalculation: (_read, text) => 500 + 4 * text.length,
});

/**
 * Parses a tool's arguments into the capability's input and the view of its answer.
 *
 * @throws {MarketDataError} `invalid_input`, naming the argument, the value received and the values
 * allowed.
 */
export function readArguments<C extends Capability>(capability: C, args: unknown): ReadArguments<C> {
  const text = isShort(args) ? `${capability.name} ${JSON.stringify(args)}` : undefined;
  const before = text === undefined ? undefined : known.get(text);
  if (before) return before as ReadArguments<C>;
  const read = parseArguments(capability, args);
  if (text !== undefined) known.set(text, Object.freeze({ ...read, input: Object.freeze(read.input) }));
  return read;
}

/** Whether `args` is an object with a few short values, cheap enough for a cache key. */
function isShort(args: unknown): args is object {
  if (typeof args !== "object" || args === null) return false;
  const values: unknown[] = Object.values(args);
  if (values.length > MAX_ARGUMENTS) return false;
  return values.every((value) => (typeof value === "string" ? value.length <= 64 : typeof value === "number"));
}

function parseArguments<C extends Capability>(capability: C, args: unknown): ReadArguments<C> {
  if (args !== undefined && (typeof args !== "object" || args === null || Array.isArray(args))) {
    throw invalidInput("Arguments must be an object with named parameters.");
  }
  // Count before copying: one megabyte can contain a hundred thousand arguments.
  if (Object.keys(args ?? {}).length > MAX_ARGUMENTS) throw invalidInput(`Allowed: ${MAX_ARGUMENTS} arguments.`);
  const { dummy, own } = takenBy(capability);
  const given: Record<string, unknown> = { ...(args as object) };
  if (dummy) delete given[DUMMY];
  if (!capability.tool.history && "as_of" in given) throw noHistory(capability);
  const parsed: Record<string, unknown> = parseInput(capability, given, own);
  const view: View = { format: "json", sized: "limit" in given };
  for (const name of Object.keys(own)) {
    const value = parsed[name];
    delete parsed[name];
    if (value !== undefined) Object.assign(view, { [name === "as_of" ? "asOf" : name]: value });
  }
  refuseUnknownFields(capability, view.fields);
  return { input: parsed as InputOf<C>, view };
}

/** Returns the names of a row's fields in a tool's list; `open` when rows may have more. */
export function rowFields({ tool, output }: Capability): { names: string[]; open: boolean } {
  let schema = tool.rows && (output.shape[tool.rows.list] as z.ZodTypeAny | undefined);
  if (schema instanceof z.ZodUnion) schema = (schema.options as z.ZodTypeAny[])[0];
  const row = schema instanceof z.ZodArray ? (schema.element as z.ZodTypeAny) : undefined;
  if (!(row instanceof z.ZodObject)) return { names: [], open: true };
  return { names: Object.keys(row.shape as object), open: !(row._def.catchall instanceof z.ZodNever) };
}

function refuseUnknownFields(capability: Capability, asked: readonly string[] | undefined): void {
  if (!asked) return;
  const { names, open } = rowFields(capability);
  const unknown = open ? undefined : asked.find((name) => name !== ALL_FIELDS && !names.includes(name));
  if (unknown === undefined) return;
  throw invalidInput(`Invalid "fields": got ${quoted(unknown)}. Allowed: ${names.join(", ")}.`);
}

function rowLimit(shown: number, max: number) {
  const message = `a whole number from 1 to ${max}`;
  return z
    .number({ errorMap: () => ({ message }) })
    .int()
    .min(1)
    .max(max)
    .optional()
    .describe(`Default ${shown}`);
}

function noHistory({ title, tool }: Capability) {
  return invalidInput(
    `"as_of" is not possible with ${tool.name}: ${title.toLowerCase()} shows how things are now and has no history. as_of works with financial statements, insider transactions and price-target changes.`,
  );
}

function isPastDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const at = Date.parse(value);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value) && at <= Date.now();
}
