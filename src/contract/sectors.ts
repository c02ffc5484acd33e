/** The interface's sector names. */
export const SECTORS = [
  "Technology",
  "Healthcare",
  "Financial Services",
  "Consumer Cyclical",
  "Consumer Defensive",
  "Energy",
  "Utilities",
  "Industrial",
  "Materials",
  "Real Estate",
  "Communication Services",
] as const;
