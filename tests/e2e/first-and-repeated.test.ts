/**
 * A repeated answer to an address may be the one that was rendered for the first.
 * Callers, logs and metrics must not see a difference.
 */
import { Agent, request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { writeKeys } from "../system/inbound-keys.js";
import { readPrometheus } from "../support/prometheus.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { pathFor } from "./examples.js";

const ORIGIN = "https://page.example";
const METHODS = ["GET", "HEAD", "OPTIONS", "POST"];
const ROWS = CATALOGUE.map((entry, index) => ({
  index,
  entry,
  route: entry.capability.route,
  path: pathFor(entry.capability),
}));
/** Requests of these methods end before the route's answer, so an answer of a source and one of the server stand for all. */
const WITHOUT_ANSWER = new Set(["OPTIONS", "POST"]);
const EXAMPLES = new Set(["quote", "service-status"]);
// A plan allows 100 calls a minute, so each method of each route has its own caller.
const keyOf = (route: string, method: string) => `key of ${method} ${route}`;
const KEYS = ROWS.flatMap(({ route }) =>
  METHODS.map((method) => ({ id: `${method} ${route}`, key: keyOf(route, method), plan: "professional" as const })),
);

type Headers = Record<string, string>;

interface Seen {
  status: number;
  headers: Headers;
  body: string;
}

const folder = temporaryFolder();
const agent = new Agent({ keepAlive: true });
let program: Awaited<ReturnType<typeof startHttpProgram>>;

async function ask(method: string, path: string, headers: Headers): Promise<Seen> {
  const [response, body] = await new Promise<[IncomingMessage, string]>((resolve, reject) => {
    request(program.url + path, { method, headers, agent })
      .on("response", (answer) => text(answer).then((said) => resolve([answer, said]), reject))
      .on("error", reject)
      .end();
  });
  const pairs = response.rawHeaders.flatMap((name, index, all) => (index % 2 === 0 ? [[name, all[index + 1]!]] : []));
  return { status: response.statusCode!, headers: Object.fromEntries(pairs) as Headers, body };
}

/** The answer without parts that differ between seconds, requests or calls. */
function withoutMoment({ status, headers, body }: Seen, keepBody: boolean) {
  const { date: _date, Date: _Date, "x-request-id": _id, ...rest } = headers;
  if (!keepBody) {
    delete rest["etag"];
    delete rest["content-length"];
  }
  for (const name of ["age", "cache-control", "cache-status"]) {
    if (rest[name]) rest[name] = rest[name].replace(/\d+/g, "N");
  }
  if (rest["ratelimit"]) rest["ratelimit"] = rest["ratelimit"].replace(/[rt]=\d+/g, "N");
  return {
    status,
    headers: Object.entries(rest),
    body: keepBody ? body : "",
  };
}

/** Number of spellings of an address that were asked. */
const spellings = new Map<string, number>();

/**
 * An answer that is created per request has another ETag as soon as an age in it grows by a second; the caller who sends
 * the former one gets 304 before that moment and 200 after it.
 */
const grewOlder = (first: Seen, repeated: Seen) =>
  first.status !== repeated.status && first.headers["etag"] !== repeated.headers["etag"];

/** Asks the same twice. If the answer got too old in between, asks another time, because the two were not the same. */
async function askTwice(method: string, path: string, headers: Headers): Promise<{ first: Seen; repeated: Seen }> {
  for (let attempt = 1; ; attempt += 1) {
    // No answer was rendered for an address in a new spelling.
    spellings.set(path, (spellings.get(path) ?? 0) + 1);
    const spelt = `${path}${path.includes("?") ? "" : "?"}${"&".repeat(spellings.get(path)!)}`;
    const start = Date.now();
    const first = await ask(method, spelt, headers);
    const repeated = await ask(method, spelt, headers);
    if (grewOlder(first, repeated) && attempt < 3) continue;
    const state = first.headers["cache-status"] ?? "";
    const left = /; hit; ttl=(\d+)/.exec(state)?.[1];
    if (!/; (?:hit|fwd=stale)/.test(state) || (left && (Date.now() - start) / 1000 < Number(left))) {
      return { first, repeated };
    }
  }
}

const idOf = ({ headers }: Seen) => headers["x-request-id"]!;
const callsLeft = ({ headers }: Seen) => Number(/"minute";r=(\d+)/.exec(headers["ratelimit"] ?? "")?.[1]);

/** The log lines of requests by id, without parts that differ between requests. */
function toLines(log: string): Map<unknown, object> {
  const lines = log.split("\n").filter((line) => line.includes('"event":"request"'));
  return new Map(
    lines.map((line) => {
      const { time: _time, id, ms: _ms, ...rest } = JSON.parse(line) as Record<string, unknown>;
      return [id, rest];
    }),
  );
}

beforeAll(async () => {
  const keysFile = join(folder.path, "keys.json");
  writeKeys(keysFile, KEYS);
  program = await startHttpProgram(["--demo"], {
    API_KEYS_FILE: keysFile,
    ALLOWED_ORIGINS: ORIGIN,
    TRUSTED_PROXIES: "127.0.0.1",
  });
});
afterAll(async () => {
  agent.destroy();
  await program.stop();
  folder.remove();
});

describe.each(METHODS)("%s: the repeated answer equals the first", (method) => {
  const rows = ROWS.filter(({ entry }) => !WITHOUT_ANSWER.has(method) || EXAMPLES.has(entry.capability.name));
  it.each(rows)("at $route", async ({ entry, route, path, index: place }) => {
    // Failed keys are counted by address.
    const from = { "x-forwarded-for": `192.0.2.${place * METHODS.length + METHODS.indexOf(method)}` };
    const key = { ...from, "x-api-key": keyOf(route, method) };
    // Fill the cache, so that every answer below is a hit and does not depend on the time.
    const warm = await ask("GET", path, key);
    // Answers created per request contain ages and counts.
    const keepBody = entry.sources.length > 0;
    const casesOf = ({ headers: { etag = '"none"' } }: Seen): Headers[] => [
      key,
      { ...from, authorization: `Bearer ${keyOf(route, method)}` },
      { ...from, "x-api-key": "unknown" },
      from,
      ...[etag, `W/${etag}`, `"other", ${etag}`, "*", '"other"', ""].map((tag) => ({ ...key, "if-none-match": tag })),
      ...["application/json", "text/html", "*/*"].map((accept) => ({ ...key, accept })),
      ...[ORIGIN, program.url, "https://foreign.example"].map((origin) => ({ ...key, origin })),
      { ...key, origin: ORIGIN, "if-none-match": etag },
      { ...key, "sec-fetch-site": "cross-site" },
      { ...key, "accept-encoding": "gzip", "cache-control": "no-cache" },
    ];
    const asked: { headers: Headers; first: Seen; repeated: Seen }[] = [];
    for (const index of casesOf(warm).keys()) {
      // An answer created per request has another ETag as soon as an age in it grows by a second.
      const headers = casesOf(keepBody ? warm : await ask("GET", path, key))[index]!;
      asked.push({ headers, ...(await askTwice(method, path, headers)) });
    }
    await expect.poll(() => program.stderr()).toContain(idOf(asked.at(-1)!.repeated));
    const lines = toLines(program.stderr());
    const shown = (headers: Headers, seen: Seen) => ({
      headers,
      answer: withoutMoment(seen, keepBody),
      line: lines.get(idOf(seen)),
    });
    expect(asked.map(({ headers, repeated }) => shown(headers, repeated))).toEqual(
      asked.map(({ headers, first }) => shown(headers, first)),
    );
    const wasCounted = ({ status }: Seen) => status === 200 || status === 304 || status === 406;
    expect(asked.map(({ repeated }) => callsLeft(repeated))).toEqual(
      asked.map(({ first }) => callsLeft(first) - (wasCounted(first) ? 1 : 0)),
    );
  });
});

it("counts and logs every request once, on both paths", async () => {
  const metrics = readPrometheus(await (await fetch(`${program.url}/metrics`)).text());
  const counted: Record<string, number> = {};
  for (const { labels, value } of metrics.get("market_data_http_requests_total")!.samples) {
    const status = labels["status"]!;
    // Requests refused before the router have no route.
    if (/^(?:other$|\/api\/)/.test(labels["route"]!)) counted[status] = (counted[status] ?? 0) + value;
  }
  const logged: Record<string, number> = {};
  for (const line of toLines(program.stderr()).values()) {
    const { route, status } = line as { route: string; status: string };
    if (route.startsWith("/api/")) logged[status] = (logged[status] ?? 0) + 1;
  }
  expect(counted).toEqual(logged);
  expect(Object.keys(logged)).toEqual(["200", "204", "304", "401", "403", "405", "406"]);
});
