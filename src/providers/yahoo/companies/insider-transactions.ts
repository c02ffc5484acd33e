/** Insider transactions by Yahoo. */
import { say, the } from "../../../contract/sentence.js";
import { insiderTransactions, noInsiderTransactions } from "../../../capabilities/companies/insider-transactions.js";
import { optionalParts } from "../../../contract/optional.js";
import { source } from "../../../contract/provider.js";
import { findPart } from "../modules/company-parts.js";
import { insidersPart } from "../modules/insiders-part.js";
import { yahooProvider } from "../provider.js";

/**
 * Up to 150 transactions of about two years, in B's order, newest first.
 *
 * `cost` is the price in B's sentence; for a price range, or without a sentence, value / shares. `value` is B's,
 * otherwise shares × cost. Both are in US dollars for every listing: B converts them (3.89 for a London price of 308 to
 * 315 pence). `shares_owned_following` is what the person holds after the day of their latest transaction; it is `null`
 * for earlier transactions, and if the person had several transactions on that day.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know.
 */
export const insiderTransactionsFromYahoo = source(
  yahooProvider,
  insiderTransactions,
  async ({ symbol }, client, upstream) => {
    const insiders = await findPart(insidersPart, symbol, client, upstream);
    const { companyName, transactions, fetchedAt } = insiders;
    if (transactions.length === 0) return { data: noInsiderTransactions(symbol, companyName) };
    const parts = optionalParts<typeof insiderTransactions>();
    parts.lack(insiders.holdingsUnread ? ["shares_owned_following"] : []);
    return {
      data: {
        symbol,
        company_name: companyName,
        insider_transactions: transactions,
        total_transactions: transactions.length,
      },
      completeFrom: insiders.completeFrom,
      fetchedAt,
      ...parts.gaps(),
      ...(insiders.currency === "USD" ? {} : { notes: [DOLLAR_NOTE] }),
      currency: "USD",
    };
  },
);

const DOLLAR_NOTE = say`${the.source("provider-b")} gives prices and values of insider transactions in US dollars, whatever the currency of the listing.`;
