/**
 * Sentences beside an answer, from what another provider sent last. They are found for each caller, because prices before
 * and after the session are out of date long before a cached answer or an enrichment kept for a day.
 */
import type { Served } from "../contract/envelope.js";
import type { Question } from "../contract/question.js";
import type { RunningProviders } from "./running-provider.js";
import { lifetimesOf, type MarketCalendar } from "./freshness.js";

/** Returns the answer with the sentences of its row's aside, if they are as fresh as the answer has to be. */
export function withAsides(
  served: Served,
  { entry: { capability, aside }, input }: Question,
  providers: RunningProviders,
  calendar: MarketCalendar,
): Served {
  const { envelope } = served;
  const running = aside && envelope.provider !== aside.provider.id ? providers.get(aside.provider.id) : undefined;
  if (!running) return served;
  const client = running.clientOf(running.upstreamFor({ deadline: performance.now() }));
  const remark = aside!.recall(input, client);
  if (!remark) return served;
  const { fetchedAt, sentences } = remark;
  const { freshUntil } = lifetimesOf(capability, { ...envelope, fetchedAt, missing: [] }, calendar, () => 0.5);
  if (Date.now() >= freshUntil) return served;
  const newer = sentences.filter(({ time }) => envelope.asOf === null || Date.parse(time) > Date.parse(envelope.asOf));
  return newer.length === 0 ? served : { ...served, asides: newer.map(({ text }) => text) };
}
