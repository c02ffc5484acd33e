/** Hints on the next step of a caller, which each surface words: as a tool, an address or a command. */

/** A tool that helps, and why. */
export interface Hint {
  /** The name of the tool. */
  tool: string;
  /** The end of a sentence that begins with the tool, without a full stop: "finds the right one". */
  why: string;
  /** Values of its parameters; every surface knows the requested symbol by itself. */
  given?: Readonly<Record<string, string>>;
}

/** Hints on tools of the core, which every connection lists; those on other tools stand beside their only user. */
export const HINTS = {
  findSymbol: { tool: "search_symbols", why: "finds the right one" },
  findSymbols: { tool: "search_symbols", why: "finds the right ones" },
  describeCompany: { tool: "get_company_overview", why: "describes a company" },
  showKnown: { tool: "get_company_overview", why: "shows what is known" },
  priceIt: { tool: "get_quotes", why: "has its price" },
  askProviderB: { tool: "provider_b_get_stock_quote", why: "asks provider B for the same figures" },
} as const satisfies Readonly<Record<string, Hint>>;
