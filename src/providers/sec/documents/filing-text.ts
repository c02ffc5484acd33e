/** The text of filings by provider D. */
import { filingText } from "../../../capabilities/filings/filing-text.js";
import { source } from "../../../contract/provider.js";
import { officialSources } from "../../official/provider.js";

/**
 * A page of the text of a filed document, or of an item of it, or passages of it.
 *
 * @throws {ProviderError} `no_data` for a symbol that the SEC does not know, `not_covered` without such a document.
 * @throws {MarketDataError} `invalid_input` for a filing, section or page that does not exist.
 */
export const filingTextFromSec = source(
  officialSources,
  filingText,
  // Loaded on first use, because most programs never read a filing.
  async (input, client) => (await import("./filing-answer.js")).answerFiling(input, client),
  { setting: "contact" },
);
