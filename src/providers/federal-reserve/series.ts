/** Industrial production and capacity utilization: the text files of the Federal Reserve Board's G.17 release. */
import { UnreadableAnswer } from "../../contract/errors.js";
import { toNumber, toPositive } from "../../contract/values.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import type { KnownSeries } from "../../market/economy/economic-series.js";
import type { OfficialClient } from "../official/client.js";
import { createLineReader } from "../official/line-reader.js";
import {
  rememberPublished,
  toOfficeAnswer,
  toReleaseDay,
  type KeptPoint,
  type OfficeAnswer,
  type Published,
  type SeriesDays,
} from "../official/office-series.js";

const FOLDER = "releases/g17/Current/ipdisk";
/** The release is out at 9:15 in New York. */
const RELEASES = { hour: 9.25, clock: NEW_YORK };

/**
 * Returns the values of series of the G.17 release; an id has the name of its file before the code: `ip_sa B50001`.
 *
 * @throws {ProviderError} `bad_answer` when a file has no such series.
 */
export async function fetchFed(
  known: readonly KnownSeries[],
  days: SeriesDays,
  client: OfficialClient,
): Promise<OfficeAnswer> {
  return toOfficeAnswer(await Promise.all(known.map(({ id }) => findSeriesOf(id, client))), days);
}

function findSeriesOf(id: string, client: OfficialClient) {
  const [file, code = ""] = id.split(" ");
  return rememberPublished(client, `fed ${id}`, RELEASES, async (old): Promise<Published | null> => {
    const reader = () => createLineReader([`"${code}"`]);
    const sent = await client.file("fed", `${FOLDER}/${file}.txt`, reader, old?.lastModified);
    if (sent === null) return null;
    const points = sent.text.split("\n").flatMap((line) => readLine(line, code));
    if (points.length === 0) throw new UnreadableAnswer("provider-d");
    const { lastModified } = sent;
    return { points: { [id]: points }, released: toReleaseDay(lastModified), lastModified };
  });
}

const MONTHS = 12;

/** Reads a line of a year: the code in quotes, the year, and a value for each month so far. */
function readLine(line: string, code: string): KeptPoint[] {
  const [name, year = "", ...values] = line.trim().split(/\s+/);
  if (name !== `"${code}"` || !/^\d{4}$/.test(year)) return [];
  return values.slice(0, MONTHS).flatMap((text, month): KeptPoint[] => {
    // Months to come are absent, "0" or ".".
    const value = toPositive(toNumber(text));
    return value === null ? [] : [[`${year}M${String(month + 1).padStart(2, "0")}`, value, null]];
  });
}
