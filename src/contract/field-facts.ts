/** The facts and names of a field, and how people read its figures. Free of zod, because pictures use it in a browser. */
import type { HumanNumbers } from "../lib/human-number.js";
import { toTitle, type ProviderId } from "./provider-id.js";
import type { Description } from "./schema.js";

/** The unit of each kind, with which a description begins, and an example; empty for one without a unit. */
const UNITS = {
  price: "",
  money: "",
  ratio: ["Ratio", " (0.24 = 24 %)"],
  percent: ["Percent", " (1.5 = 1.5 %)"],
  shares: "Shares",
  count: "Count",
  days: "Days",
  seconds: "Seconds",
  years: "Years",
  multiple: "Multiple",
  number: "",
  day: "YYYY-MM-DD",
  time: "ISO 8601",
  label: "",
  text: "",
  group: "",
} as const;

export type Kind = keyof typeof UNITS;

/**
 * The owner of an amount's currency: the prices of the listing (possibly a minor unit, such as pence), the same in the
 * currency itself (pounds), the accounts of the company, or US dollars whatever the listing.
 */
export type Owner = "listing" | "major" | "accounts" | "usd";

/** The levels below and above which the trade calls a figure oversold and overbought. */
export type Band = { low: number; high: number };

/**
 * The rule by which the trade reads a figure: between two levels, or beside another figure of the answer, whose path and
 * short name it has.
 */
export type Reading = Band | { comparedWith: string; name: string };

/** The facts of a field. */
export interface Field {
  kind: Kind;
  /** The rest of the description: period, formula, when it is null. */
  note: Description;
  owner?: Owner | undefined;
  /** The name for people; by default it is made of the field's name. */
  label?: string | undefined;
  /** Whether the figure is a change, which people read with its sign. */
  signed?: boolean | undefined;
  /** Whether the figure is null at times by its definition, as a price before the opening is after it. */
  atTimes?: boolean | undefined;
  /** Whether the interface sends the figure as text. */
  isText?: boolean | undefined;
  /** Whether the percentage is one a year. */
  isAYear?: boolean | undefined;
  /** The provider that sends this ratio as a percentage. */
  percentFrom?: ProviderId | undefined;
  /** Whether the remarks on an answer state the field, so that a page leaves it out: always, or once for all its rows. */
  inRemarks?: "always" | "once" | undefined;
  /** Whether people read the figure with two decimals, with more only where it would be 0. */
  isInCents?: boolean | undefined;
  /** The words that people read instead of the values of a code. */
  codes?: Readonly<Record<string, string>> | undefined;
  reading?: Reading | undefined;
  /**
   * The list of the answer, and its field, that says whether the figure is in percent: `series.changes`. A row names its row
   * of the list, which has that `name`, or the list has one row.
   */
  unitIn?: string | undefined;
  /** The field of that list with the unit of the values themselves: differences of percentages are in percentage points. */
  valueUnitIn?: string | undefined;
  /** Whether the figure is a difference of percentages. */
  isInPoints?: boolean | undefined;
  /** The field of a row that says which period begins on this day: `M10`, `Q03`, `S01`; a month where the row lacks it. */
  startsPeriod?: string | undefined;
}

const OWNERS: Readonly<Record<Owner, string | readonly string[]>> = {
  listing: "Listing currency",
  major: ["Listing currency", " (never a minor unit)"],
  accounts: "Reporting currency",
  usd: "USD",
};

/** Returns the unit with which a description begins, and an example if it has one; empty for a number without a unit. */
export function toUnitWords({ kind, owner, percentFrom, isAYear }: Field): readonly string[] {
  if (percentFrom) return [`Percent from ${toTitle(percentFrom)}, else ratio`];
  if (isAYear) return ["Percent a year", " (1.5 = 1.5 %)"];
  return [owner === undefined ? UNITS[kind] : OWNERS[owner]].flat();
}

/** Whether the value is a percentage in an answer of this provider. */
export function isPercentage({ kind, percentFrom }: Pick<Field, "kind" | "percentFrom">, provider?: string): boolean {
  return kind === "percent" || (percentFrom !== undefined && percentFrom === provider);
}

