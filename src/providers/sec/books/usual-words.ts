/**
 * The usual words for figures: each means a line of the statements, whose tags stand in `tags.ts`. A filing's own name is
 * mostly another one: "capex" is `PaymentsToAcquirePropertyPlantAndEquipment`. The name of a line is one of its words.
 *
 * Lines are missing whose usual words are also the label of one tag among several, or mean figures beyond the line.
 */
import type { StatementType } from "../../../capabilities/companies/financials.js";
import { toKey } from "./tag-words.js";
import { RULES, type Rule } from "./tags.js";

const WORDS: Readonly<Record<StatementType, Readonly<Record<string, string>>>> = {
  income: {
    revenue: "sales, net sales, sales revenue, total revenue, net revenue, turnover, top line",
    costOfRevenue: "cost of sales, cost of goods sold, cost of goods and services sold, COGS",
    grossProfit: "",
    researchAndDevelopmentExpenses: "R&D, R&D expense, research and development",
    generalAndAdministrativeExpenses: "G&A, general and administrative",
    sellingAndMarketingExpenses: "S&M, sales and marketing, sales and marketing expense, selling and marketing",
    sellingGeneralAndAdministrativeExpenses: "SG&A, SG&A expense, selling general and administrative",
    operatingExpenses: "opex, total operating expenses",
    costAndExpenses: "costs and expenses, total costs and expenses",
    operatingIncome: "operating profit, operating earnings, operating loss, income from operations",
    interestExpense: "",
    incomeBeforeTax:
      "pretax income, pre-tax income, pretax profit, pre-tax profit, profit before tax, income before income taxes, earnings before tax",
    incomeTaxExpense: "income tax, tax expense, taxes, tax provision, provision for income taxes, income tax provision",
    netIncome: "net profit, net earnings, net loss, earnings, profit after tax, bottom line",
    eps: "earnings per share, basic EPS, basic earnings per share",
    epsdiluted: "diluted EPS, diluted earnings per share",
    weightedAverageShsOut:
      "weighted average shares, weighted average shares outstanding, average shares, basic shares, basic weighted average shares",
    weightedAverageShsOutDil:
      "diluted shares, diluted shares outstanding, diluted weighted average shares, diluted weighted average shares outstanding",
    depreciationAndAmortization: "D&A, depreciation depletion and amortization, depreciation and amortisation",
    ebitda: "",
  },
  balance: {
    cashAndCashEquivalents: "cash, cash and equivalents, cash on hand, cash balance, cash position",
    cashAndShortTermInvestments: "cash and investments",
    accountsReceivables: "receivables, net receivables, trade receivables, net accounts receivable",
    inventory: "",
    otherCurrentAssets: "",
    totalCurrentAssets: "current assets",
    propertyPlantEquipmentNet: "PP&E, net PP&E, fixed assets, property plant and equipment, property and equipment",
    goodwill: "",
    intangibleAssets: "intangibles",
    totalNonCurrentAssets: "non-current assets, noncurrent assets",
    totalAssets: "assets",
    accountPayables: "payables, trade payables",
    shortTermDebt: "current debt",
    deferredRevenue: "unearned revenue, contract liabilities",
    totalCurrentLiabilities: "current liabilities",
    longTermDebt: "noncurrent debt, non-current debt",
    totalLiabilities: "liabilities",
    treasuryStock: "treasury shares",
    retainedEarnings: "accumulated deficit",
    additionalPaidInCapital: "paid-in capital, APIC",
    accumulatedOtherComprehensiveIncomeLoss: "accumulated other comprehensive income, AOCI",
    totalStockholdersEquity: "stockholders' equity, shareholders' equity, total shareholders' equity",
    totalEquity: "equity",
    minorityInterest: "noncontrolling interest, non-controlling interest",
    totalLiabilitiesAndTotalEquity: "total liabilities and equity, liabilities and equity",
    totalDebt: "",
    netDebt: "",
  },
  cash: {
    stockBasedCompensation: "SBC, stock compensation, share-based compensation, share-based payments",
    netCashProvidedByOperatingActivities:
      "operating cash flow, OCF, cash from operations, cash flow from operations, cash flow from operating activities, net cash from operating activities",
    investmentsInPropertyPlantAndEquipment: "capex, capital expenditure, capital spending",
    acquisitionsNet: "acquisitions, acquisitions of businesses",
    commonStockRepurchased:
      "buybacks, share buybacks, stock buybacks, share repurchases, stock repurchases, repurchases of common stock",
    netDividendsPaid: "dividends paid, cash dividends, cash dividends paid, dividend payments",
    netCashProvidedByInvestingActivities:
      "investing cash flow, cash flow from investing, cash flow from investing activities",
    netCashProvidedByFinancingActivities:
      "financing cash flow, cash flow from financing, cash flow from financing activities",
    netChangeInCash: "change in cash",
    freeCashFlow: "FCF",
    incomeTaxesPaid: "taxes paid, cash taxes, cash taxes paid",
    interestPaid: "cash interest, cash interest paid, cash paid for interest",
  },
};

/** A line of a statement; one without a rule is computed. */
export interface Line {
  statement: StatementType;
  field: string;
  rule: Rule | undefined;
}

const LINES = new Map(
  Object.entries(WORDS).flatMap(([name, fields]) => {
    const statement = name as StatementType;
    return Object.entries(fields).flatMap(([field, words]) => {
      const line: Line = { statement, field, rule: RULES[statement][field] };
      return [field, ...(words === "" ? [] : words.split(", "))].map((text) => [toKey(text), line] as const);
    });
  }),
);

/** Returns the line of the statements that a text means; `undefined` for any other text. */
export function findLine(text: string): Line | undefined {
  return LINES.get(toKey(text));
}
