/** Well-known companies and coins: names and fields, no numbers. */
import type { ExchangeName } from "./exchanges.js";

const TECH = "Technology";
const MEDIA = "Communication Services";
const CYCLICAL = "Consumer Cyclical";
const STAPLES = "Consumer Defensive";
const HEALTH = "Healthcare";
const FINANCE = "Financial Services";
const INDUSTRY = "Industrials";

/** The size of a company, which sets the range of its invented market value. */
export type Size = "mega" | "large" | "mid" | "small";

/** A well-known company. */
export type Row = [symbol: string, name: string, exchange: ExchangeName, size: Size, sector: string, industry: string];

/** Companies listed under their real names. */
export const COMPANIES: readonly Row[] = [
  ["AAPL", "Apple Inc.", "NASDAQ", "mega", TECH, "Consumer Electronics"],
  ["MSFT", "Microsoft Corporation", "NASDAQ", "mega", TECH, "Software - Infrastructure"],
  ["GOOGL", "Alphabet Inc.", "NASDAQ", "mega", MEDIA, "Internet Content & Information"],
  ["AMZN", "Amazon.com, Inc.", "NASDAQ", "mega", CYCLICAL, "Specialty Retail"],
  ["NVDA", "NVIDIA Corporation", "NASDAQ", "mega", TECH, "Semiconductors"],
  ["META", "Meta Platforms, Inc.", "NASDAQ", "mega", MEDIA, "Internet Content & Information"],
  ["TSLA", "Tesla, Inc.", "NASDAQ", "mega", CYCLICAL, "Auto Manufacturers"],
  ["AVGO", "Broadcom Inc.", "NASDAQ", "mega", TECH, "Semiconductors"],
  ["BRK-B", "Berkshire Hathaway Inc.", "NYSE", "mega", FINANCE, "Insurance - Diversified"],
  ["V", "Visa Inc.", "NYSE", "large", FINANCE, "Financial - Credit Services"],
  ["MA", "Mastercard Incorporated", "NYSE", "large", FINANCE, "Financial - Credit Services"],
  ["UNH", "UnitedHealth Group Incorporated", "NYSE", "large", HEALTH, "Medical - Healthcare Plans"],
  ["XOM", "Exxon Mobil Corporation", "NYSE", "large", "Energy", "Oil & Gas Integrated"],
  ["CVX", "Chevron Corporation", "NYSE", "large", "Energy", "Oil & Gas Integrated"],
  ["JNJ", "Johnson & Johnson", "NYSE", "large", HEALTH, "Drug Manufacturers - General"],
  ["LLY", "Eli Lilly and Company", "NYSE", "large", HEALTH, "Drug Manufacturers - General"],
  ["ABBV", "AbbVie Inc.", "NYSE", "large", HEALTH, "Drug Manufacturers - General"],
  ["PFE", "Pfizer Inc.", "NYSE", "large", HEALTH, "Drug Manufacturers - General"],
  ["WMT", "Walmart Inc.", "NYSE", "large", STAPLES, "Discount Stores"],
  ["COST", "Costco Wholesale Corporation", "NASDAQ", "large", STAPLES, "Discount Stores"],
  ["PG", "The Procter & Gamble Company", "NYSE", "large", STAPLES, "Household & Personal Products"],
  ["KO", "The Coca-Cola Company", "NYSE", "large", STAPLES, "Beverages - Non-Alcoholic"],
  ["PEP", "PepsiCo, Inc.", "NASDAQ", "large", STAPLES, "Beverages - Non-Alcoholic"],
  ["HD", "The Home Depot, Inc.", "NYSE", "large", CYCLICAL, "Home Improvement"],
  ["MCD", "McDonald's Corporation", "NYSE", "large", CYCLICAL, "Restaurants"],
  ["NKE", "NIKE, Inc.", "NYSE", "large", CYCLICAL, "Apparel - Footwear & Accessories"],
  ["AMD", "Advanced Micro Devices, Inc.", "NASDAQ", "large", TECH, "Semiconductors"],
  ["INTC", "Intel Corporation", "NASDAQ", "large", TECH, "Semiconductors"],
  ["CRM", "Salesforce, Inc.", "NYSE", "large", TECH, "Software - Application"],
  ["ORCL", "Oracle Corporation", "NYSE", "large", TECH, "Software - Infrastructure"],
  ["CSCO", "Cisco Systems, Inc.", "NASDAQ", "large", TECH, "Communication Equipment"],
  ["ADBE", "Adobe Inc.", "NASDAQ", "large", TECH, "Software - Application"],
  ["IBM", "International Business Machines Corporation", "NYSE", "large", TECH, "Information Technology Services"],
  ["PLTR", "Palantir Technologies Inc.", "NASDAQ", "large", TECH, "Software - Infrastructure"],
  ["NFLX", "Netflix, Inc.", "NASDAQ", "large", MEDIA, "Entertainment"],
  ["DIS", "The Walt Disney Company", "NYSE", "large", MEDIA, "Entertainment"],
  ["T", "AT&T Inc.", "NYSE", "large", MEDIA, "Telecommunications Services"],
  ["VZ", "Verizon Communications Inc.", "NYSE", "large", MEDIA, "Telecommunications Services"],
  ["BA", "The Boeing Company", "NYSE", "large", INDUSTRY, "Aerospace & Defense"],
  ["F", "Ford Motor Company", "NYSE", "mid", CYCLICAL, "Auto Manufacturers"],
  ["GM", "General Motors Company", "NYSE", "mid", CYCLICAL, "Auto Manufacturers"],
  ["GE", "GE Aerospace", "NYSE", "large", INDUSTRY, "Aerospace & Defense"],
  ["CAT", "Caterpillar Inc.", "NYSE", "large", INDUSTRY, "Agricultural - Machinery"],
  ["NEE", "NextEra Energy, Inc.", "NYSE", "large", "Utilities", "Regulated Electric"],
  ["LIN", "Linde plc", "NASDAQ", "large", "Basic Materials", "Chemicals - Specialty"],
  ["PLD", "Prologis, Inc.", "NYSE", "large", "Real Estate", "REIT - Industrial"],
];

/** Companies whose fiscal year ends in June; that of all others ends in December. */
export const JUNE_YEARS: ReadonlySet<string> = new Set(["MSFT", "NKE", "ORCL"]);

/** The coins, largest first. */
export const COINS: readonly [symbol: string, name: string, size: Size][] = [
  ["BTC", "Bitcoin", "mega"],
  ["ETH", "Ethereum", "large"],
  ["USDT", "Tether USDt", "large"],
  ["BNB", "BNB", "large"],
  ["SOL", "Solana", "large"],
  ["XRP", "XRP", "large"],
  ["USDC", "USD Coin", "mid"],
  ["DOGE", "Dogecoin", "mid"],
  ["ADA", "Cardano", "mid"],
  ["TRX", "TRON", "mid"],
  ["AVAX", "Avalanche", "mid"],
  ["LINK", "Chainlink", "mid"],
  ["DOT", "Polkadot", "mid"],
  ["LTC", "Litecoin", "mid"],
  ["SHIB", "Shiba Inu", "small"],
];
