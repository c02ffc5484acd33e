/** Fields the answering provider no longer sends, filled in from one that does. */
import type { Capability } from "../contract/capability.js";
import type { Supplement, Supplier } from "../contract/provider.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { Question } from "../contract/question.js";
import type { Found, RunningProviders } from "./fallback.js";
import { judged } from "./question.js";

/** An optional part never makes a caller wait longer than this beyond the required one. */
const EXTRA_WAIT_MS = 1000;
/** What it takes at the end to put the required part together and to keep it. */
const CLOSING_MS = 250;
/** What is looked up to be kept has this long, however soon its caller has to go. */
const LOOK_MS = 10_000;

/**
 * The answer with its open fields filled by the entry's suppliers, best first.
 *
 * What nobody supplies in time (`deadline` is monotonic milliseconds) stays `null`
 * and is named in `missing`. A look-up that is late goes on in the background when its findings are kept.
 */
export async function fillIn<C extends Capability>(
  { entry, input }: Question<C>,
  found: Found<C>,
  providers: RunningProviders,
  { fallback, deadline }: { fallback: boolean; deadline: number },
): Promise<Found<C>> {
  const { answer } = found;
  const [first] = entry.suppliers;
  if (!first) return found;
  const supplement = first.supplement as Supplement<C, unknown, unknown>;
  const asked = supplement.ask(answer.data, input);
  if (asked === null) return found;
  const suppliers = fallback ? entry.suppliers : entry.suppliers.slice(0, 1);
  const looked = await withinExtraWait(look(supplement, suppliers, asked, providers), deadline);
  if (!looked) {
    const missing = [...(answer.missing ?? []), ...supplement.fields];
    return { ...found, answer: { ...answer, missing }, lacksForGood: false };
  }
  const { data, fields, currency } = supplement.apply(answer.data, looked.facts);
  const filled = fields.length > 0 ? [{ provider: looked.provider, fields: [...fields] }] : [];
  return { ...found, answer: { ...answer, data, currency: answer.currency ?? currency }, filled };
}

async function look<C extends Capability>(
  supplement: Supplement<C, unknown, unknown>,
  suppliers: readonly Supplier[],
  asked: unknown,
  providers: RunningProviders,
): Promise<{ facts: unknown; provider: ProviderId } | undefined> {
  for (const { provider, fetch } of suppliers) {
    const running = providers.get(provider.id);
    if (!running?.configured) continue;
    // Not the caller's patience: the findings outlive this question.
    const upstream = running.upstreamFor({ deadline: performance.now() + LOOK_MS });
    const find = () => fetch(asked as never, running.clientOf(upstream), upstream);
    try {
      const facts = await judged(upstream, () =>
        supplement.keepSeconds > 0
          ? upstream.remember(`${supplement.name}:${JSON.stringify(asked)}`, supplement.keepSeconds, find)
          : find(),
      );
      return { facts, provider: provider.id };
    } catch {
      // An optional part may fail; the next supplier is asked.
    }
  }
  return undefined;
}

async function withinExtraWait<T>(work: Promise<T>, deadline: number): Promise<T | undefined> {
  const waitMs = Math.min(EXTRA_WAIT_MS, Math.max(0, deadline - CLOSING_MS - performance.now()));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  const result = await Promise.race([work, late]);
  clearTimeout(timer);
  return result;
}
