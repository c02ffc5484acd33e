/** Whether what lies in the store is an answer we could have kept: others can write there, and older versions have. */
import type { Capability, InputOf } from "../contract/capability.js";
import type { Envelope } from "../contract/envelope.js";
import { REASONS } from "../contract/errors.js";
import { PROVIDER_IDS, SELF } from "../contract/provider-id.js";
import { z } from "../contract/schema.js";
import type { IsValue } from "./cache.js";
import { lifetimesOf, type MarketCalendar } from "./freshness.js";

const provider = z.enum(PROVIDER_IDS);
const reason = z.string().refine((name) => Object.hasOwn(REASONS, name));
/** Names of fields end up in headers. */
const fields = z.array(z.string().regex(/^[\w.]{1,64}$/));
/** One line, for a person. */
const sentence = z.string().regex(/^\P{Cc}{1,1000}$/u);

const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .nullable();

const history = {
  provider,
  fetchedAt: z.number(),
  asOf: z.string().datetime({ offset: true }).nullable(),
  passedOver: z.array(z.object({ provider, reason }).strict()),
  filled: z.array(
    z.object({ provider: provider.or(z.literal(SELF)), fields, reason: z.literal("computed").optional() }).strict(),
  ),
  missing: fields,
  lacksForGood: z.boolean().optional(),
  notes: z.array(sentence),
  // Earlier versions stored one code or `null` here; those answers count as misses.
  currency: z.object({ price: currency, fields: z.record(z.string().regex(/^\w{1,64}$/), currency) }).strict(),
  publicDays: z.array(sentence.nullable()).optional(),
};

const schemas = new WeakMap<Capability, z.ZodTypeAny>();

/**
 * Whether a stored value is an envelope of this capability that answers this
 * input, with times that it can have.
 *
 * Reading a body with its schema takes several times as long as parsing it
 * (30 µs for a quote), so this is for what comes from the store, never for what
 * is in memory.
 */
export function isStoredEnvelope<C extends Capability>(
  capability: C,
  input: InputOf<C>,
  calendar: MarketCalendar,
): IsValue<Envelope> {
  return (value, { fetchedAt, freshUntil, staleUntil }): value is Envelope => {
    if (!schemaOf(capability).safeParse(value).success) return false;
    const envelope = value as Envelope;
    const { symbol } = envelope.body;
    if (symbol !== undefined && input["symbol"] !== undefined && symbol !== input["symbol"]) return false;
    const longest = lifetimesOf(capability, envelope, calendar, () => 1);
    return envelope.fetchedAt === fetchedAt && freshUntil <= longest.freshUntil && staleUntil <= longest.staleUntil;
  };
}

function schemaOf(capability: Capability): z.ZodTypeAny {
  const known = schemas.get(capability);
  if (known) return known;
  const schema = z.object({ body: capability.output.strict(), ...history }).strict();
  schemas.set(capability, schema);
  return schema;
}
