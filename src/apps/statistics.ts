/** Key statistics as groups of facts, without those that the answer does not have. */
import { numberIn, textIn, type Answer, type Fields } from "./answer.js";
import { arrowed, day, figure, html } from "./elements.js";
import { factList, ratio, type Fact } from "./fact-list.js";
import type { PictureContext, Picture } from "./picture.js";
import { isObject } from "../lib/is-object.js";
import type { Words } from "./format.js";

type Kind = "money" | "accounts" | "price" | "number" | "ratio" | "change" | "leverage" | "day";
type Row = readonly [label: string, field: string, kind: Kind];

const GROUPS: readonly [title: string, group: string, rows: readonly Row[]][] = [
  [
    "Valuation",
    "valuation",
    [
      ["Market cap", "marketCap", "money"],
      ["Enterprise value", "enterpriseValue", "money"],
      ["P/E (TTM)", "trailingPE", "number"],
      ["P/E, expected", "forwardPE", "number"],
      ["PEG", "pegRatio", "number"],
      ["Price / sales", "priceToSales", "number"],
      ["Price / book", "priceToBook", "number"],
      ["EV / revenue", "evToRevenue", "number"],
      ["EV / EBITDA", "evToEbitda", "number"],
    ],
  ],
  [
    "Growth, latest quarter on the year before",
    "growth",
    [
      ["Revenue", "revenue", "change"],
      ["Earnings", "earnings", "change"],
    ],
  ],
  [
    "Profit, twelve months",
    "profit",
    [
      ["EBITDA", "ebitda", "accounts"],
      ["Gross profit", "grossProfit", "accounts"],
      ["Operating cash flow", "operatingCashFlow", "accounts"],
      ["Free cash flow", "freeCashFlow", "accounts"],
      ["Gross margin", "grossMargin", "ratio"],
      ["Operating margin", "operatingMargin", "ratio"],
      ["Net margin", "netMargin", "ratio"],
      ["Return on equity", "returnOnEquity", "ratio"],
      ["Return on assets", "returnOnAssets", "ratio"],
    ],
  ],
  [
    "Balance sheet",
    "balance",
    [
      ["Cash", "cash", "accounts"],
      ["Debt", "debt", "accounts"],
      ["Debt / equity", "debtToEquity", "leverage"],
      ["Current ratio", "currentRatio", "number"],
      ["Quick ratio", "quickRatio", "number"],
      ["Book value of a share", "bookValue", "accounts"],
    ],
  ],
  [
    "Shares",
    "shares",
    [
      ["Outstanding", "outstanding", "number"],
      ["Float", "float", "number"],
      ["Sold short", "short", "number"],
      ["Short, of float", "shortPercentOfFloat", "ratio"],
      ["Days to cover", "shortRatioDays", "number"],
      ["Short figures of", "shortDate", "day"],
      ["Insiders hold", "insiders", "ratio"],
      ["Institutions hold", "institutions", "ratio"],
    ],
  ],
  [
    "Price",
    "price",
    [
      ["52-week change", "fiftyTwoWeekChange", "change"],
      ["S&P 500, same time", "marketFiftyTwoWeekChange", "change"],
      ["Beta", "beta", "number"],
      ["50-day average", "average50", "price"],
      ["200-day average", "average200", "price"],
    ],
  ],
  [
    "Fiscal year",
    "fiscal",
    [
      ["Latest quarter", "latestQuarter", "day"],
      ["Last year ended", "lastYearEnd", "day"],
      ["Next year ends", "nextYearEnd", "day"],
    ],
  ],
];

/** Draws the answer of key statistics. */
export function drawStatistics({ body, source }: Answer, { words }: PictureContext): Picture {
  const [currency, reporting] = [textIn(body, "currency"), textIn(body, "reportingCurrency")];
  const accounts = reporting !== null && reporting !== currency ? ` (${reporting})` : "";
  const sections = GROUPS.flatMap(([title, group, rows]) => {
    const fields = body[group];
    const facts = isObject(fields)
      ? rows.flatMap((row) =>
          factOf(row, fields, { accounts, isPercent: source?.includes("provider B") === true }, words),
        )
      : [];
    const list = factList(facts);
    return list ? [html("section", {}, html("h2", {}, title), list)] : [];
  });
  return {
    heading: `${textIn(body, "symbol") ?? ""} key statistics`.trim(),
    subheading: [currency, reporting === currency ? null : reporting && `accounts in ${reporting}`]
      .filter((part) => part !== null)
      .join(" · "),
    content: sections,
  };
}

/**
 * Units of an answer: the text after labels of accounts that names their currency, and whether debt / equity is
 * percent.
 */
interface Units {
  accounts: string;
  isPercent: boolean;
}

function factOf([label, field, kind]: Row, fields: Fields, { accounts, isPercent }: Units, words: Words): Fact[] {
  if (kind === "day") {
    const date = textIn(fields, field);
    return date === null ? [] : [[label, day(words, date)]];
  }
  const value = numberIn(fields, field);
  if (value === null) return [];
  if (kind === "ratio" || (kind === "leverage" && !isPercent)) return [[label, ratio(words, value)]];
  if (kind === "leverage") return [[label, figure(words, value, "share")]];
  if (kind === "change") return [[label, arrowed(value, words.percent(value * 100), words.exact(value))]];
  return [
    [kind === "accounts" ? label + accounts : label, figure(words, value, kind === "price" ? "price" : "number")],
  ];
}
