import { expect, it } from "vitest";
import { news } from "../../../src/capabilities/companies/news.js";
import { compareStocks } from "../../../src/capabilities/comparison/compare-stocks.js";
import { quote } from "../../../src/capabilities/prices/quote.js";
import { toMistakenNotes } from "../../../src/market/symbols/mistaken-symbols.js";

it.each([
  ["BTC", "BTC is the symbol of a listing; the coin Bitcoin is BTC-USD."],
  ["ETH", "ETH is the symbol of a listing; the coin Ether is ETH-USD."],
  ["SPX", "SPX is the symbol of a listing; the S&P 500 index is ^GSPC."],
  ["ALL", "ALL is the symbol of Allstate, and does not mean all stocks."],
  ["USD", "USD is the symbol of a listing; the dollar index is DX-Y.NYB."],
  ["WTI", "WTI is the symbol of a listing; the price of crude oil is CL=F."],
  ["XAU", "XAU is the symbol of a listing; the price of gold is GC=F."],
  ["CASH", "CASH is the symbol of Pathward Financial, and does not mean money."],
  ["FB", "FB is the symbol of a listing; Meta Platforms, once Facebook is META."],
])("%s has a sentence on the security that people mean", (symbol, sentence) => {
  expect(toMistakenNotes(["AAPL", symbol])).toEqual([sentence]);
});

it.each(["AAPL", "BTC-USD", "^GSPC", "META", "constructor"])("%s has none", (symbol) => {
  expect(toMistakenNotes([symbol])).toEqual([]);
});

it.each([quote, news, compareStocks])("the answer of $name says what ALL is", ({ firstNotes }) => {
  const body = { symbol: "ALL", stocks: [{ symbol: "ALL" }], errors: [], items: [] };
  expect(firstNotes!(body as never, {} as never)).toContain(
    "ALL is the symbol of Allstate, and does not mean all stocks.",
  );
});
