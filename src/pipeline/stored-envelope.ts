/** Validates stored answers: other programs and older versions can write to the same store. */
import type { Capability, InputOf } from "../contract/capability.js";
import { type Envelope, MARKET_STATES } from "../contract/envelope.js";
import { REASONS } from "../contract/errors.js";
import { PROVIDER_IDS, SELF } from "../contract/provider-id.js";
import { z } from "../contract/schema.js";
import { withTexts } from "../contract/sentence.js";
import { isDay } from "../contract/values.js";
import type { IsValue } from "./cache.js";
import { isObject } from "../lib/is-object.js";
import { oncePer } from "../lib/once-per.js";
import { lifetimesOf, type MarketCalendar } from "./freshness.js";

const provider = z.enum(PROVIDER_IDS);
const reason = z.string().refine((name) => Object.hasOwn(REASONS, name));
/** Field names are restricted because they appear in HTTP headers. */
const fields = z.array(z.string().regex(/^[\w.]{1,64}$/));
/** One printable line. */
const sentence = z.string().regex(/^\P{Cc}{1,1000}$/u);
/** A sentence of ours, which may have a hundred parts on rows. */
const note = z.string().regex(/^\P{Cc}{1,50000}$/u);

const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .nullable();

/** The schema of every part of an envelope but its body. */
const history = {
  provider,
  fetchedAt: z.number(),
  asOf: z.string().datetime({ offset: true }).nullable(),
  passedOver: z.array(z.object({ provider, reason }).strict()),
  filled: z.array(
    z.object({ provider: provider.or(z.literal(SELF)), fields, reason: z.literal("computed").optional() }).strict(),
  ),
  missing: fields,
  permanentlyMissing: z.boolean().optional(),
  notes: z.array(note),
  currency: z.object({ price: currency, fields: z.record(z.string().regex(/^\w{1,64}$/), currency) }).strict(),
  market: z.enum(MARKET_STATES).optional(),
  funds: z.array(sentence).optional(),
  publicDays: z.array(sentence.nullable()).optional(),
  completeFrom: z.string().refine(isDay).optional(),
} satisfies Record<keyof Omit<Envelope, "body">, z.ZodTypeAny>;

/**
 * Whether a stored value is an envelope of this capability for this input, with plausible times.
 *
 * Validating a body takes several times as long as parsing it (30 µs for a quote), so only values from the store are
 * validated, never those in memory.
 */
export function isStoredEnvelope<C extends Capability>(
  capability: C,
  input: InputOf<C>,
  calendar: MarketCalendar,
): IsValue<Envelope> {
  return (value, { fetchedAt, freshUntil, staleUntil }): value is Envelope => {
    if (!schemaOf(capability).safeParse(withShortLists(value)).success) return false;
    const envelope = value as Envelope;
    if (!isReadable(envelope)) return false;
    const { symbol } = envelope.body;
    // A filer that is asked for by its name has another symbol, or none.
    const isAsAsked = capability.output.shape["symbol"]?.isNullable() !== true;
    if (isAsAsked && symbol !== undefined && input["symbol"] !== undefined && symbol !== input["symbol"]) return false;
    const longest = lifetimesOf(capability, envelope, calendar, () => 1, Date.now());
    return envelope.fetchedAt === fetchedAt && freshUntil <= longest.freshUntil && staleUntil <= longest.staleUntil;
  };
}

/** Whether the sentences of an answer can be written out. */
function isReadable({ body, notes }: Envelope): boolean {
  try {
    return Boolean(withTexts(body) && withTexts({ notes }));
  } catch {
    return false;
  }
}

/** Limit of the rows of a list that are checked; all rows of an answer come from one mapping. */
const CHECKED_ROWS = 1_000;

/**
 * The same envelope with the first and last rows of each long list of its body: checking 10,000 bars would keep the
 * event loop busy for 30 ms.
 */
function withShortLists(value: unknown): unknown {
  if (!isObject(value) || !isObject(value["body"])) return value;
  const lists = Object.entries(value["body"]).filter(([, rows]) => Array.isArray(rows) && rows.length > CHECKED_ROWS);
  if (lists.length === 0) return value;
  const shortened = (lists as [string, unknown[]][]).map(([name, rows]) => [
    name,
    [...rows.slice(0, CHECKED_ROWS / 2), ...rows.slice(-CHECKED_ROWS / 2)],
  ]);
  return { ...value, body: { ...value["body"], ...Object.fromEntries(shortened) } };
}

const schemaOf = oncePer(({ output }: Capability): z.ZodTypeAny =>
  z.object({ body: output.strict(), ...history }).strict(),
);
