/** Quotes of currency pairs by provider D: the ECB's reference rates of a day. */
import { quote } from "../../capabilities/quote.js";
import { ProviderError } from "../../contract/errors.js";
import { source } from "../../contract/provider.js";
import { toSixDigits } from "../../contract/values.js";
import { providerD } from "./provider.js";
import { findEuroRates } from "./reference-rates.js";

/** A pair such as `EURUSD=X`, dollars for one euro; `EUR=X` is that of the dollar: euros for one dollar. */
const PAIR = /^([A-Z]{3})?([A-Z]{3})=X$/;

/**
 * The rate of a pair, which the European Central Bank publishes once a day.
 *
 * The ECB states the units of each currency for one euro. `EURUSD=X` has its figure; the price of any other pair is
 * second / first, with six significant digits, where the euro counts 1: `GBPUSD=X` = USD for one euro / GBP for one
 * euro. There is neither a change nor a range, and no time of the day.
 *
 * @throws {ProviderError} `no_data` for a currency without a reference rate.
 */
export const quoteFromD = source(
  providerD,
  quote,
  async ({ symbol }, client) => {
    const [, base = "USD", other = ""] = PAIR.exec(symbol) ?? [];
    const { date, rates } = (await findEuroRates(client)).value;
    const perEuro: Readonly<Record<string, number>> = { ...rates, EUR: 1 };
    const [units, divisor] = [perEuro[other], perEuro[base]];
    if (units === undefined || divisor === undefined || base === other)
      throw new ProviderError("provider-d", "no_data");
    const isStated = base === "EUR";
    const price = isStated ? units : toSixDigits(units / divisor)!;
    return {
      data: { symbol, price, name: `${base}/${other}`, currency: other },
      notes: [
        `This is the European Central Bank's reference rate of ${date}, published once a day, not a market quote.`,
        ...(isStated ? [] : [`It is computed from the bank's rates for one euro: ${other} / ${base}, six digits.`]),
      ],
      currency: other,
    };
  },
  { complete: true, cannot: ({ symbol }) => (PAIR.test(symbol) ? [] : ["symbol"]) },
);
