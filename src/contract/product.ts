/** The name and the one sentence under which registries, hosts and pages list this server. */

export const PRODUCT_TITLE = "Market data";
/** Registries and cards allow 100 characters. */
export const PRODUCT_SUMMARY =
  "Market data with its sources: quotes, history, news, fundamentals, dividends, analysts, screener";
