/**
 * The call to the US Bureau of Labor Statistics (BLS), which allows 25 calls a day without a key: an answer is kept until
 * its next possible release.
 */
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import { z } from "../../contract/schema.js";
import type { CachedPart } from "../../contract/upstream.js";
import { NAME_LENGTH, toNumber, toText } from "../../contract/values.js";
import { DAY_SECONDS } from "../../lib/day.js";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import type { OfficialClient } from "../official/client.js";
import type { SeriesPoint } from "../official/office-series.js";
import { wordsOf } from "../official/refusal.js";
import { isBeforeRelease } from "../official/workdays.js";

/** A value as it is kept. */
const point = z.object({
  year: z.number(),
  period: z.string(),
  value: z.number().nullable(),
  preliminary: z.boolean(),
  footnote: z.string().nullable(),
});

const kept = z.object({ fetchedAt: z.number(), points: z.array(point) });

/** The values of series by id, newest first, and when the oldest of them were fetched, in milliseconds since the epoch. */
interface BlsAnswer {
  fetchedAt: number;
  points: Readonly<Record<string, SeriesPoint[]>>;
}

/** Limits without a key and with one: calls a day, and years in a call. */
const PLANS = {
  v1: { calls: 25, years: 10 },
  v2: { calls: 500, years: 20 },
} as const;

/**
 * Calls of a day that are kept for the common one: its answer lasts until 8:30 in New York, then an hour at a time until
 * 11:00.
 */
const COMMON_CALLS = 5;

const versionOf = ({ options }: OfficialClient) => (options.blsKey === undefined ? "v1" : "v2");

/** Returns the years that one call may have. */
export const yearsOfCall = (client: OfficialClient): number => PLANS[versionOf(client)].years;

/** The years of a call, both included. */
interface Span {
  first: number;
  last: number;
}

/** Releases begin at 8:30 in New York; job openings come at 10:00. */
const RELEASES = { hour: 8.5, clock: NEW_YORK };

/** The years of a call, as many as it may have, and those of them that the answer needs. */
export interface Years {
  span: Span;
  needed: Span;
}

/**
 * Returns the values of these ids; none of an id that the BLS does not know. They are kept under each id, so that a call
 * also answers questions about some of its ids, about them in another order, and about years within its own. `isCommon`
 * is the call that answers all questions about series with plain names.
 *
 * @throws {ProviderError} `key_refused`, or `call_refused` when the BLS does not process the request.
 */
export async function fetchBls(
  client: OfficialClient,
  ids: readonly string[],
  years: Years,
  isCommon: boolean,
): Promise<BlsAnswer> {
  const { upstream } = client;
  const now = () => upstream.now().getTime();
  const toPart = (id: string, { first, last }: Span): CachedPart<z.output<typeof kept>> => ({
    key: `bls ${first}-${last} ${id}`,
    keepSeconds: 7 * DAY_SECONDS,
    schema: kept,
    isCurrent: ({ fetchedAt }) => isBeforeRelease(fetchedAt, now(), RELEASES),
  });
  const span = (await findSpan(years, (each) => upstream.recall?.(toPart(ids[0]!, each)))) ?? years.span;
  let call: Promise<Record<string, SeriesPoint[]>> | undefined;
  const answers = await Promise.all(
    ids.map((id) =>
      upstream.remember(toPart(id, span), async () => {
        call ??= send(client, ids, span, isCommon).then((text) => readAnswer(text, ids));
        return { fetchedAt: now(), points: (await call)[id] ?? [] };
      }),
    ),
  );
  return {
    fetchedAt: Math.min(...answers.map(({ fetchedAt }) => fetchedAt)),
    points: Object.fromEntries(ids.map((id, at) => [id, answers[at]!.points])),
  };
}

/**
 * Sends the call, which is counted by the day.
 *
 * @throws {ProviderError} `quota_spent` when the calls of a day are used up.
 */
function send(
  client: OfficialClient,
  ids: readonly string[],
  { first, last }: Span,
  isCommon: boolean,
): Promise<string> {
  const version = versionOf(client);
  const { blsKey } = client.options;
  return client.sendToOffice("bls", `publicAPI/${version}/timeseries/data/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      seriesid: ids,
      startyear: String(first),
      endyear: String(last),
      ...(blsKey === undefined ? {} : { registrationkey: blsKey }),
    }),
    quota: { name: "bls", limit: PLANS[version].calls, spared: isCommon ? 0 : COMMON_CALLS },
  });
}

/** Returns the years of an earlier call that has the needed ones. */
async function findSpan(
  { span, needed }: Years,
  recall: (span: Span) => Promise<unknown> | undefined,
): Promise<Span | undefined> {
  const more = span.last - span.first;
  for (let last = needed.last; last - more <= needed.first; last++) {
    if (await recall({ first: last - more, last })) return { first: last - more, last };
  }
  return undefined;
}

/** Reads an answer; errors come with status 200. */
function readAnswer(text: string, ids: readonly string[]): Record<string, SeriesPoint[]> {
  const body = parseJson(text);
  if (!isObject(body)) throw new UnreadableAnswer("provider-d");
  if (body["status"] !== "REQUEST_SUCCEEDED") throw toRefusal(body["status"], body["message"]);
  // A version of the answer has its results in a list.
  const results = Array.isArray(body["Results"]) ? body["Results"][0] : body["Results"];
  const series = isObject(results) ? results["series"] : undefined;
  if (!Array.isArray(series)) throw new UnreadableAnswer("provider-d");
  const points: Record<string, SeriesPoint[]> = {};
  for (const each of series.filter(isObject)) {
    const [id, rows] = [each["seriesID"], each["data"]];
    if (typeof id === "string" && ids.includes(id) && Array.isArray(rows)) points[id] = rows.flatMap(readPoint);
  }
  return points;
}

function toRefusal(status: unknown, message: unknown): ProviderError {
  if (typeof status !== "string" || !status.startsWith("REQUEST_")) return new UnreadableAnswer("provider-d");
  return new ProviderError(
    "provider-d",
    /\bkey\b.{0,100}\binvalid\b/i.test(wordsOf(message)) ? "key_refused" : "call_refused",
  );
}

function readPoint(row: unknown): SeriesPoint[] {
  if (!isObject(row)) return [];
  const [year, period] = [toNumber(row["year"]), row["period"]];
  if (year === null || !Number.isInteger(year) || year < 1900 || year > 2100) return [];
  if (typeof period !== "string" || !/^[A-Z]\d{2}$/.test(period)) return [];
  const notes = Array.isArray(row["footnotes"]) ? row["footnotes"].filter(isObject) : [];
  const others = notes.filter(({ code }) => code !== "P").flatMap((note) => toText(note["text"], NAME_LENGTH) ?? []);
  const preliminary = notes.some(({ code }) => code === "P");
  // A value that was not collected is "-".
  return [{ year, period, value: toNumber(row["value"]), preliminary, footnote: others[0] ?? null }];
}
