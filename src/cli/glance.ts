/** One security on one screen: its quote, with what people look up beside a price. */
import { CATALOGUE } from "../catalogue.js";
import type { Capability } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import { toMarketDataError } from "../contract/errors.js";
import type { Served } from "../contract/envelope.js";
import { innerOf } from "../contract/field.js";
import { parseInput } from "../contract/input.js";
import { toQuestion, type Ask } from "../contract/question.js";
import { z } from "../contract/schema.js";
import { isObject } from "../lib/is-object.js";

/** The further groups of the screen: of which answer, where in it, and the fields that people look for. */
const GROUPS = [
  {
    name: "nextEarnings",
    of: entryWith("next", "estimates"),
    within: "next",
    fields: ["from", "to", "estimated", "when"],
  },
  {
    name: "dividend",
    of: entryWith("annualRate", "exDate"),
    within: undefined,
    fields: ["yield", "annualRate", "exDate", "payDate"],
  },
].map((group) => {
  const { output } = group.of.capability;
  const whole = (
    group.within === undefined ? output : innerOf(output.shape[group.within] as z.ZodTypeAny)
  ) as z.AnyZodObject;
  const own = group.fields.map((name) => [name, whole.shape[name] as z.ZodTypeAny]);
  return { ...group, shape: z.object(Object.fromEntries(own) as z.ZodRawShape).nullable() };
});

/** The row whose answer has these fields. */
function entryWith(...fields: string[]): Entry {
  return CATALOGUE.find(({ capability }) => fields.every((name) => name in capability.output.shape))!;
}

/** An answer, and the capability that declares its fields. */
interface Shown {
  capability: Capability;
  served: Served;
}

/** Returns a quote with the further groups; they are asked for after it, whose own optional parts have a second of time. */
export async function withGlance(
  { capability, served }: Shown,
  symbol: string,
  ask: Ask,
  catalogue: readonly Entry[],
): Promise<Shown> {
  const rowOf = ({ of }: (typeof GROUPS)[number]) => catalogue.find((row) => row.capability === of.capability)!;
  const answers = await Promise.all(GROUPS.map((group) => askGroup(rowOf(group), symbol, ask)));
  const { envelope } = served;
  const body = { ...envelope.body };
  const filled = envelope.filled.map((each) => ({ ...each, fields: [...each.fields] }));
  const missing = [...envelope.missing];
  for (const [at, { name, fields, within }] of GROUPS.entries()) {
    const answer = answers[at];
    const part = within === undefined ? answer?.envelope.body : answer?.envelope.body[within];
    const values = isObject(part) ? fields.map((field) => [field, part[field] ?? null] as const) : [];
    const isKnown = values.some(([, value]) => value !== null);
    body[name] = isKnown ? Object.fromEntries(values) : null;
    if (answer === undefined) missing.push(name);
    if (!answer || !isKnown || answer.envelope.provider === envelope.provider) continue;
    const { provider } = answer.envelope;
    const same = filled.find((each) => each.provider === provider && each.reason === undefined);
    if (same) same.fields.push(name);
    else filled.push({ provider, fields: [name] });
  }
  const further = Object.fromEntries(GROUPS.map(({ name, shape }) => [name, shape]));
  return {
    capability: { ...capability, output: capability.output.extend(further) },
    served: { ...served, envelope: { ...envelope, body, filled, missing } },
  };
}

/** Returns the answer; `null` where there is none for this security, and `undefined` where none could be had or it is old. */
async function askGroup(entry: Entry, symbol: string, ask: Ask): Promise<Served | null | undefined> {
  try {
    const served = await ask(toQuestion(entry, parseInput(entry.capability, { symbol })));
    return served.state === "stale" ? undefined : served;
  } catch (error) {
    const { kind } = toMarketDataError(error);
    return kind === "not_found" || kind === "no_coverage" ? null : undefined;
  }
}
