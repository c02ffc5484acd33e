/** Plays provider A: a quote of whatever symbol it is asked for, at once. */
import { createServer } from "node:http";

const toQuote = (symbol) => ({
  symbol,
  name: `${symbol} Incorporated`,
  price: 232.8,
  changePercentage: 2.1008,
  change: 4.79,
  volume: 44489128,
  dayLow: 226.65,
  dayHigh: 233.13,
  yearHigh: 260.1,
  yearLow: 164.08,
  marketCap: 3500823120000,
  priceAvg50: 240.2278,
  priceAvg200: 219.98755,
  exchange: "NASDAQ",
  open: 227.2,
  previousClose: 228.01,
  timestamp: Math.floor(Date.now() / 1000),
});

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url, "http://upstream");
  const body = JSON.stringify([toQuote(searchParams.get("symbol") ?? "NONE")]);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
