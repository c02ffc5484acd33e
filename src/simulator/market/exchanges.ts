/** Exchanges of the simulated securities, with each upstream's names. */

interface Exchange {
  /** Provider A: short and long name. */
  a: string;
  aFull: string;
  /** Provider B: code, name, name in search results. */
  b: string;
  bName: string;
  bSearch: string;
  /** Provider B's lower-case code of the listing's country. */
  region: string;
}

export const EXCHANGES = {
  NASDAQ: {
    a: "NASDAQ",
    aFull: "NASDAQ Global Select",
    b: "NMS",
    bName: "NasdaqGS",
    bSearch: "NASDAQ",
    region: "us",
  },
  NYSE: { a: "NYSE", aFull: "New York Stock Exchange", b: "NYQ", bName: "NYSE", bSearch: "NYSE", region: "us" },
  AMEX: {
    a: "AMEX",
    aFull: "New York Stock Exchange Arca",
    b: "PCX",
    bName: "NYSEArca",
    bSearch: "NYSEArca",
    region: "us",
  },
  LSE: { a: "LSE", aFull: "London Stock Exchange", b: "LSE", bName: "LSE", bSearch: "London", region: "gb" },
  JPX: { a: "JPX", aFull: "Tokyo Stock Exchange", b: "JPX", bName: "Tokyo", bSearch: "Tokyo", region: "jp" },
  INDEX: { a: "INDEX", aFull: "SNP", b: "SNP", bName: "SNP", bSearch: "SNP", region: "us" },
  CRYPTO: { a: "CRYPTO", aFull: "CRYPTO", b: "CCC", bName: "CCC", bSearch: "CCC", region: "us" },
} as const satisfies Record<string, Exchange>;

export type ExchangeName = keyof typeof EXCHANGES;

/** Countries by ISO-2 code, as provider B writes them. */
export const COUNTRIES = {
  US: "United States",
  CA: "Canada",
  GB: "United Kingdom",
  CN: "China",
  LU: "Luxembourg",
  JP: "Japan",
} as const;

export type Country = keyof typeof COUNTRIES;
