import { expect, it } from "vitest";
import { RULES } from "../../src/market/consistency.js";

it.each([
  [{ pe: 20, marketCap: 100, netIncome: 5 }, false],
  [{ pe: 20, marketCap: 100, netIncome: 0.1 }, true],
  [{ pe: 20, marketCap: null, netIncome: 5 }, false],
  [{ pe: 20, marketCap: null, netIncome: 0 }, true],
  [{ pe: 20, marketCap: null, netIncome: -5 }, true],
  [{ pe: 20, marketCap: 100, netIncome: null }, false],
  [{ pe: null, marketCap: 100, netIncome: -5 }, false],
])("P/E contradicts market cap and net income: %j is %s", (figures, isBroken) => {
  expect(RULES.priceToEarnings.isBroken(figures)).toBe(isBroken);
});
