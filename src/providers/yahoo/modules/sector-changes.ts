/** Changes of analysts' ratings of the largest companies of a sector, by Yahoo. */
import {
  LARGEST,
  toRange,
  toSectorChanges,
  type SectorChange,
} from "../../../capabilities/companies/recommendations.js";
import { say } from "../../../contract/sentence.js";
import type { Upstream } from "../../../contract/upstream.js";
import { eachOnce } from "../../../lib/each-once.js";
import { usDate } from "../../../market/sessions/us-market-hours.js";
import { toUpstreamSector } from "../../../market/symbols/sector-names.js";
import type { YahooClient } from "../calls/client.js";
import { findModules } from "./company-parts.js";
import { noData } from "../calls/envelopes.js";
import { toRatingChanges } from "./rating-history.js";

/** Listings that are requested: some companies have two classes of shares among them. */
const LISTINGS = 15;

interface Asked {
  sector?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Returns the changes of the ten largest companies of a sector with a listing in the US: one call for these, and one for
 * the history of each. A company whose history cannot be had is named in a note.
 *
 * @throws {ProviderError} the first failure when no history can be had, `no_data` for a sector without companies.
 */
export async function findSectorChanges({ sector = "", from, to }: Asked, client: YahooClient, upstream: Upstream) {
  const range = toRange({ from, to }, usDate(upstream.now()));
  const { rows } = await client.screen({
    size: LISTINGS,
    sortField: "intradaymarketcap",
    sortType: "DESC",
    conditions: [
      ["EQ", "region", "us"],
      ["EQ", "sector", toUpstreamSector(sector)],
    ],
  });
  const companies = eachOnce(rows, ({ name, symbol }) => name ?? symbol)
    .slice(0, LARGEST)
    .map(({ symbol }) => symbol);
  if (companies.length === 0) throw noData();
  const found = await Promise.allSettled(
    companies.map(async (symbol) => {
      const { modules } = await findModules(symbol, ["upgradeDowngradeHistory"], client, upstream);
      return toRatingChanges(modules["upgradeDowngradeHistory"], symbol).map(
        ({ analystName: firm, date, rating, ratingChange }): SectorChange => ({
          symbol,
          date,
          firm,
          rating,
          ratingChange,
        }),
      );
    }),
  );
  const failed = found.filter((each) => each.status === "rejected");
  if (failed.length === found.length) throw failed[0]!.reason;
  const changesOf = new Map(
    companies.map((symbol, at) => {
      const { [at]: own } = found;
      return [symbol, own?.status === "fulfilled" ? own.value : null];
    }),
  );
  const lacking = companies.filter((symbol) => changesOf.get(symbol) === null);
  return {
    data: toSectorChanges(sector, range, changesOf),
    missing: lacking.length > 0 ? ["changes"] : [],
    notes: lacking.length > 0 ? [say`The changes of ${lacking.join(", ")} could not be had.`] : [],
  };
}