/** The units of economic series that are read by machine: `percent of GDP`, and `index, 2000 = 100`, where the base is known. */
const PERCENT = "percent";
const INDEX = "index";
export const percentUnit = (of = "") => `${PERCENT} ${of}`.trim();
export const indexUnit = (base?: string) => (base === undefined ? INDEX : `${INDEX}, ${base} = 100`);

/** Whether an economic series is in percent; a change of it is in percentage points. */
export const isPercentUnit = (unit: unknown) => typeof unit === "string" && unit.startsWith(PERCENT);
export const isIndexUnit = (unit: unknown) => typeof unit === "string" && unit.startsWith(INDEX);

/** A figure in the unit in which people read it, and the format in which they do. */
interface HumanParts {
  value: number;
  format: "number" | "price" | "change" | "percent" | "points" | "share";
  /** With the blank before it; empty for none. */
  unit: string;
}

/** Returns the parts of a figure, of which its text is made. `provider` is the one that answered. */
export function toHumanParts(field: Omit<Field, "note">, value: number, provider?: string): HumanParts {
  const { kind, signed = false } = field;
  if (field.isInPoints) return { value, format: "points", unit: "\u00a0pp" };
  if (kind === "ratio" || kind === "percent") {
    const percentage = isPercentage(field, provider) ? value : value * 100;
    return { value: percentage, format: signed ? "percent" : "share", unit: "\u00a0%" };
  }
  if (kind === "price" || (kind === "number" && signed))
    return { value, format: signed ? "change" : "price", unit: "" };
  // These kinds are named after their unit.
  if (kind !== "days" && kind !== "seconds" && kind !== "years") return { value, format: "number", unit: "" };
  return { value, format: "number", unit: `\u00a0${value === 1 ? kind.slice(0, -1) : kind}` };
}

/**
 * Returns the value as people read it: 8.7 %, 2.06 T, 40.6 days, +1.5 %. `provider` is the one that answered. The value
 * is rounded, so offer the exact one too.
 */
export function toHumanFigure(
  field: Omit<Field, "note">,
  figure: number,
  numbers: HumanNumbers,
  provider?: string,
): string {
  if (field.kind === "label") return String(figure);
  const { value, format, unit } = toHumanParts(field, figure, provider);
  return numbers[format](value) + (format === "number" ? unit : "");
}

/**
 * Returns the period that begins on a day, by its code: `Q3 2026`, `H1 2026`, `2026`, otherwise the month in the words of
 * `monthOf`.
 */
export function toPeriodWords(day: string, code: unknown, monthOf: (day: string) => string): string {
  if (code === "A01") return day.slice(0, 4);
  const [, letter, number] = (typeof code === "string" && /^([QS])0(\d)$/.exec(code)) || [];
  return letter ? `${letter === "S" ? "H" : letter}${number} ${day.slice(0, 4)}` : monthOf(day);
}

/**
 * Returns the reading of a figure with its rule: "neutral, 30 to 70", "close below". It is a description and no advice;
 * `undefined` where the answer lacks the other figure.
 */
export function toReadingWords(
  reading: Reading,
  value: number,
  valueAt: (path: string) => unknown,
  { number }: Pick<HumanNumbers, "number">,
): string | undefined {
  if ("comparedWith" in reading) {
    const other = valueAt(reading.comparedWith);
    if (typeof other !== "number") return undefined;
    return `${reading.name} ${other > value ? "above" : other < value ? "below" : "at it"}`;
  }
  return toBandWords(reading, value, { number });
}

/** Returns the reading of a figure between two levels: "neutral, 30 to 70". */
export function toBandWords({ low, high }: Band, value: number, { number }: Pick<HumanNumbers, "number">): string {
  if (value < low) return `oversold, below ${number(low)}`;
  return value > high ? `overbought, above ${number(high)}` : `neutral, ${number(low)} to ${number(high)}`;
}

/** Words that the trade writes in capitals. */
const ACRONYM = /\b(?:atr|ceo|cik|cpi|dcf|ebitda|ema|eps|gdp|macd|nav|pce|pe|peg|ppi|rsi|sma|sofr|url)\b/g;

/** The names for people of fields that many answers have, so that each is called the same everywhere. */
const COMMON: Readonly<Record<string, string>> = {
  yearHigh: "52-week high",
  yearLow: "52-week low",
  pe: "P/E",
  peRatio: "P/E",
  pegRatio: "PEG",
  priceToBook: "Price / book",
  priceToSales: "Price / sales",
};

