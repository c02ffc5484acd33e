/** Builds envelopes from data: the interface's key order, timestamps, and the providers that answered or failed. */
import type { Capability } from "../contract/capability.js";
import { isIndex, isMinorUnit, NO_CURRENCIES, toMajorUnit, type Currencies } from "../contract/currency.js";
import { toFacts, type Envelope, type Served } from "../contract/envelope.js";
import type { Derived } from "../contract/entry.js";
import { fieldsOf } from "../contract/field.js";
import type { SourceAnswer } from "../contract/provider.js";
import { serveOwn, toBody, toTimestamp } from "../contract/own-answer.js";
import { PROVIDER_IDS, type ProviderId } from "../contract/provider-id.js";
import { on, say, the, type Sentence } from "../contract/sentence.js";
import { toCurrencyCode } from "../contract/values.js";
import { isObject } from "../lib/is-object.js";
import type { Found } from "./fallback.js";

/** Seconds for which an unknown symbol counts as unknown; it may be listed later. */
const UNKNOWN_SECONDS = 60;

/** Returns the note on an unknown currency, because readers would otherwise assume dollars. */
export function toUnknownCurrencyNote(provider: ProviderId): Sentence {
  return on.currency(say`${the.source(provider)} does not state the currency of these amounts.`);
}

/**
 * Returns the envelope of an answer that was fetched by `now` (milliseconds, UTC). An answer made of a part that was
 * fetched earlier is as old as that part.
 */
export function compose<C extends Capability>(capability: C, found: Found<C>, now: number): Envelope {
  const { source, passedOver, filled } = found;
  const { provider } = source;
  const at = Math.min(now, found.fetchedAt ?? now);
  const isLevel = isIndex(found.data["symbol"]);
  const isUnknown = found.currency === null && !isLevel;
  const notes = [...(found.notes ?? []), ...(isUnknown ? [toUnknownCurrencyNote(provider.id)] : [])];
  const data = isLevel && "currency" in found.data ? { ...found.data, currency: null } : found.data;
  return {
    body: toBody(capability, data, provider.label, toTimestamp(at)),
    provider: provider.id,
    fetchedAt: at,
    asOf: found.asOf ?? null,
    passedOver,
    filled,
    currency: isLevel ? NO_CURRENCIES : toCurrencies(capability, found),
    ...toFacts({ ...found, notes }),
  };
}

/**
 * Returns the envelope of an answer computed from other answers: as old as the oldest of them, and not cached itself.
 */
export function serveDerived<C extends Capability>(
  capability: C,
  { data, parts, failures = [], notes, missing, currency = NO_CURRENCIES, market }: Derived<C>,
  at: number,
): Served {
  const stamps = parts.map(({ envelope }) => envelope.body["timestamp"]).filter((stamp) => typeof stamp === "string");
  const oldest = parts.map(({ envelope }) => envelope.fetchedAt).toSorted((one, other) => one - other)[0];
  const own = serveOwn(
    capability,
    data,
    at,
    stamps.toSorted()[0] ?? (oldest === undefined ? undefined : toTimestamp(oldest, 0)),
  );
  const states = new Set(parts.map(({ state }) => state));
  const stale = parts.find(({ staleReason }) => staleReason !== undefined);
  const asked = new Set(parts.map(({ envelope }) => envelope.provider));
  const passedOver = parts.flatMap(({ envelope }) => envelope.passedOver);
  // Figures computed from one answer describe the same time.
  const only = parts.length === 1 ? parts[0] : undefined;
  return {
    ...(only?.endsOn === undefined ? {} : { endsOn: only.endsOn }),
    envelope: {
      ...own.envelope,
      asOf: only?.envelope.asOf ?? null,
      passedOver: [...new Map(passedOver.map((each) => [each.provider, each])).values()],
      filled: PROVIDER_IDS.filter((id) => asked.has(id)).map((provider) => ({ provider, fields: [] })),
      currency,
      ...toFacts({
        missing: missing ?? parts.flatMap(({ envelope }) => envelope.missing),
        notes: [...new Set(notes ?? parts.flatMap(({ envelope }) => envelope.notes))],
        market,
      }),
    },
    state: states.has("stale") ? "stale" : states.has("miss") ? "miss" : "hit",
    ageSeconds: Math.max(0, ...parts.map(({ ageSeconds }) => ageSeconds)),
    // An unknown symbol will still be unknown in a minute; any other failure may have passed by then.
    freshForSeconds: failures.every(({ kind }) => kind === "not_found")
      ? Math.min(
          failures.length > 0 ? UNKNOWN_SECONDS : Infinity,
          ...parts.map(({ freshForSeconds }) => freshForSeconds),
        )
      : 0,
    ...(stale?.staleReason === undefined ? {} : { staleReason: stale.staleReason }),
  };
}

/**
 * Returns the currencies of an answer: of the prices, and of each amount that is declared as another owner's. Exchanges
 * use a minor unit (pence) for prices only: every source sends the market cap in the currency itself.
 */
function toCurrencies(capability: Capability, answer: SourceAnswer<Record<string, unknown>>): Currencies {
  const price = toCurrencyCode(answer.currency ?? capability.currency);
  const fields: Record<string, string | null> = {};
  const declared = fieldsOf(capability.output);
  for (const [path, { owner }] of declared) {
    const [top] = path.split(".");
    const name = declared.has(top!) && Array.isArray(answer.data[top!]) ? top! : path.split(".").at(-1)!;
    if (owner === "major" && isMinorUnit(price) && hasFigure(answer.data, path)) fields[name] = toMajorUnit(price);
    if (owner === "accounts" && answer.accounts !== undefined) fields[name] = toCurrencyCode(answer.accounts);
    if (owner === "usd" && price !== "USD") fields[name] = "USD";
  }
  for (const [name, code] of Object.entries(answer.currencies ?? {})) fields[name] = toCurrencyCode(code);
  return { price, fields };
}

/** Whether an answer, or a row of it, has a figure at this path. */
function hasFigure(data: unknown, path: string): boolean {
  const [top, ...rest] = path.split(".");
  const part = isObject(data) ? data[top!] : undefined;
  if (rest.length === 0) return typeof part === "number";
  return (Array.isArray(part) ? part : [part]).some((each) => hasFigure(each, rest.join(".")));
}
