/**
 * Shows how Yahoo Finance answers this address: `node tests/live/first-contact.mjs`.
 *
 * Makes the hops of a handshake and one call of each family, 1.2 seconds apart, and prints a table to paste into an
 * issue: status, size of the headers, time. It prints no cookie, no crumb and no address of yours. CI never runs it,
 * because it calls the real upstream, about twelve times.
 */
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { CookieJar } from "tough-cookie";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const { PROVIDER_B_BASE_URL, PROVIDER_B_COOKIE_URL, PROVIDER_B_USER_AGENT } = process.env;
const BASE = PROVIDER_B_BASE_URL || "https://query1.finance.yahoo.com";
const COOKIE_URL = PROVIDER_B_COOKIE_URL || "https://fc.yahoo.com/";
const QUOTE_PAGE = PROVIDER_B_COOKIE_URL
  ? new URL("/quote/AAPL", COOKIE_URL).href
  : "https://finance.yahoo.com/quote/AAPL";
const HEADERS = {
  "user-agent": PROVIDER_B_USER_AGENT || `Mozilla/5.0 (compatible; market-data-mcp/${version})`,
  "accept-language": "en-US,en;q=0.9",
};
const HTML = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const JSON_TYPES = { accept: "application/json, text/plain, */*" };
const HOP_MS = 4_000;
const MAX_HOPS = 8;
const MAX_BODY_BYTES = 2 * 1024 * 1024;
const APART_MS = 1_200;

const jar = new CookieJar();
const rows = [];

/** Makes one call and adds its row; resolves with its status, target of a redirect and text, also after a failure. */
async function call(what, address, { method = "GET", headers = {}, body } = {}) {
  await sleep(rows.length === 0 ? 0 : APART_MS);
  const url = new URL(address);
  const cookie = await jar.getCookieString(url.href);
  const started = performance.now();
  const answer = await send(url, { method, headers: { ...HEADERS, ...headers, ...(cookie && { cookie }) } }, body);
  for (const line of answer.cookies) jar.setCookieSync(line, url.href, { ignoreError: true });
  rows.push({ what, host: url.host, ...answer, ms: Math.round(performance.now() - started) });
  return answer;
}

function send(url, options, body) {
  const none = { status: 0, headerBytes: 0, cookies: [], location: undefined, text: "" };
  return new Promise((resolve) => {
    let head = none;
    const client = url.protocol === "https:" ? https : http;
    const request = client.request(url, { ...options, maxHeaderSize: 128 * 1024 }, (response) => {
      const headerBytes = response.rawHeaders.reduce((sum, part) => sum + Buffer.byteLength(part) + 2, 0);
      const { "set-cookie": cookies = [], location } = response.headers;
      head = { ...none, status: response.statusCode, headerBytes, cookies, location };
      const chunks = [];
      let size = 0;
      response.on("data", (chunk) => {
        size += chunk.length;
        if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      });
      response.on("end", () => resolve({ ...head, text: Buffer.concat(chunks).toString("utf8") }));
      response.on("error", ({ code }) => resolve({ ...head, failed: code ?? "broken off" }));
    });
    // A timeout or a broken connection after the headers keeps their status and cookies.
    request.on("error", ({ code }) => resolve({ ...head, failed: code ?? "failed" }));
    const timer = setTimeout(() => request.destroy(Object.assign(new Error(), { code: `over ${HOP_MS} ms` })), HOP_MS);
    request.on("close", () => clearTimeout(timer));
    request.end(body);
  });
}

/** Follows redirects within yahoo.com, and returns the last answer with its address. */
async function follow(what, start, options) {
  let address = start;
  let answer = await call(what, address, options);
  for (let hop = 1; hop <= MAX_HOPS && answer.location && answer.status >= 300 && answer.status < 400; hop++) {
    const target = new URL(answer.location, address);
    if (target.host !== new URL(start).host && !/(?:^|\.)yahoo\.com$/.test(target.hostname)) break;
    address = target.href;
    answer = await call(`${what}, redirect ${hop}`, address, { headers: HTML });
  }
  return { ...answer, address };
}

