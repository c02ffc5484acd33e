/**
 * The call to the US Bureau of Labor Statistics (BLS), which allows 25 calls a day without a key: an answer is kept until
 * its next possible release.
 */
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import { z } from "../../contract/schema.js";
import { NAME_LENGTH, toNumber, toText } from "../../contract/values.js";
import { DAY_MS, DAY_SECONDS } from "../../lib/day.js";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import type { ClientD } from "./client.js";
import { lastWorkdayAt } from "./workdays.js";

const point = z.object({
  year: z.number(),
  period: z.string(),
  value: z.number().nullable(),
  preliminary: z.boolean(),
  footnote: z.string().nullable(),
});

/** A value of a period such as `M12`; `footnote` is a note other than that it is preliminary. */
export type BlsPoint = z.output<typeof point>;

const kept = z.object({ fetchedAt: z.number(), points: z.record(z.array(point)) });

/** The values of series by id, newest first, and when they were fetched, in milliseconds since the epoch. */
export type BlsAnswer = z.output<typeof kept>;

/** The years of a call, both included. */
export interface Span {
  first: number;
  last: number;
}

const HOUR_MS = 60 * 60 * 1000;
/** The first hour of a release in New York, and how long releases follow: job openings come at 10:00. */
const RELEASE_HOUR = 8.5;
const RELEASES_MS = 2.5 * HOUR_MS;

/**
 * Returns the values of these ids; none of an id that the BLS does not know.
 *
 * @throws {ProviderError} `key_refused`, or `call_refused` when the BLS does not process the request.
 */
export function fetchBls(client: ClientD, ids: readonly string[], { first, last }: Span): Promise<BlsAnswer> {
  const now = () => client.upstream.now().getTime();
  return client.upstream.remember<BlsAnswer>(
    {
      key: `bls ${first}-${last} ${ids.join(" ")}`,
      keepSeconds: 7 * DAY_SECONDS,
      schema: kept,
      isCurrent: ({ fetchedAt }) => isCurrent(fetchedAt, now()),
    },
    async () => ({ fetchedAt: now(), points: readAnswer(await client.bls(ids, first, last), ids) }),
  );
}

/**
 * Whether no release can have followed: an answer lives a day, but not over a workday's 8:30 in New York, and an hour
 * until 11:00, when that day's releases are out.
 */
function isCurrent(fetchedAt: number, now: number): boolean {
  const age = now - fetchedAt;
  const sinceRelease = lastWorkdayAt(RELEASE_HOUR, NEW_YORK, now).since - age;
  if (age >= DAY_MS || sinceRelease < 0) return false;
  return age < HOUR_MS || sinceRelease >= RELEASES_MS;
}

/** Reads an answer; errors come with status 200. */
function readAnswer(text: string, ids: readonly string[]): Record<string, BlsPoint[]> {
  const body = parseJson(text);
  if (!isObject(body)) throw new UnreadableAnswer("provider-d");
  if (body["status"] !== "REQUEST_SUCCEEDED") throw toRefusal(body["status"], body["message"]);
  // A version of the answer has its results in a list.
  const results = Array.isArray(body["Results"]) ? body["Results"][0] : body["Results"];
  const series = isObject(results) ? results["series"] : undefined;
  if (!Array.isArray(series)) throw new UnreadableAnswer("provider-d");
  const points: Record<string, BlsPoint[]> = {};
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
    /\bkey\b.*\binvalid\b/i.test(wordsOf(message)) ? "key_refused" : "call_refused",
  );
}

/** Whether the BLS says that the calls of a day are used up. */
export function isSpent(text: string): boolean {
  const body = parseJson(text);
  if (!isObject(body) || body["status"] === "REQUEST_SUCCEEDED") return false;
  return /daily (?:threshold|query limit)/i.test(wordsOf(body["message"]));
}

const wordsOf = (message: unknown) => JSON.stringify(message ?? "").slice(0, 1_000);

function readPoint(row: unknown): BlsPoint[] {
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
