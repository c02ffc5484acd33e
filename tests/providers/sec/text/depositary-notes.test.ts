import { describe, expect, it } from "vitest";
import { isOrdinary, ratioOf, readDepositaryNote } from "../../../../src/providers/sec/text/depositary-notes.js";

describe("footnotes on depositary shares", () => {
  it.each([
    ["The price is per American Depositary Share (ADS). Each ADS represents 43,200 ordinary shares.", 43200],
    ['Each American Depositary Share ("ADS") represents eight Class A ordinary shares.', 8],
    ["Each ADS represents five (5) Common Shares.", 5],
    ["One ADS represents the right to receive one hundred (100) ordinary shares.", 100],
    ["American Depositary Shares, each representing ten ordinary shares, par value $0.01.", 10],
    ["The ratio is 1 ADS = 15 ordinary shares.", 15],
    ["The ratio of one ADS to 20 ordinary shares applies.", 20],
    ["At 43,200 ordinary shares per ADS.", 43200],
    ["Each GDR represents 1/2 of one share.", 0.5],
    ["Each ADR represents 0.2 ordinary shares.", 0.2],
  ])("state a ratio: %s", (text, ratio) => {
    expect(ratioOf([readDepositaryNote(text)])).toBe(ratio);
  });

  it.each([
    ["Each ADS represents one-half of one ordinary share."],
    ["Each ADS represents one hundred ordinary shares."],
    ["Each ADS represented 5 ordinary shares before, and each ADS represents 50 ordinary shares now."],
    ["2,501,582,400 ordinary shares were bought in the form of 57,907 ADSs at $3.45 per ADS."],
    ["The reporting person sold one ADS on May 27, 2026."],
    ["The weighted average of trades at $7 to $8 a share."],
  ])("state no ratio, or no clear one: %s", (text) => {
    expect(ratioOf([readDepositaryNote(text)])).toBeNull();
  });

  it.each([
    ["The price is per ADS.", "stated"],
    ["The reported price is the price of one American Depositary Share.", "stated"],
    ["The price is per ADS, not per ordinary share.", "stated"],
    ["Each ADS represents 8 ordinary shares.", "likely"],
    ["The price of an ADS divided by eight.", null],
    ["The price per Class A ordinary share, from that of an ADS, each representing 8 of them.", null],
    ["Translated from New Taiwan dollars.", null],
    ["The price was translated from NT$2,215 at NT$31.65 to US$1. Each ADS represents five (5) Common Shares.", null],
  ])("say of which share a price is: %s", (text, of) => {
    expect(readDepositaryNote(text).ofPrice).toBe(of);
  });

  it.each([
    ["Ordinary Shares", true],
    ["Class A Ordinary Shares, represented by ADSs", true],
    ["Common Shares (2330.TW)", true],
    ["American Depositary Shares", false],
    ["ADSs, each representing 8 ordinary shares", false],
  ])("tell whether a title is that of ordinary shares: %s", (title, is) => {
    expect(isOrdinary(title)).toBe(is);
  });
});
