/** The federal funds rate and SOFR of the Federal Reserve Bank of New York. */
import { referenceRates } from "../../capabilities/economy/reference-rates.js";
import { UnreadableAnswer } from "../../contract/errors.js";
import type { z } from "../../contract/schema.js";
import { asWord, isDay, toNumber } from "../../contract/values.js";
import { isObject } from "../../lib/is-object.js";
import { newestFirst } from "../../lib/newest-first.js";
import { parseJson } from "../../lib/parse-json.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import type { OfficialClient } from "../official/client.js";
import { remembered } from "../official/publication.js";

const { shape } = referenceRates.output;
export type Fed = NonNullable<z.output<typeof shape.federalFunds>>;
export type Sofr = NonNullable<z.output<typeof shape.sofr>>;

/** SOFR is published at about 8:00 and the federal funds rate at about 9:00, each for the day before. */
const FED = {
  key: "fed",
  schema: referenceRates.output.pick({ federalFunds: true, sofr: true }),
  clock: NEW_YORK,
  hour: 9.1,
};

/** Returns the federal funds rate with its target range, and SOFR. */
export function findFedRates(client: OfficialClient) {
  return remembered(FED, client, async () => {
    const { federalFunds, sofr } = await fetchFedRates(client, "api/rates/all/latest.json");
    if (federalFunds.length + sofr.length === 0) throw new UnreadableAnswer("provider-d");
    return { federalFunds: federalFunds[0] ?? null, sofr: sofr[0] ?? null };
  });
}

/** Returns the New York Fed's rates of a path, newest first. */
export async function fetchFedRates(
  client: OfficialClient,
  path: string,
): Promise<{ federalFunds: Fed[]; sofr: Sofr[] }> {
  const body = parseJson(await client.feed("nyfed", path));
  if (!isObject(body) || !Array.isArray(body["refRates"])) throw new UnreadableAnswer("provider-d");
  const rows = body["refRates"].filter(isObject);
  const of = (type: string) => {
    const own = rows.filter((row) => row["type"] === type && isDay(asWord(row["effectiveDate"])));
    return newestFirst(own, (row) => asWord(row["effectiveDate"]));
  };
  return {
    federalFunds: of("EFFR").map((row) => ({
      date: asWord(row["effectiveDate"]),
      targetFrom: toNumber(row["targetRateFrom"]),
      targetTo: toNumber(row["targetRateTo"]),
      effective: toNumber(row["percentRate"]),
    })),
    sofr: of("SOFR").map((row) => ({ date: asWord(row["effectiveDate"]), rate: toNumber(row["percentRate"]) })),
  };
}