/** Returns the body that agrees to a consent form; `undefined` for any other page. */
function toConsent(text) {
  const inputs = [...text.matchAll(/<input\b[^>]*>/g)].map(([input]) => [
    /\bname="([^"]*)"/.exec(input)?.[1],
    /\bvalue="([^"]*)"/.exec(input)?.[1] ?? "",
  ]);
  const fields = inputs.filter(([name]) => ["csrfToken", "sessionId", "originalDoneUrl", "namespace"].includes(name));
  if (!fields.some(([name]) => name === "csrfToken")) return undefined;
  const unescape = (value) => value.replaceAll("&#x2F;", "/").replaceAll("&#x3D;", "=").replaceAll("&amp;", "&");
  return new URLSearchParams([
    ...fields.map(([name, value]) => [name, unescape(value)]),
    ["agree", "agree"],
  ]).toString();
}

const isCrumb = ({ status, text }) => status === 200 && /^[^\s<{]{8,20}$/.test(text);

async function findCrumb(after) {
  const answer = await call(`crumb, after the ${after}`, `${BASE}/v1/test/getcrumb`, { headers: { accept: "*/*" } });
  return isCrumb(answer) ? answer.text : undefined;
}

await follow("cookie address", COOKIE_URL, { headers: HTML });
let crumb = await findCrumb("cookie address");
const page = await follow("quote page", QUOTE_PAGE, { headers: HTML });
const consent = toConsent(page.text);
if (consent) {
  const headers = { ...HTML, "content-type": "application/x-www-form-urlencoded" };
  await follow("consent form", page.address, { method: "POST", headers, body: consent });
}
// One request for the crumb is enough, unless the first one was refused without a limit.
if (!crumb && !rows.some(({ status }) => status === 429))
  crumb = await findCrumb(consent ? "consent form" : "quote page");

const withCrumb = (path) => `${BASE}${path}${crumb ? `&crumb=${encodeURIComponent(crumb)}` : ""}`;
const now = Math.floor(Date.now() / 1000);
const FAMILIES = [
  ["chart", `${BASE}/v8/finance/chart/AAPL?range=5d&interval=1d`],
  ["chart on query2", `${BASE.replace("query1.", "query2.")}/v8/finance/chart/AAPL?range=5d&interval=1d`],
  ["search and news", `${BASE}/v1/finance/search?q=AAPL&quotesCount=1&newsCount=1`],
  [
    "time series",
    `${BASE}/ws/fundamentals-timeseries/v1/finance/timeseries/AAPL?type=annualTotalRevenue&period1=${now - 6 * 31_557_600}&period2=${now}`,
  ],
  ["quote, needs the crumb", withCrumb("/v7/finance/quote?symbols=AAPL")],
  ["summary, needs the crumb", withCrumb("/v10/finance/quoteSummary/AAPL?formatted=false&modules=price")],
  ["screener, needs the crumb", withCrumb("/v1/finance/screener/predefined/saved?scrIds=day_gainers&count=1")],
];
for (const [what, address] of FAMILIES) await call(what, address, { headers: JSON_TYPES });

const lines = rows.map(({ what, host, status, failed, headerBytes, cookies, ms }) => {
  const outcome = [status || "", failed ?? ""].filter(Boolean).join(", ");
  return `| ${what} | ${host} | ${outcome} | ${headerBytes} | ${cookies.length} | ${ms} |`;
});
process.stdout.write(
  [
    `First contact with Yahoo Finance, ${new Date().toISOString()}, Node ${process.version}, ${HEADERS["user-agent"]}`,
    `A crumb was ${crumb ? "given" : "not given"}. Network (home, cloud host, VPN, office; country): please fill in.`,
    "",
    "| Call | Host | Status | Bytes of headers | Cookies | ms |",
    "| --- | --- | --- | --: | --: | --: |",
    ...lines,
    "",
  ].join("\n"),
);
