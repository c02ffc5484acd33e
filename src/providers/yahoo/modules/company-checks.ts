/** Applies the consistency rules to a company as Yahoo describes it. */
import type { Sentence } from "../../../contract/sentence.js";
import { contradictions, RULES } from "../../../market/consistency.js";
import { partsOf, toMajorUnit } from "../../../contract/currency.js";
import type { Company } from "./company-summary.js";

/**
 * Whether price or market cap are in another currency than the accounts, so that dividing one by the other is wrong.
 */
export interface MixedCurrencies {
  price: boolean;
  marketCap: boolean;
}

/** A company without the figures that its other figures contradict. */
export interface CheckedCompany {
  company: Company;
  /** The currency of the accounts; `null` when it is unknown, or another one than the source's label. */
  reportingCurrency: string | null;
  /** The currency that price and market cap were compared with. */
  accounts: string | null;
  mixed: MixedCurrencies;
  /** Sentences on the withheld figures, by subject. */
  notes: Record<"label" | "earnings" | "grossProfit" | "float", Sentence[]>;
}

/**
 * Compares the figures of a company. Where prices are in pence, market cap and EPS are in pounds. The number of all
 * shares is the largest of the implied one, the outstanding one and market cap / price: each may leave a class out.
 */
export function checkCompany(company: Company): CheckedCompany {
  const { price, summaryDetail: detail, defaultKeyStatistics: statistics, financialData: data } = company;
  const label = data.financialCurrency;
  const major = toMajorUnit(price.currency);
  const { netIncomeToCommon: netIncome, trailingEps: eps, floatShares: float } = statistics;
  const { marketCap, regularMarketPrice } = price;
  const byValue =
    marketCap === null || regularMarketPrice === null ? 0 : (marketCap * partsOf(price.currency)) / regularMarketPrice;
  const counts = [statistics.impliedSharesOutstanding ?? 0, statistics.sharesOutstanding ?? 0, byValue];
  const shares = Math.max(...counts) || null;
  const { grossMargins: grossMargin, totalRevenue: revenue } = data;
  const labelNotes = contradictions(RULES.accountsLabel, { netIncome, eps, shares, price: major, accounts: label });
  const isMislabelled = labelNotes.length > 0;
  const accounts = isMislabelled ? major : label;
  const hasOneCurrency = major !== null && major === accounts;
  const earnings = { pe: detail.trailingPE, marketCap, netIncome: hasOneCurrency ? netIncome : null };
  const notes = {
    label: labelNotes,
    earnings: contradictions(RULES.priceToEarnings, earnings),
    grossProfit: contradictions(RULES.grossProfit, { grossMargin, grossProfit: data.grossProfits, revenue }),
    float: contradictions(RULES.float, { float, shares }),
  };
  const isPriceToEarningsOff = notes.earnings.length > 0;
  // After a loss, profits may be expected.
  const isForwardOff =
    isPriceToEarningsOff &&
    (netIncome ?? 0) > 0 &&
    RULES.priceToEarnings.isBroken({ ...earnings, pe: detail.forwardPE });
  return {
    company: {
      ...company,
      summaryDetail: {
        ...detail,
        trailingPE: isPriceToEarningsOff ? null : detail.trailingPE,
        forwardPE: isForwardOff ? null : detail.forwardPE,
      },
      defaultKeyStatistics: {
        ...statistics,
        floatShares: notes.float.length > 0 ? null : float,
      },
      financialData: { ...data, grossProfits: notes.grossProfit.length > 0 ? null : data.grossProfits },
    },
    reportingCurrency: isMislabelled ? null : label,
    accounts,
    mixed: { price: differ(price.currency, accounts), marketCap: differ(major, accounts) },
    notes,
  };
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}
