/** The sentence that states the currency of an answer, because hosts do not show `_meta` to models. */
import { capital } from "../lib/capital.js";
import { nameCurrency, otherCurrencies, type Currencies } from "../contract/currency.js";

/** Names, as in a sentence, of the fields that can be in another currency than the prices. */
const NAMES: Readonly<Record<string, string>> = {
  annualRate: "annual rate",
  bookValue: "book value",
  data: "statements",
  ebitda: "EBITDA",
  enterpriseValue: "enterprise value",
  eps: "earnings per share",
  freeCashFlow: "free cash flow",
  grossProfit: "gross profit",
  marketCap: "market cap",
  operatingCashFlow: "operating cash flow",
  revenue: "revenue",
};

const list = new Intl.ListFormat("en", { style: "long", type: "conjunction" });

/**
 * Returns, for example, "Prices in GBp (pence); market cap in GBP."; `undefined` for plain USD and for unknown
 * currencies.
 */
export function toCurrencySentence(currencies: Currencies): string | undefined {
  const byCode = new Map<string, string[]>();
  for (const [field, code] of otherCurrencies(currencies)) {
    byCode.set(code, [...(byCode.get(code) ?? []), NAMES[field] ?? field]);
  }
  const codes = [...(currencies.price === null ? [] : [currencies.price]), ...byCode.keys()];
  if (codes.every((code) => code === "USD")) return undefined;
  const prices = currencies.price === null ? [] : [`prices in ${nameCurrency(currencies.price)}`];
  const others = [...byCode].map(([code, names]) => `${list.format(names)} in ${nameCurrency(code)}`);
  const sentence = [...prices, ...others].join("; ");
  return `${capital(sentence)}.`;
}
