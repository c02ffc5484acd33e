/**
 * The most common symbols as `SYMBOL Name`, with the names that people use; companies before funds, indices, futures,
 * currencies and coins.
 */
const LISTED = `AAPL Apple|MSFT Microsoft|NVDA Nvidia|GOOGL Google, Alphabet|GOOG Google, Alphabet C|AMZN Amazon|META Meta, Facebook|TSLA Tesla|BRK.B Berkshire Hathaway|AVGO Broadcom|LLY Eli Lilly|JPM JPMorgan Chase|V Visa|MA Mastercard|UNH UnitedHealth|XOM Exxon Mobil|WMT Walmart|JNJ Johnson & Johnson|PG Procter & Gamble|HD Home Depot|COST Costco|ORCL Oracle|ABBV AbbVie|KO Coca-Cola|BAC Bank of America|NFLX Netflix|CRM Salesforce|CVX Chevron|MRK Merck|AMD Advanced Micro Devices|PEP PepsiCo|TMO Thermo Fisher|ADBE Adobe|LIN Linde|MCD McDonald's|CSCO Cisco|ACN Accenture|ABT Abbott|WFC Wells Fargo|GE GE Aerospace, General Electric|IBM IBM|INTU Intuit|TXN Texas Instruments|QCOM Qualcomm|AMGN Amgen|CAT Caterpillar|VZ Verizon|DIS Disney|PFE Pfizer|NOW ServiceNow|UBER Uber|GS Goldman Sachs|MS Morgan Stanley|AXP American Express|RTX RTX, Raytheon|SPGI S&P Global|T AT&T|NKE Nike|UNP Union Pacific|HON Honeywell|LOW Lowe's|BLK BlackRock|C Citigroup|BA Boeing|SBUX Starbucks|INTC Intel|MU Micron|AMAT Applied Materials|PLTR Palantir|BKNG Booking|DE Deere, John Deere|LMT Lockheed Martin|GILD Gilead|ADP Automatic Data Processing|TMUS T-Mobile|SCHW Charles Schwab|PYPL PayPal|SHOP Shopify|ABNB Airbnb|COIN Coinbase|MSTR Strategy, MicroStrategy|SNOW Snowflake|CRWD CrowdStrike|PANW Palo Alto Networks|F Ford|GM General Motors|RIVN Rivian|TGT Target|CVS CVS Health|FDX FedEx|UPS UPS|DAL Delta Air Lines|SONY Sony|TM Toyota|TSM TSMC, Taiwan Semiconductor|BABA Alibaba|NVO Novo Nordisk|ASML ASML|SAP SAP|AZN AstraZeneca|SHEL Shell|HSBC HSBC|UL Unilever|TSCO.LON Tesco|SPY SPDR S&P 500|VOO Vanguard S&P 500|QQQ Invesco Nasdaq 100|VTI Vanguard Total Market|IWM iShares Russell 2000|GLD SPDR Gold|^GSPC S&P 500 index|^DJI Dow Jones index, Dow Jones Industrial Average|^IXIC Nasdaq Composite index|^VIX Volatility index, VIX|^TNX Ten-year Treasury yield|GC=F Gold|CL=F Crude oil, WTI|EURUSD=X Euro in dollars|GBPUSD=X Pound in dollars|NESN.SW Nestlé, Nestle|BTC-USD Bitcoin|ETH-USD Ethereum|SOL-USD Solana|XRP-USD XRP|DOGE-USD Dogecoin`;

type WellKnown = readonly [symbol: string, names: readonly string[]];

/** Symbols with their names, the usual one first; the most common symbols first. */
export const WELL_KNOWN: readonly WellKnown[] = LISTED.split("|").map((row) => {
  const blank = row.indexOf(" ");
  return [row.slice(0, blank), row.slice(blank + 1).split(", ")];
});

/** Symbols of no company and no fund. */
export const BESIDE_SHARES = WELL_KNOWN.filter(([symbol]) => /[\^=]|-USD$/.test(symbol));

const NAMES = new Map(WELL_KNOWN);

export const isWellKnown = (symbol: string): boolean => NAMES.has(symbol);

/** Returns the usual name of a well-known symbol. */
export function wellKnownName(symbol: string): string | undefined {
  return NAMES.get(symbol)?.[0];
}

/** Whether one of the names has a word that begins so, in any letter case. */
export function hasWord([, names]: WellKnown, start: string): boolean {
  return names.some((name) => ` ${name}`.toUpperCase().includes(` ${start.toUpperCase()}`));
}

/** Returns the well-known indices, futures, coins and pairs whose name has a word for every word of `text`. */
export function wellKnownBesideShares(text: string): { symbol: string; name: string }[] {
  const wordsOf = (words: string) => words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const wanted = wordsOf(text);
  return BESIDE_SHARES.filter(
    ([, names]) =>
      wanted.length > 0 && wanted.every((word) => names.flatMap(wordsOf).some((each) => each.startsWith(word))),
  ).map(([symbol, names]) => ({ symbol, name: names[0]! }));
}

/** Words that people add to such a name. */
const ADDED = /\b(?:the|price|index|futures?|spot|rate|today)\b/gi;

/**
 * Returns the one well-known index, future, coin or pair that a text names in its usual words, which no search for companies
 * finds: `10 year treasury`, `gold futures`, `sp 500`.
 */
export function namedBesideShares(text: string): { symbol: string; name: string } | undefined {
  const [only, ...others] = wellKnownBesideShares(text.replace(ADDED, " ").replace(/\b10\b/, "ten"));
  return others.length === 0 ? only : undefined;
}
