/** Revenue by product and by region, by provider A. */
import type { Segment, SegmentsType, StatementRecord } from "../../capabilities/financials.js";
import type { MarketDataError } from "../../contract/errors.js";
import { z } from "../../contract/schema.js";
import { currencyCode, text, toNumber, toText } from "../../contract/values.js";
import { isObject } from "../../lib/is-object.js";
import { day } from "./dates.js";
import { noCoverageOrUnknown } from "./profile.js";
import { badAnswer, type ClientA } from "./provider.js";

const PATHS = {
  revenue_by_product: "revenue-product-segmentation",
  revenue_by_region: "revenue-geographic-segmentation",
} as const satisfies Record<SegmentsType, string>;

/** Limit of the segments of a period: several times the longest list. */
const MAX_SEGMENTS = 60;

/** `data` has segments by name. A schema of a record would drop the name `__proto__`. */
const row = z.object({
  date: day,
  fiscalYear: text,
  period: text,
  reportedCurrency: currencyCode,
  data: z.unknown(),
});

const NO_SEGMENTS = " but has no revenue by segment for it; statement_type income has the whole revenue.";

/** The sentence on every answer. */
export const SEGMENTS_NOTE =
  "Only provider A has segments, of the present only. Their names are the provider's and may change from year to year.";

/**
 * Returns the periods as sent, each with its segments in the order sent; a segment without a readable revenue has `null`.
 *
 * @throws {ProviderError} `bad_answer` when no period has a day and segments.
 * @throws {MarketDataError} `no_coverage` for a known symbol without segments, `not_found` for an unknown one.
 */
export async function fetchSegments(
  { symbol, statement_type: type, period }: { symbol: string; statement_type: SegmentsType; period: string },
  client: ClientA,
): Promise<StatementRecord[]> {
  const rows = await client.rows(row, PATHS[type], { symbol, period, structure: "flat" });
  if (rows.length === 0) throw await noSegments(symbol, client);
  const records = rows.flatMap(({ date, fiscalYear, period: place, reportedCurrency, data }) => {
    const segments = toSegments(data);
    return date === null || segments.length === 0
      ? []
      : [{ date, symbol, fiscalYear, period: place, reportedCurrency, segments }];
  });
  if (records.length === 0) throw badAnswer();
  return records;
}

/** Converts the object of a period: its keys are a company's own words, and become values here. */
function toSegments(sent: unknown): Segment[] {
  if (!isObject(sent)) return [];
  return Object.entries(sent)
    .slice(0, MAX_SEGMENTS)
    .flatMap(([key, revenue]) => {
      const name = toText(key);
      return name === null ? [] : [{ name, revenue: toNumber(revenue) }];
    });
}

function noSegments(symbol: string, client: ClientA): Promise<MarketDataError> {
  return noCoverageOrUnknown("revenue by segment", symbol, NO_SEGMENTS, client);
}
