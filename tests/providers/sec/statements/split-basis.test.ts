import { toPlainText } from "../../../../src/contract/sentence.js";
import { describe, expect, it } from "vitest";
import { financialsFromSec } from "../../../../src/providers/sec/statements/financials.js";
import { createAsker } from "../../../support/ask.js";
import { useInternet } from "../../../support/internet.js";
import { playCompany, type PlayedFact, type PlayedFiling } from "../facts-play.js";

const internet = useInternet();

const filing = (number: number, filed: string): PlayedFiling => [
  `0001731289-24-${String(number).padStart(6, "0")}`,
  "10-Q",
  filed,
  2024,
];
/** The filings of the quarters to March, June and September of 2023 and 2024; the split is before the fifth. */
const [FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH] = [
  filing(1, "2023-05-09"),
  filing(2, "2023-08-04"),
  filing(3, "2023-11-02"),
  filing(4, "2024-05-07"),
  filing(5, "2024-08-09"),
  filing(6, "2024-10-31"),
];
type Values = readonly [filing: PlayedFiling, eps: number, shares: number][];

/** The notes on statements with these values of each quarter, by its last day. */
async function notesOf(quarters: Readonly<Record<string, Values>>, input: object = {}, hasShares = true) {
  const facts = (pick: (value: Values[number]) => number): PlayedFact[] =>
    Object.entries(quarters).flatMap(([end, values]) =>
      values.map((value): PlayedFact => [`${end.slice(0, 5)}${START[end.slice(5)]}`, end, pick(value), value[0]]),
    );
  playCompany(internet, {
    facts: {
      NetIncomeLoss: { USD: facts(() => -100_000_000) },
      EarningsPerShareBasic: { "USD/shares": facts(([, eps]) => eps) },
      ...(hasShares && { WeightedAverageNumberOfSharesOutstandingBasic: { shares: facts(([, , shares]) => shares) } }),
    },
  });
  const { notes = [] } = await createAsker().ask(financialsFromSec, { symbol: "AAPL", period: "quarter", ...input });
  return notes.filter((note) => /split/.test(toPlainText(note)));
}
const START: Record<string, string> = { "03-31": "01-01", "06-30": "04-01", "09-30": "07-01" };

const QUARTERS: Record<string, Values> = {
  "2023-03-31": [
    [FIRST!, -0.31, 549_689_436],
    [FOURTH!, -0.31, 549_689_436],
  ],
  "2023-06-30": [
    [SECOND!, -0.31, 708_692_817],
    [FIFTH!, -9.22, 23_623_094],
  ],
  "2023-09-30": [
    [THIRD!, -0.5, 857_213_992],
    [SIXTH!, -14.9, 28_573_800],
  ],
  "2024-03-31": [[FOURTH!, -0.11, 1_335_877_351]],
  "2024-06-30": [[FIFTH!, -2.86, 46_699_945]],
  "2024-09-30": [[SIXTH!, -3.89, 51_388_962]],
};
const SAID =
  "Earnings per share and numbers of shares are on the basis after the last split from 2024-06-30 on, and in the restated periods to 2023-09-30 and 2023-06-30; others are as filed before it.";

describe("a list of statements across a split", () => {
  it("says from which day on, and in which older periods, figures a share are on the newest basis", async () => {
    expect(await notesOf(QUARTERS)).toEqual([SAID]);
  });

  it("says so where only earnings per share are filed", async () => {
    expect(await notesOf(QUARTERS, {}, false)).toEqual([SAID]);
  });

  it("says nothing before the split, and where all periods are restated", async () => {
    const { "2024-03-31": _left, "2023-03-31": _out, ...restated } = QUARTERS;
    expect(await notesOf(restated)).toEqual([]);
    const { "2024-03-31": _early, ...before } = QUARTERS;
    expect((await notesOf(before, { as_of: "2023-12-31" })).join()).not.toContain("after the last split");
  });

  it("takes shares that are restated without their earnings per share for no split", async () => {
    const corrected: Record<string, Values> = {
      ...QUARTERS,
      "2023-06-30": [
        [SECOND!, -0.31, 708_692_817],
        [FIFTH!, -0.31, 23_623_094],
      ],
      "2023-09-30": [[THIRD!, -0.5, 857_213_992]],
    };
    expect((await notesOf(corrected)).join()).not.toContain("after the last split");
  });
});
