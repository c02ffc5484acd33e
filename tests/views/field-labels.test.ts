/** The labels of fields inside sentences. */
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { overview } from "../../src/capabilities/companies/overview.js";
import { fund } from "../../src/capabilities/companies/fund.js";
import { toFieldLabel } from "../../src/contract/field-facts.js";
import { fieldsOf } from "../../src/contract/field.js";
import { uncapital } from "../../src/lib/capital.js";
import { fieldNamesOf, toCurrencyWords } from "../../src/views/currency-words.js";
import { envelopeOf } from "../support/fakes.js";

describe("a field inside a sentence", () => {
  it.each(CATALOGUE.map(({ capability }) => capability))("has its own label: $name", (capability) => {
    const nameOf = fieldNamesOf(capability);
    const fields = fieldsOf(capability.output);
    for (const path of [...Object.keys(capability.output.shape), ...fields.keys()]) {
      const label = toFieldLabel(path.split(".").at(-1)!, fields.get(path));
      expect([path, nameOf(path)]).toEqual([path, uncapital(label)]);
    }
  });

  it("is that of the answer before one of a part with the same name, and else the first", () => {
    const nameOf = fieldNamesOf(fund);
    expect(nameOf("returns")).toBe("returns");
    expect(nameOf("overlap.returns")).toBe("returns of the other fund");
    expect(nameOf("weight")).toBe("weight");
    expect(nameOf("mix.expenseRatio")).toBe("expense ratio");
  });

  it.each([
    ["Market cap", "market cap"],
    ["EPS estimate", "EPS estimate"],
    ["P/E", "P/E"],
    ["S&P 500, same time", "S&P 500, same time"],
    ["Treasury yields", "Treasury yields"],
    ["Sharpe ratio", "Sharpe ratio"],
    ["Bollinger upper", "Bollinger upper"],
    ["Williams %R 14", "Williams %R 14"],
  ])("keeps the capital of names and abbreviations: %s", (label, inside) => {
    expect(uncapital(label)).toBe(inside);
  });

  it("has no plural, which a label does not say", () => {
    const currency = { price: null, fields: { earningsPerShare: "USD", bookValuePerShare: "USD" } };
    const { main } = toCurrencyWords(overview, { ...envelopeOf(0), currency })!;
    expect(main!.noun.many).toBe("Earnings per share and book value per share");
  });
});
