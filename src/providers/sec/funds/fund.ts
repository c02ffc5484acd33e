/** Funds by provider D: their reports of holdings, as the only source and beside the facts of another one. */
import { fund } from "../../../capabilities/companies/fund.js";
import { toAskedReport, toExact, toReportNotes, wholeFund } from "../../../capabilities/companies/whole-fund.js";
import { ProviderError } from "../../../contract/errors.js";
import { enricher } from "../../../contract/enrichment.js";
import { source } from "../../../contract/provider.js";
import { say, the } from "../../../contract/sentence.js";
import { officialSources } from "../../official/provider.js";

/** Loaded on first use, because most programs never read a report. */
const load = () => import("./fund-report.js");

/**
 * The name, holdings and net assets of a fund from its newest report; nothing else is filed there.
 *
 * @throws {ProviderError} `no_data` for a fund that the SEC does not know, `not_covered` without a report that can be read.
 * @throws {MarketDataError} `invalid_input` for a name or number of several funds.
 */
export const fundFromSec = source(
  officialSources,
  fund,
  async (input, client) => {
    const { findWholeFund } = await load();
    const found = await findWholeFund(toAskedReport(input), client);
    const { report, holdings, rows, missing } = found;
    const { with: other } = input;
    return {
      data: {
        symbol: input.symbol,
        name: report.fund,
        currency: null,
        returns: {},
        holdings,
        holdings_total: rows,
        report,
        allocation: {},
        equity: {},
        bond: {},
        ...(other !== undefined && {
          overlap: {
            with: other,
            name: found.overlap?.name,
            returns: {},
            atLeast: true,
            shared: [],
            ...toExact(found),
          },
        }),
      },
      currency: "USD",
      missing: [...missing],
      notes: [
        say`${the.source("provider-d")} has a fund's name, holdings and net assets, and neither costs nor returns.`,
        ...toReportNotes(found, other),
      ],
    };
  },
  { setting: "contact" },
);

/** All holdings of a fund, beside the facts of another source. */
export const wholeFundFromSec = enricher(officialSources, wholeFund, async (asked, client) => {
  const { findWholeFund, NoFundReportFound } = await load();
  try {
    const facts = await findWholeFund(asked, client);
    return { facts, missing: facts.missing };
  } catch (error) {
    if (error instanceof NoFundReportFound) {
      // A report that took too long is tried again in some minutes.
      return { facts: { none: error.why }, ...(error.why === "overrun" && { missing: ["report"] }) };
    }
    // It is named as missing, so that the answer is not cached for long after a contact is set.
    if (error instanceof ProviderError && error.reason === "not_configured") {
      return { facts: { none: "not configured" as const }, missing: ["report"] };
    }
    throw error;
  }
});
