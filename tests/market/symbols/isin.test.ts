import { describe, expect, it } from "vitest";
import { isIsin } from "../../../src/market/symbols/isin.js";

describe("an ISIN", () => {
  it.each(["US0378331005", "ie00b4l5y983", "CH0038863350", "GB00BLGZ9862"])("is recognised: %s", (text) => {
    expect(isIsin(text)).toBe(true);
  });

  it.each(["US0378331006", "microsoft123", "US037833100", "AAPL", ""])("is not %j", (text) => {
    expect(isIsin(text)).toBe(false);
  });
});
