/** Simulates provider A (a quote or a valuation of any symbol) and provider B's chart; answers at once. */
import { createServer } from "node:http";
import { toChart } from "./chart.mjs";

/** Trading days of a chart: five years. */
const DAYS = 1260;

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

const toValuation = (symbol) => ({ symbol, date: "2026-11-20", dcf: 158.07, "Stock Price": 232.8 });

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://upstream");
  if (pathname.startsWith("/v8/finance/chart/")) {
    const chart = JSON.stringify(toChart(pathname.split("/").at(-1), DAYS));
    response.writeHead(200, { "content-type": "application/json", "content-length": chart.length }).end(chart);
    return;
  }
  const toRow = pathname === "/stable/discounted-cash-flow" ? toValuation : toQuote;
  // Not every plan includes the valuation's model.
  const isSold = pathname !== "/stable/custom-discounted-cash-flow";
  const body = JSON.stringify(isSold ? [toRow(searchParams.get("symbol") ?? "NONE")] : "Restricted Endpoint");
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  response.writeHead(isSold ? 200 : 402, headers).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
