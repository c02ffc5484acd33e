/**
 * Bare got: for each line on stdin (count, concurrency) calls the upstream and parses each answer.
 */
import { createInterface } from "node:readline";
import { got } from "got";

const client = got.extend({ prefixUrl: process.env.UPSTREAM, retry: { limit: 0 }, timeout: { request: 5_000 } });
let next = 0;
for await (const line of createInterface({ input: process.stdin })) {
  let [left, atATime] = line.split(" ").map(Number);
  const callOn = async () => {
    while (left-- > 0) {
      await client("stable/quote", { searchParams: { symbol: `G${next++}`, apikey: "bench" } }).json();
    }
  };
  await Promise.all(Array.from({ length: atATime }, callOn));
  console.log("done");
}
