/** Measures one replica: requests per second of processor time, bytes in Redis, upstream calls. */
import { CATALOGUE } from "../../../src/catalogue.js";
import { SECURITIES } from "../../../src/simulator/market/securities.js";
import { createVisitor, inParallel, type Visitor } from "../../system/http-visitor.js";
import { readPrometheus } from "../../support/prometheus.js";
import type { connectTo } from "../../support/redis.js";

export type RedisClient = Awaited<ReturnType<typeof connectTo>>;

/** A replica under measurement, with the one Redis behind it. */
export interface Bench {
  url: string;
  redis: RedisClient;
}

/** The cost of a request, for one kind of traffic. */
export interface Load {
  what: string;
  requests: number;
  /** Requests per second on this machine, including its other load. */
  perSecond: number;
  /** Processor time of the replica and of Redis per request, in milliseconds. */
  replicaMs: number;
  redisMs: number;
}

/** The cost of a first question, by capability. */
export interface FirstAsked {
  capability: string;
  ttlSeconds: number;
  /** Upstream calls per answer, by provider. */
  calls: { a: number; b: number; c: number };
  /** Bytes in Redis per answer, including shared parts. */
  bytes: number;
}

const HANDS = 32;
const SYMBOLS = SECURITIES.filter(({ size }) => size === "mega" || size === "large")
  .slice(0, 25)
  .map(({ symbolB }) => symbolB);
const OVERVIEW = "/api/v1/stock/{symbol}/overview";

type Headers = Record<string, string>;

/** Requests cached answers `count` times, over REST or over MCP; `headersOf` returns the caller's headers. */
export async function measureHits(
  { url, redis }: Bench,
  what: string,
  count: number,
  surface: "rest" | "mcp",
  headersOf: (index: number) => Headers = () => ({}),
): Promise<Load> {
  const visitor = createVisitor(url, HANDS);
  const indexes = Array.from({ length: count }, (_, index) => index);
  const ask = async (index: number) => {
    const symbol = SYMBOLS[index % SYMBOLS.length]!;
    const asked =
      surface === "rest"
        ? await visitor.ask(OVERVIEW.replace("{symbol}", symbol), { headers: headersOf(index) })
        : await visitor.post(
            {
              jsonrpc: "2.0",
              id: index,
              method: "tools/call",
              params: { name: "get_company_overview", arguments: { symbol } },
            },
            headersOf(index),
          );
    if (asked.status !== 200 || asked.text.includes('"isError":true'))
      throw new Error(`${what}: ${asked.status} ${asked.text}`);
  };
  // Compile the code and fill the cache before measuring.
  await inParallel(indexes.slice(0, Math.min(count, 1_000)), HANDS, ask);
  const before = await costs(visitor, redis);
  const started = performance.now();
  await inParallel(indexes, HANDS, ask);
  const seconds = (performance.now() - started) / 1_000;
  const after = await costs(visitor, redis);
  visitor.leave();
  return {
    what,
    requests: count,
    perSecond: count / seconds,
    replicaMs: ((after.replica - before.replica) * 1_000) / count,
    redisMs: ((after.redis - before.redis) * 1_000) / count,
  };
}

/** Asks each capability in the list once for each of a number of stocks. */
export async function measureFirst({ url, redis }: Bench, names: readonly string[]): Promise<FirstAsked[]> {
  const visitor = createVisitor(url, 4);
  const rows: FirstAsked[] = [];
  for (const name of names) {
    const { capability } = CATALOGUE.find((entry) => entry.capability.name === name)!;
    const bySymbol = capability.route.includes("{symbol}");
    const paths = bySymbol
      ? SYMBOLS.map((symbol) => capability.route.replace("{symbol}", symbol))
      : [queried(capability.route)];
    const [bytesBefore, callsBefore] = [await bytesIn(redis), await callsOf(visitor)];
    let answers = 0;
    for (const path of paths) if ((await visitor.ask(path)).status === 200) answers++;
    const [bytes, calls] = [await bytesIn(redis), await callsOf(visitor)];
    const each = (letter: "a" | "b" | "c") => (calls[letter] - callsBefore[letter]) / Math.max(1, answers);
    rows.push({
      capability: name,
      ttlSeconds: capability.freshness.ttlSeconds,
      calls: { a: each("a"), b: each("b"), c: each("c") },
      bytes: (bytes - bytesBefore) / Math.max(1, answers),
    });
  }
  visitor.leave();
  return rows;
}

/** Bytes in Redis per caller with a plan. */
export async function bytesOfCaller(redis: RedisClient): Promise<number> {
  const keys = await redis.keys("market-data-mcp:counter:{key *");
  const callers = new Set(keys.map((key) => /\{(.*)\}/.exec(key)?.[1]));
  if (callers.size === 0) throw new Error("There is no counter of a caller in Redis.");
  let bytes = 0;
  for (const key of keys) bytes += (await redis.memoryUsage(key)) ?? 0;
  return bytes / callers.size;
}

function queried(route: string): string {
  return route.endsWith("/search") ? `${route}?q=apple` : route;
}

async function costs(visitor: Visitor, redis: RedisClient): Promise<{ replica: number; redis: number }> {
  const info = await redis.info("cpu");
  const read = (name: string) => Number(new RegExp(`^${name}:(\\S+)`, "m").exec(info)?.[1]);
  const families = readPrometheus((await visitor.ask("/metrics")).text);
  const replica = families.get("process_cpu_seconds_total")!.samples[0]!.value;
  return { replica, redis: read("used_cpu_user") + read("used_cpu_sys") };
}

async function bytesIn(redis: RedisClient): Promise<number> {
  let bytes = 0;
  for (const key of await redis.keys("market-data-mcp*")) bytes += (await redis.memoryUsage(key)) ?? 0;
  return bytes;
}

async function callsOf(visitor: Visitor): Promise<FirstAsked["calls"]> {
  const families = readPrometheus((await visitor.ask("/metrics")).text);
  const samples = families.get("market_data_upstream_calls_total")?.samples ?? [];
  const of = (provider: string) =>
    samples.filter(({ labels }) => labels["provider"] === provider).reduce((sum, { value }) => sum + value, 0);
  return { a: of("provider-a"), b: of("provider-b"), c: of("provider-c") };
}
