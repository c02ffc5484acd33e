/** Simulated FMP: maps calls to rows. Almost every answer is an array, empty for unknown symbols. */
import { createAnalystRows } from "./analysts.js";
import { createCalendarRows } from "./calendars.js";
import { createCompanyRows } from "./company.js";
import { createDividendRows } from "./dividends.js";
import { createEarningsRows } from "./earnings.js";
import { createFilingRows } from "./filings.js";
import { createFundRows } from "./funds.js";
import { createMarketRows } from "./market.js";
import { createNewsRows } from "./news.js";
import type { SimulatedRequest, SimulatedReply, RowsOf, World } from "../companies/world.js";

const INVALID_KEY = {
  "Error Message":
    "Invalid API KEY. Feel free to create a Free API Key or visit https://site.financialmodelingprep.com/faqs?search=why-is-my-api-key-invalid for more information.",
};

/** Answers like FMP; accepts every key. */
export function createFmpUpstream(world: World): (question: SimulatedRequest) => SimulatedReply {
  const calls = new Map<string, RowsOf>(
    Object.entries({
      ...createMarketRows(world),
      ...createCompanyRows(world),
      ...createAnalystRows(world),
      ...createEarningsRows(world),
      ...createNewsRows(world),
      ...createCalendarRows(world),
      ...createFilingRows(world),
      ...createFundRows(world),
      ...createDividendRows(world),
    }),
  );
  return ({ path, query, headers, at }) => {
    if (!query.get("apikey") && !headers["apikey"]) return { status: 401, body: INVALID_KEY };
    const rows = calls.get(path.slice(1));
    return rows ? { status: 200, body: rows(query, at) } : { status: 404, body: [] };
  };
}
