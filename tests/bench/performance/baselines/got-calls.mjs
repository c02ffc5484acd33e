/** Bare got: for each line on stdin that many calls of the upstream, each parsed; then its own processor time. */
import { createInterface } from "node:readline";
import { got } from "got";

const client = got.extend({ prefixUrl: process.env.UPSTREAM, retry: { limit: 0 }, timeout: { request: 5_000 } });
let next = 0;
for await (const line of createInterface({ input: process.stdin })) {
  for (let left = Number(line); left > 0; left--) {
    await client("stable/quote", { searchParams: { symbol: `G${next++}`, apikey: "bench" } }).json();
  }
  console.log("done");
}
