import { describe, expect, it } from "vitest";
import { toTransactionKind } from "../../../src/market/holdings/insider-kinds.js";

describe("the kind of an insider transaction", () => {
  it.each([
    ["Sale", ["S-Sale", "Sale", "Sold"]],
    ["Purchase", ["P-Purchase", "Purchase", "Bought"]],
    [
      "Option Exercise",
      [
        "M-Exempt",
        "X-InTheMoney",
        "O-OutOfTheMoney",
        "Conversion of Exercise of derivative security",
        "Exercise of options/rights",
        "Exercise for cash",
        "Exercise of warrants",
        "Exercise of Option",
      ],
    ],
    ["Award", ["A-Award", "Award", "Grant", "Stock Award(Grant)"]],
    ["Gift", ["G-Gift", "Stock Gift"]],
    ["Tax withholding", ["F-InKind"]],
    ["Conversion", ["C-Conversion"]],
    ["Return to company", ["D-Return"]],
    ["Tender", ["U-Tender"]],
  ])("is %s for each source's words", (kind, labels) => {
    for (const label of labels) expect(toTransactionKind(label)).toBe(kind);
  });

  it.each([
    ["J-Other", "J-Other"],
    ["toString", "toString"],
    ["", null],
    [null, null],
  ])("is the source's own term %j if we have none", (label, kind) => {
    expect(toTransactionKind(label)).toBe(kind);
  });
});
