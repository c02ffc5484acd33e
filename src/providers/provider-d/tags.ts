/** The tags of the SEC's facts that fill the fields of statements. */
import type { StatementType } from "../../capabilities/financials.js";
import { balance, flow, type Rule, type Rules } from "./tag-rules.js";
import { BALANCE, WITH_MINORITIES } from "./tags-of-balance.js";
import { CASH } from "./tags-of-cash.js";
import { INCOME } from "./tags-of-income.js";

/** The rules of each statement. */
export const RULES: Readonly<Record<StatementType, Rules>> = { income: INCOME, balance: BALANCE, cash: CASH };

/** Figures that only formulas use. */
export const PARTS: Readonly<Record<string, Rule>> = {
  shortTermBorrowings: balance("ShortTermBorrowings"),
  commercialPaper: balance("CommercialPaper"),
  longTermDebtCurrent: balance("LongTermDebtCurrent"),
  equityWithMinorities: balance(WITH_MINORITIES, "StockholdersEquity"),
  sales: flow("ProceedsFromSaleOfAvailableForSaleSecuritiesDebt"),
  maturities: flow("ProceedsFromMaturitiesPrepaymentsAndCallsOfAvailableForSaleSecurities"),
  temporaryEquity: balance("TemporaryEquityCarryingAmountAttributableToParent"),
};

/** Tags of the net income of periods, by which periods are found. */
export const ANCHORS = [
  "NetIncomeLoss",
  "ProfitLoss",
  "ifrs:ProfitLoss",
  "ifrs:ProfitLossAttributableToOwnersOfParent",
];

/** Tags by which periods are found at a company that states no net income. */
export const OTHER_ANCHORS = [RULES.income["revenue"]!, RULES.income["weightedAverageShsOutDil"]!]
  .flatMap(({ tags }) => tags)
  .flat();

const NEEDED = new Set(
  [...Object.values(RULES).flatMap((rules) => Object.values(rules)), ...Object.values(PARTS)]
    .flatMap((rule) => rule?.tags ?? [])
    .flat(),
);

/** Whether a field is filled from the tag. */
export function isNeeded(tag: string): boolean {
  return NEEDED.has(tag);
}
