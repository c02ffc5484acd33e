/** Names of industries, as Yahoo's pages and overviews write them, and as its screener takes them. */
import { likelyNames, nearestNames } from "../../lib/nearest-names.js";

/**
 * The industries that Yahoo's screener knows, by sector; the list is that of the public client yfinance
 * (`const.py`, December 2025). A dash between blanks is an em dash without blanks in a query.
 */
const INDUSTRIES = `
Specialty Chemicals; Gold; Building Materials; Copper; Steel; Agricultural Inputs; Chemicals; Other Industrial Metals & Mining; Lumber & Wood Production; Aluminum; Other Precious Metals & Mining; Coking Coal; Paper & Paper Products; Silver
Advertising Agencies; Broadcasting; Electronic Gaming & Multimedia; Entertainment; Internet Content & Information; Publishing; Telecom Services
Apparel Manufacturing; Apparel Retail; Auto & Truck Dealerships; Auto Manufacturers; Auto Parts; Department Stores; Footwear & Accessories; Furnishings, Fixtures & Appliances; Gambling; Home Improvement Retail; Internet Retail; Leisure; Lodging; Luxury Goods; Packaging & Containers; Personal Services; Recreational Vehicles; Residential Construction; Resorts & Casinos; Restaurants; Specialty Retail; Textile Manufacturing; Travel Services
Beverages - Brewers; Beverages - Non-Alcoholic; Beverages - Wineries & Distilleries; Confectioners; Discount Stores; Education & Training Services; Farm Products; Food Distribution; Grocery Stores; Household & Personal Products; Packaged Foods; Tobacco
Oil & Gas Drilling; Oil & Gas E&P; Oil & Gas Equipment & Services; Oil & Gas Integrated; Oil & Gas Midstream; Oil & Gas Refining & Marketing; Thermal Coal; Uranium
Asset Management; Banks - Diversified; Banks - Regional; Capital Markets; Credit Services; Financial Conglomerates; Financial Data & Stock Exchanges; Insurance Brokers; Insurance - Diversified; Insurance - Life; Insurance - Property & Casualty; Insurance - Reinsurance; Insurance - Specialty; Mortgage Finance; Shell Companies
Biotechnology; Diagnostics & Research; Drug Manufacturers - General; Drug Manufacturers - Specialty & Generic; Health Information Services; Healthcare Plans; Medical Care Facilities; Medical Devices; Medical Instruments & Supplies; Medical Distribution; Pharmaceutical Retailers
Aerospace & Defense; Airlines; Airports & Air Services; Building Products & Equipment; Business Equipment & Supplies; Conglomerates; Consulting Services; Electrical Equipment & Parts; Engineering & Construction; Farm & Heavy Construction Machinery; Industrial Distribution; Infrastructure Operations; Integrated Freight & Logistics; Marine Shipping; Metal Fabrication; Pollution & Treatment Controls; Railroads; Rental & Leasing Services; Security & Protection Services; Specialty Business Services; Specialty Industrial Machinery; Staffing & Employment Services; Tools & Accessories; Trucking; Waste Management
Real Estate - Development; Real Estate Services; Real Estate - Diversified; REIT - Healthcare Facilities; REIT - Hotel & Motel; REIT - Industrial; REIT - Office; REIT - Residential; REIT - Retail; REIT - Mortgage; REIT - Specialty; REIT - Diversified
Communication Equipment; Computer Hardware; Consumer Electronics; Electronic Components; Electronics & Computer Distribution; Information Technology Services; Scientific & Technical Instruments; Semiconductor Equipment & Materials; Semiconductors; Software - Application; Software - Infrastructure; Solar
Utilities - Diversified; Utilities - Independent Power Producers; Utilities - Regulated Electric; Utilities - Regulated Gas; Utilities - Regulated Water; Utilities - Renewable
`
  .trim()
  .split(/;\s|\n/);

/** Returns a name without the marks and the letter case in which writers differ. */
function toKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/&|\band\b/g, " ")
    .replace(/[^a-z]+/g, " ")
    .trim();
}

const BY_KEY = new Map(INDUSTRIES.map((name) => [toKey(name), name]));

/** Returns our name of an industry that a caller wrote in any letter case, with any dash; `undefined` for any other text. */
export function findIndustry(text: string): string | undefined {
  return BY_KEY.get(toKey(text));
}

/** The words of the names for those that people have. */
const WORDS: Readonly<Record<string, string>> = {
  pharma: "drug manufacturers",
  pharmaceuticals: "drug manufacturers",
  "drug makers": "drug manufacturers",
  "big pharma": "drug manufacturers",
  cars: "auto manufacturers",
  automotive: "auto",
  automakers: "auto manufacturers",
  "auto makers": "auto manufacturers",
  "car makers": "auto manufacturers",
  chips: "semiconductors",
  chipmakers: "semiconductors",
  defence: "defense",
  saas: "software",
};

const MAX_LIKE = 6;

/** Returns the industries that the text may mean: a word of their names begins with it, or they are nearly spelt so. */
export function industriesLike(text: string): string[] {
  const key = toKey(text);
  const wanted = Object.hasOwn(WORDS, key) ? WORDS[key]! : key;
  const start = wanted.replace(/s$/, "");
  const begin = [...BY_KEY.keys()].filter((name) => start !== "" && ` ${name}`.includes(` ${start}`));
  // All that begin so are as likely: of oil and gas there are six.
  const like = begin.length > 0 ? nearestNames(wanted, begin, MAX_LIKE) : likelyNames(wanted, [...BY_KEY.keys()]);
  return like.map((name) => BY_KEY.get(name)!);
}

/** Returns Yahoo's name of one of these industries in a query. */
export function toUpstreamIndustry(name: string): string {
  return name.replace(" - ", "—");
}
