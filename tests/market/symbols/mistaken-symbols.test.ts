import { expect, it } from "vitest";
import { toMistakenNotes } from "../../../src/market/symbols/mistaken-symbols.js";

it.each([
  ["BTC", "BTC is the symbol of a listing; the coin Bitcoin is BTC-USD."],
  ["ETH", "ETH is the symbol of a listing; the coin Ether is ETH-USD."],
  ["SPX", "SPX is the symbol of a listing; the S&P 500 index is ^GSPC."],
  ["ALL", "ALL is the symbol of Allstate, and does not mean all stocks."],
  ["FB", "FB is the symbol of a listing; Meta Platforms, once Facebook is META."],
])("%s has a sentence on the security that people mean", (symbol, sentence) => {
  expect(toMistakenNotes(["AAPL", symbol])).toEqual([sentence]);
});

it.each(["AAPL", "BTC-USD", "^GSPC", "META", "constructor"])("%s has none", (symbol) => {
  expect(toMistakenNotes([symbol])).toEqual([]);
});