/** Returns the name for people: `Market cap` of `marketCap`. */
export function toFieldLabel(name: string, field?: Pick<Field, "label">): string {
  if (field?.label !== undefined) return field.label;
  if (Object.hasOwn(COMMON, name)) return COMMON[name]!;
  const plain = name
    .replace(/_/g, " ")
    .replace(/([a-z])([A-Z0-9])/g, "$1 $2")
    .toLowerCase()
    .replace(ACRONYM, (word) => word.toUpperCase());
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/**
 * Returns the letters of a name: `netIncome`, `net_income`, `Net income` and `NetIncome` have the same, and `%` and `&` are
 * words. A dot stays, because rows have names with one that no caller may write.
 */
export const toLetters = (name: string) =>
  name
    .replaceAll("&", "and")
    .replaceAll("%", "percent")
    .replace(/[^\p{L}\p{N}.]/gu, "")
    .toLowerCase();

/** Returns the letters of the name and of all further names of the same figure, the surest first. */
export function namesOfSame(name: string): readonly string[] {
  const letters = toLetters(name);
  const same = SAME.flatMap((names) => (` ${names} `.includes(` ${letters} `) ? names.split(" ") : []));
  const meant = Object.hasOwn(IN_SHORT, letters) ? IN_SHORT[letters]!.split(" ") : [];
  return [...new Set([letters, ...same, ...meant])];
}

/** Returns the same for a filter or an order: its `change` is in percent, and its `volume` is that of an average day. */
export function namesOfFilter(name: string): readonly string[] {
  const same = namesOfSame(name);
  return [...same, ...Object.entries(FILTERS).flatMap(([filter, field]) => (same.includes(field) ? [filter] : []))];
}

const FILTERS: Readonly<Record<string, string>> = { change: "changespercentage", volume: "avgvolume" };

/**
 * Short names that mean a longer one where no field has the short one. Not the other way round: the `change` of a price
 * does not answer a question for `sharesChange`.
 */
const IN_SHORT: Readonly<Record<string, string>> = {
  change: "shareschange",
  yield: "dividendyield",
  rsi: "rsi14",
  atr: "atr14",
  sma20: "sma",
  sma50: "sma",
  sma200: "sma",
  ema12: "ema",
  ema26: "ema",
  bollinger: "bollinger20",
  price: "close last cost",
  lastprice: "last",
  cash: "cashandcashequivalents",
  equity: "totalstockholdersequity",
  receivables: "netreceivables",
  high: "dayhigh",
  low: "daylow",
  name: "insider",
  title: "relation",
  type: "form transaction",
  time: "date published",
  date: "published",
};

/** Returns the fields that a name of several figures may mean; none of a name of one. */
export const namesOfSeveral = (name: string): readonly string[] => {
  const letters = toLetters(name);
  return Object.hasOwn(SEVERAL, letters) ? SEVERAL[letters]! : [];
};

/** Some companies add the cost of revenue to their total operating expenses, and others do not. */
const SEVERAL: Readonly<Record<string, readonly string[]>> = {
  totaloperatingexpenses: ["operatingExpenses", "costAndExpenses"],
};

/** The letters of names of one figure each: those of fields, and those that people and other programs have for them. */
const SAME: readonly string[] = [
  "symbol ticker",
  "contract contractsymbol optionsymbol",
  "name companyname company shortname longname holder",
  "exchange exchangename fullexchangename exchangeshortname stockexchange",
  // Prices.
  "price currentprice latestprice lastprice regularmarketprice marketprice stockprice shareprice",
  "changespercentage changepercentage changepercent percentchange percentagechange changepct pctchange daychangepercent dailychangepercent regularmarketchangepercent changeinpercent change24h 24hchange 24hchangepercent",
  "change pricechange daychange regularmarketchange",
  "close closeprice closingprice",
  "open openprice openingprice",
  "high highprice",
  "low lowprice",
  "adjclose adjustedclose adjustedcloseprice adjustedclosingprice",
  "date day datetime timestamp",
  "dayhigh todayshigh highoftheday regularmarketdayhigh",
  "daylow todayslow lowoftheday regularmarketdaylow",
  "yearhigh 52weekhigh week52high high52 high52week high52weeks 52whigh 52wkhigh fiftytwoweekhigh yearlyhigh",
  "yearlow 52weeklow week52low low52 low52week low52weeks 52wlow 52wklow fiftytwoweeklow yearlylow",
  "volume vol tradingvolume sharevolume regularmarketvolume volume24h 24hvolume totalvolume",
  "avgvolume averagevolume avgdailyvolume averagedailyvolume averagedailyvolume3month volavg volumeavg",
  "bid bidprice",
  "ask askprice",
  "spreadpercent spread bidaskspread",
  "marketcap mcap mktcap marketcapitalization marketcapitalisation",
  "rank marketcaprank",
  // Valuation.
  "pe peratio trailingpe pettm trailingperatio pricetoearnings pricetoearningsratio priceearnings priceearningsratio",
  "pricetobook pb pbratio pricetobookratio",
  "evtoebitda enterprisevaluetoebitda evebitda",
  "evtorevenue enterprisevaluetorevenue",
  "dividendyield divyield dividendyieldttm trailingdividendyield trailingannualdividendyield",
  "targetmeanprice meantarget targetmean averagetarget targetprice pricetarget analysttarget analysttargetprice",
  "recommendationkey recommendation recommendations analystrating analystrecommendation ratingconsensus consensusrating",
  "roe returnonequity",
  "roa returnonassets",
  "return1y oneyearreturn 1yearreturn 1yreturn returnoneyear return1year",
  "returnytd ytdreturn ytd yeartodatereturn yeartodate",
  "return1mo onemonthreturn 1monthreturn 1moreturn return1month",
  "volatility20 volatility",
  // Statements: income.
  "revenue totalrevenue revenues sales netsales totalsales salesrevenue turnover topline",
  "costofrevenue costofsales costofgoodssold cogs",
  "grossprofit grossincome",
  "operatingexpenses operatingexpense opex",
  "operatingincome operatingprofit operatingincomeloss incomefromoperations",
  "netincome netprofit netearnings netincomeloss bottomline",
  "eps basiceps epsbasic earningspershare basicearningspershare earningspersharebasic",
  "epsdiluted dilutedeps dilutedearningspershare earningspersharediluted",
  "weightedaverageshsout weightedaverageshares weightedaveragesharesoutstanding weightedaveragesharesoutstandingbasic averageshares averagesharesbasic basicshares basicaverageshares basicsharesoutstanding",
  "weightedaverageshsoutdil weightedaveragesharesdiluted weightedaveragesharesoutstandingdiluted weightedaveragedilutedshares weightedaveragedilutedsharesoutstanding averagesharesdiluted dilutedshares dilutedaverageshares dilutedsharesoutstanding",
  "researchanddevelopmentexpenses researchanddevelopmentexpense researchanddevelopment researchdevelopment randd randdexpense randdexpenses rnd rndexpenses rdexpenses rd",
  "sellinggeneralandadministrativeexpenses sellinggeneralandadministrativeexpense sellinggeneralandadministrative sellinggeneraladministrative sga sganda sgandaexpense sgandaexpenses",
  "incometaxexpense incometax incometaxes taxprovision taxes tax taxexpense",
  "incomebeforetax incomebeforetaxes pretaxincome profitbeforetax earningsbeforetax ebt",
  "interestexpense interestexpenses",
  // Balance.
  "cashandcashequivalents cashandequivalents cashcashequivalents",
  "cashandshortterminvestments totalcash",
  "inventory inventories",
  "totalcurrentassets currentassets",
  "totalassets assets",
  "totalcurrentliabilities currentliabilities",
  "totalliabilities liabilities",
  "totaldebt debt",
  "totalstockholdersequity stockholdersequity stockholderequity shareholdersequity shareholderequity totalshareholdersequity totalshareholderequity",
  "accountsreceivables accountsreceivable",
  "accountpayables accountspayable accountspayables payables",
  "goodwill goodwillvalue",
  // Cash flow.
  "operatingcashflow operatingcashflows cashflowfromoperations cashflowfromoperatingactivities cashfromoperations cashfromoperatingactivities netcashfromoperatingactivities totalcashfromoperatingactivities netcashprovidedbyoperatingactivities cfo",
  "capitalexpenditure capitalexpenditures capex",
  "freecashflow freecashflows fcf",
  "netcashprovidedbyinvestingactivities netcashusedforinvestingactivites netcashusedforinvestingactivities netcashusedininvestingactivities netcashfrominvestingactivities investingcashflow investingcashflows cashflowfrominvesting cashflowfrominvestingactivities cashfrominvesting cashfrominvestingactivities",
  "netcashprovidedbyfinancingactivities netcashusedprovidedbyfinancingactivities netcashfromfinancingactivities financingcashflow financingcashflows cashflowfromfinancing cashflowfromfinancingactivities cashfromfinancing cashfromfinancingactivities",
  "commonstockrepurchased repurchaseofcommonstock repurchaseofstock repurchasesofstock repurchaseofcapitalstock sharerepurchases sharerepurchase stockrepurchases stockrepurchase stockrepurchased sharebuybacks stockbuybacks buybacks buyback",
  "netdividendspaid dividendspaid cashdividendspaid dividendpayments",
  "depreciationandamortization depreciationamortization depreciation danda",
  "stockbasedcompensation sharebasedcompensation stockcompensation sbc",
  "netchangeincash changeincash",
  // Ratios.
  "grossmargin grossmargins grossprofitmargin grossprofitratio grossmarginpercent",
  "operatingmargin operatingmargins operatingprofitmargin operatingincomeratio ebitmargin operatingmarginpercent",
  "netmargin netmargins netprofitmargin profitmargin profitmargins netincomemargin netincomeratio netmarginpercent",
  "freecashflowmargin fcfmargin",
  "interestcoverage interestcoverageratio timesinterestearned",
  "effectivetaxrate taxrate",
  "researchtorevenue rdtorevenue rndtorevenue randdtorevenue researchanddevelopmenttorevenue",
  "capextorevenue capexratio capitalexpendituretorevenue capexpercentofrevenue",
  "stockcompensationtorevenue sbctorevenue stockbasedcompensationtorevenue",
  "dividendyears dividendgrowthyears",
  "payoutratio dividendpayoutratio dividendpayout",
  "freecashflowpayout fcfpayout fcfpayoutratio freecashflowpayoutratio",
  "currentratio liquidityratio",
  "quickratio acidtest acidtestratio",
  "debttoequity debttoequityratio debtequity debtequityratio de deratio",
  "netdebttoebitda netdebtebitda",
  "inventoryturnover inventoryturns inventoryturnoverratio",
  "receivablesdays dso dayssalesoutstanding daysofsalesoutstanding",
  "assetturnover assetturnoverratio totalassetturnover",
  "returnoninvestedcapital roic returnoncapital",
  "revenuegrowth revenuegrowthyoy yoyrevenuegrowth revenuegrowthrate salesgrowth",
  "netincomegrowth netincomegrowthyoy yoynetincomegrowth earningsgrowth profitgrowth",
  "epsgrowth epsgrowthyoy earningspersharegrowth",
  "revenuegrowthsequential revenuegrowthqoq",
  "netincomegrowthsequential netincomegrowthqoq",
  "epsgrowthsequential epsgrowthqoq",
  "revenuecagr salescagr cagr cagrofrevenue",
  "netincomecagr earningscagr",
  // Dividends, calendar, insiders.
  "exdate exdividenddate exdivdate dividendexdate",
  "amount dividend dividendamount cashamount",
  "paydate paymentdate payabledate",
  "declared declarationdate declareddate",
  "epsestimate epsestimated estimatedeps consensuseps epsconsensus epsforecast",
  "epsactual actualeps reportedeps",
  "surprisepercent surprisepercentage earningssurprise epssurprise surprise",
  "date transactiondate",
  "filed filingdate datefiled",
  "insider insidername reportingname owner",
  "relation relationship role officertitle",
  "transaction transactiontype",
  "cost pricepershare transactionprice",
  "shares numberofshares quantity sharesheld",
  "value transactionvalue",
  // Options.
  "strike strikeprice",
  "impliedvolatility iv",
  "openinterest oi",
  "inthemoney itm",
  // News, filings, series, funds.
  "title headline",
  "publisher site newssource",
  "published publisheddate publishdate publishedat publicationdate datepublished",
  "summary snippet description text",
  "url link filingurl",
  "form formtype filingtype",
  "reportdate periodofreport",
  "yearchange yoy yoychange changeyoy annualchange yearoveryear yearoveryearchange",
  "change mom momchange monthlychange monthovermonth",
  "weight weighting",
];
