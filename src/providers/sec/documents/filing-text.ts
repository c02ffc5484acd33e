/** The text of filings by provider D. */
import { filingText } from "../../capabilities/filing-text.js";
import { source } from "../../contract/provider.js";
import { providerD } from "./provider.js";

/**
 * A page of the text of a filed document, or of an item of it, or passages of it.
 *
 * @throws {ProviderError} `no_data` for a symbol that the SEC does not know, `not_covered` without such a document.
 * @throws {MarketDataError} `invalid_input` for a filing, section or page that does not exist.
 */
export const filingTextFromD = source(
  providerD,
  filingText,
  // Loaded on first use, because the parser of markup would delay the start of each program.
  async (input, client) => (await import("./shown-filing.js")).showFiling(input, client),
  { needs: "contact" },
);
