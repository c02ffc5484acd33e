/** Output of countries by year: indicators of the World Bank, under CC BY 4.0. */
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import { asWord, isDay, toNumber } from "../../contract/values.js";
import { groupBy } from "../../lib/group-by.js";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import type { KnownSeries } from "../../market/economy/economic-series.js";
import type { OfficialClient } from "../official/client.js";
import {
  rememberPublished,
  toOfficeAnswer,
  toPeriod,
  type KeptPoint,
  type OfficeAnswer,
  type Published,
  type SeriesDays,
} from "../official/office-series.js";

/** Rows of one page: more than 25 countries have since 1960. */
const ROWS = 5_000;
/** Figures are renewed in July; an answer lives for so many days. */
const KEEP_DAYS = 30;

/**
 * Returns the values of indicators of countries, of one call for each indicator; an id has the indicator before the country:
 * `NY.GDP.MKTP.CD DEU`.
 *
 * @throws {ProviderError} `call_refused` when the bank does not know a country or an indicator, `bad_answer` for another body.
 */
export async function fetchWorldBank(
  known: readonly KnownSeries[],
  days: SeriesDays,
  client: OfficialClient,
): Promise<OfficeAnswer> {
  const asked = groupBy(known, ({ id }) => id.split(" ")[0]!);
  const found = [...asked].flatMap(([indicator, each]) => findIndicator(indicator, each, client));
  return toOfficeAnswer(await Promise.all(found), days);
}

/** Returns what is kept of each country; one call has all of an indicator that are to be fetched. */
function findIndicator(indicator: string, known: readonly KnownSeries[], client: OfficialClient) {
  const countries = known.map(({ id }) => id.slice(indicator.length + 1));
  let call: Promise<Published> | undefined;
  return known.map(({ id }) =>
    rememberPublished(client, `world-bank ${id}`, { days: KEEP_DAYS }, async () => {
      call ??= fetchIndicator(indicator, countries, client);
      const { points, released } = await call;
      return { points: { [id]: points[id] ?? [] }, released };
    }),
  );
}

async function fetchIndicator(
  indicator: string,
  countries: readonly string[],
  client: OfficialClient,
): Promise<Published> {
  const path = `v2/country/${countries.join(";")}/indicator/${indicator}?format=json&per_page=${ROWS}`;
  const body = parseJson(await client.sendToOffice("worldBank", path));
  const [about, rows] = Array.isArray(body) ? (body as unknown[]) : [];
  // Errors come with status 200, as a list of messages.
  if (isObject(about) && Array.isArray(about["message"])) throw new ProviderError("provider-d", "call_refused");
  if (!isObject(about) || !Array.isArray(rows) || (toNumber(about["pages"]) ?? 1) > 1)
    throw new UnreadableAnswer("provider-d");
  const points: Record<string, KeptPoint[]> = {};
  for (const row of rows.filter(isObject)) {
    const [country, period, value] = [row["countryiso3code"], toPeriod(asWord(row["date"])), toNumber(row["value"])];
    // A year that is not known yet is null.
    if (typeof country !== "string" || !countries.includes(country) || period === undefined || value === null) continue;
    (points[`${indicator} ${country}`] ??= []).push([period, value, null]);
  }
  const day = asWord(about["lastupdated"] ?? "");
  return { points, released: isDay(day) ? day : null };
}
