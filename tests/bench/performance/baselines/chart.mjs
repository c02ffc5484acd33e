/** A chart of daily bars as provider B sends it: prices are 32-bit floats written as doubles. */

const DAY = 86_400;

/** The answer with `count` trading days up to today. */
export function toChart(symbol, count) {
  const today = Math.floor(Date.now() / 1000 / DAY) * DAY;
  const timestamp = [];
  for (let time = today + 14.5 * 3600; timestamp.length < count; time -= DAY) {
    if (![0, 6].includes(new Date(time * 1000).getUTCDay())) timestamp.unshift(time);
  }
  const price = (at, more) => Math.fround(100 + 40 * Math.sin(at / 90) + 3 * Math.sin(at * 1.7) + more);
  const column = (more) => timestamp.map((_, at) => price(at, more));
  const close = column(0.37);
  return {
    chart: {
      result: [
        {
          meta: {
            currency: "USD",
            symbol,
            instrumentType: "EQUITY",
            exchangeTimezoneName: "America/New_York",
            dataGranularity: "1d",
            regularMarketTime: timestamp.at(-1),
            regularMarketPrice: close.at(-1),
          },
          timestamp,
          events: {
            dividends: Object.fromEntries(
              timestamp.filter((_, at) => at % 63 === 0).map((date) => [date, { amount: 0.25, date }]),
            ),
          },
          indicators: {
            quote: [
              {
                open: column(0),
                high: column(2.13),
                low: column(-1.91),
                close,
                volume: timestamp.map((_, at) => 40_000_000 + ((at * 7919) % 9_000_000)),
              },
            ],
            adjclose: [{ adjclose: close.map((value) => Math.fround(value * 0.97)) }],
          },
        },
      ],
      error: null,
    },
  };
}
