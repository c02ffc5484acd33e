/** The charts of answers that a host may show inside the conversation. */

/** All charts, by the last part of their address. */
export const PICTURES = {
  quote: { title: "Quote card", description: "Price and change, the day's and the 52-week range." },
  targets: { title: "Price targets", description: "Analysts' low, mean, median and high target against the price." },
  statements: { title: "Statement bars", description: "Figures of a financial statement as bars over the periods." },
  movers: { title: "Movers table", description: "Gainers, losers or most active stocks as a table that sorts." },
  history: { title: "Price history", description: "Price as a line or candles, volume, dividends and splits." },
  indicators: { title: "Technical indicators", description: "Price with averages and bands, RSI and MACD." },
  earnings: { title: "Earnings", description: "EPS of past quarters against estimates, and the next announcement." },
  dividends: { title: "Dividends", description: "Yield, payments over the years with splits, and dates." },
  statistics: { title: "Key statistics", description: "Valuation, growth, profit, balance sheet and shares." },
  fund: { title: "Fund", description: "Costs, returns, largest holdings and sectors of a fund." },
  portfolio: { title: "Manager's holdings", description: "Largest positions of a manager as bars, with changes." },
  holders: { title: "Holders", description: "Shares of the largest holders of one kind as bars." },
  options: { title: "Option chain", description: "Open interest or volume of calls and puts by strike." },
  summary: { title: "Market summary", description: "Session, indices, yields, currencies, commodities, sectors." },
  agenda: { title: "Agenda", description: "Earnings, economic releases, IPOs or splits by day." },
  comparison: { title: "Stock comparison", description: "Each figure of several companies as a small chart of bars." },
  screener: { title: "Screener table", description: "The stocks found as a table that sorts, with the filters." },
  series: { title: "Economic series", description: "Values of economic series as lines, and their changes." },
  insiders: { title: "Insider time line", description: "What insiders bought and sold, by day." },
} as const;

export type PictureName = keyof typeof PICTURES;
