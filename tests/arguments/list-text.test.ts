import { describe, expect, it } from "vitest";
import { toItems } from "../../src/arguments/list-text.js";

const PAIR = ["AAPL", "MSFT"];

describe("a list that is written as text", () => {
  it.each([
    "AAPL,MSFT",
    "AAPL , MSFT",
    "AAPL;MSFT",
    "AAPL; MSFT",
    "AAPL|MSFT",
    "AAPL | MSFT",
    "AAPL\nMSFT",
    "AAPL\r\nMSFT\r\n",
    " AAPL,\n\n  MSFT ",
    "AAPL MSFT",
    "AAPL   MSFT",
    "(AAPL, MSFT)",
    "[AAPL, MSFT]",
    "['AAPL', 'MSFT']",
    '["AAPL", "MSFT"]',
    '["AAPL, MSFT"]',
    '"AAPL", "MSFT"',
  ])("has its items between separators: %j", (text) => {
    expect(toItems(text)).toEqual(PAIR);
  });

  it.each([
    "and",
    "or",
    "vs",
    "vs.",
    "versus",
    "to",
    "with",
    "&",
    "und",
    "oder",
    "y",
    "o",
    "et",
    "ou",
    "e",
    "i",
    "en",
    "oraz",
    "lub",
    "och",
    "sau",
    "и",
    "или",
  ])("has no item %s between two others", (word) => {
    expect(toItems(`AAPL ${word} MSFT`)).toEqual(PAIR);
    expect(toItems(`aapl ${word} msft`)).toEqual(["aapl", "msft"]);
    expect(toItems(`AAPL, MSFT, ${word} NVDA`)).toEqual([...PAIR, "NVDA"]);
    expect(toItems(`AAPL, MSFT ${word} NVDA`)).toEqual([...PAIR, "NVDA"]);
  });

  it.each([
    "aapl msft",
    "Apple Inc",
    "and AAPL",
    "AAPL and",
    "AAPL OR MSFT",
    "AAPL VS MSFT",
    "KO O",
    "KO WITH PEP",
    "KO TO PEP",
    "KO ES PEP",
    "KO PEP IN EUR",
    "KO QUOTE",
    "PRICE OF KO",
    "BANK OF AMERICA",
    "BEST BUY",
    "RIO TINTO",
    "GE CO.",
    "EUR USD",
    "BTC USD",
    "USD JPY",
    "BRK B",
    "GOOG C",
    "SAP DE",
    "SONY T",
    "BHP AU",
    "2330 TT",
    "RELIANCE IN",
    "VOD LN AAPL",
    "KO*10@50 USD",
    "VOD LN*10",
    "VOD LN",
    "AAPL US",
    "700 HK",
    "7203 JP",
    "SAP GY",
    "SAP GR",
    "MC FP",
    "BRK/B US Equity",
    "AAPL US EQUITY",
    "SPX Index",
    "SPX INDEX",
    "EURUSD CURNCY",
    "CL1 COMDTY",
  ])("is one item where blanks may belong to it: %j", (text) => {
    expect(toItems(text)).toEqual([text]);
    expect(toItems(`${text}, NVDA`)).toEqual([text, "NVDA"]);
  });

  it("is split inside of a list, too", () => {
    expect(toItems(["AAPL; MSFT", "NVDA", 5, null])).toEqual([...PAIR, "NVDA", 5, null]);
  });

  it.each(["AAPL MSFT", "Johnson & Johnson", "GENERAL ELECTRIC CO", "T MOBILE", "VOD LN*10"])(
    "is not split at blanks or words inside of a list: %s",
    (item) => {
      expect(toItems([item, "NVDA"])).toEqual([item, "NVDA"]);
      expect(toItems(JSON.stringify([item]))).toEqual([item]);
    },
  );

  it.each([
    ["$AAPL $RKLB", ["$AAPL", "$RKLB"]],
    ["NYSE:KO NYSE:IBM", ["NYSE:KO", "NYSE:IBM"]],
    ["GBP/USD EUR/USD", ["GBP/USD", "EUR/USD"]],
    ["AAPL*10 MSFT*5@60", ["AAPL*10", "MSFT*5@60"]],
    ["20 50 200", ["20", "50", "200"]],
    ["- AAPL\n- MSFT", PAIR],
    ["1. AAPL\n2. MSFT", PAIR],
    ["• AAPL", ["AAPL"]],
    ["AAPL + MSFT", PAIR],
    ["AAPL，MSFT", PAIR],
    ["AAPL、MSFT", PAIR],
  ])("has its items in other spellings: %s", (text, items) => {
    expect(toItems(text)).toEqual(items);
  });

  it.each([
    ["KO*1,000", ["KO*1,000"]],
    ["KO*10@1,500", ["KO*10@1,500"]],
    ["KO*10@1,500.50", ["KO*10@1,500.50"]],
    ["KO*1,5", ["KO*1,5"]],
    ["KO*1,000,000@60,PEP*5", ["KO*1,000,000@60", "PEP*5"]],
    ["KO*1,500@60, PEP*5", ["KO*1,500@60", "PEP*5"]],
    ["KO*10,PEP*5", ["KO*10", "PEP*5"]],
    ["KO*10,0700.HK*5", ["KO*10", "0700.HK*5"]],
    ["KO*10,7203*5", ["KO*10", "7203*5"]],
    ["KO*10, 700", ["KO*10", "700"]],
  ])("has the commas of a holding's numbers inside: %s", (text, items) => {
    expect(toItems(text)).toEqual(items);
    expect(toItems([text])).toEqual(items);
  });

  it.each(["[AAPL", 5, { a: 1 }])("is nothing else: %j stays", (value) => {
    expect(toItems(value)).toEqual(value);
  });

  it("has at most 5,000 characters", () => {
    const text = (length: number) => "A,".repeat(length / 2);
    // Behind the last comma is no item.
    expect(toItems(text(5_000))).toHaveLength(2_500);
    expect(toItems(text(5_002))).toBe(text(5_002));
    expect(toItems([text(5_002)])).toEqual([text(5_002)]);
  });

  it("is not looked for in more than 100 items", () => {
    const items = (count: number) => Array.from({ length: count }, () => "A,B");
    expect(toItems(items(100))).toHaveLength(200);
    expect(toItems(items(101))).toHaveLength(101);
  });
});
