/** Inflation of the euro area: the harmonised index of consumer prices (HICP) as the European Central Bank publishes it. */
import { UnreadableAnswer } from "../../contract/errors.js";
import { toNumber } from "../../contract/values.js";
import { clockOf } from "../../lib/zone-clock.js";
import { OFFICE_SERIES } from "../../market/economy/named-series.js";
import type { KnownSeries } from "../../market/economy/economic-series.js";
import type { OfficialClient } from "../official/client.js";
import { toCells } from "../official/csv-line.js";
import { createLineReader } from "../official/line-reader.js";
import {
  rememberPublished,
  toOfficeAnswer,
  toPeriod,
  type KeptPoint,
  type OfficeAnswer,
  type Published,
  type SeriesDays,
} from "../official/office-series.js";

const IDS: readonly string[] = [OFFICE_SERIES.euro_inflation.id, OFFICE_SERIES.euro_core_inflation.id];
/**
 * Both series in one call: a key takes several items with plus signs between them. The flow `ICP`, which others read, has
 * stood still since 2025-12 and is answered all the same.
 */
const PATH = `service/data/HICP/M.U2.N.000000+XEF000.4D0.ANR?format=csvdata`;
/** Estimates and final values are out at 11:00 in Luxembourg. */
const RELEASES = { hour: 11, clock: clockOf("Europe/Berlin") };
/** Statuses of values that may still be revised. */
const PRELIMINARY = /^[EP]$/;

/**
 * Returns the values of both series, of one call.
 *
 * @throws {ProviderError} `bad_answer` when the answer has none of them.
 */
export async function fetchEcbInflation(
  _known: readonly KnownSeries[],
  days: SeriesDays,
  client: OfficialClient,
): Promise<OfficeAnswer> {
  const published = await rememberPublished(client, "ecb inflation", RELEASES, async () => {
    // A body of 8 MB with other lines alone took 15 seconds; the key is the first column.
    const reader = () => createLineReader(IDS.map((id) => `${id},`));
    return readCsv((await client.file("ecbData", PATH, reader))!.text);
  });
  return toOfficeAnswer([published], days);
}

function readCsv(text: string): Published {
  const [head = "", ...lines] = text.split("\n");
  const columns = toCells(head);
  const at = (name: string) => columns.indexOf(name);
  const [key, period, value, status] = [at("KEY"), at("TIME_PERIOD"), at("OBS_VALUE"), at("OBS_STATUS")];
  if (key < 0 || period < 0 || value < 0) throw new UnreadableAnswer("provider-d");
  const points: Record<string, KeptPoint[]> = {};
  for (const line of lines) {
    const cells = toCells(line);
    const id = IDS.find((each) => cells[key] === each);
    const when = toPeriod(cells[period] ?? "");
    if (id === undefined || when === undefined) continue;
    (points[id] ??= []).push([when, toNumber(cells[value]), PRELIMINARY.test(cells[status] ?? "") ? 1 : 0]);
  }
  if (Object.keys(points).length === 0) throw new UnreadableAnswer("provider-d");
  return { points, released: null };
}
