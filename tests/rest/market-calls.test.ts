/** Questions that provider B answers by POST: no call for bad input, and the rules of every other call. */
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { marketCalendar } from "../../src/capabilities/economy/market-calendar.js";
import { screener } from "../../src/capabilities/companies/screener.js";
import { entry, type Entry } from "../../src/contract/entry.js";
import { marketCalendarFromYahoo } from "../../src/providers/yahoo/market/market-calendar.js";
import { screenerFromYahoo } from "../../src/providers/yahoo/market/screener.js";
import { BASE, CRUMB, crumbRoute, sessionRoutes } from "../providers/yahoo/upstream-yahoo.js";
import { createAppOf } from "../support/app-of.js";
import { COOKIE_URL } from "../support/ask.js";
import { useInternet } from "../support/internet.js";

const internet = useInternet();
const ROWS = [
  entry(marketCalendar, [marketCalendarFromYahoo]),
  entry(screener, [screenerFromYahoo]),
] as unknown as Entry[];
const POSTS = [
  ["the calendar", "/v1/finance/visualization", "/api/v1/market/calendar/earnings"],
  ["the screener", "/v1/finance/screener", "/api/v1/screener"],
] as const;
const EMPTY = { finance: { result: [{ total: 0, start: 0, quotes: [], documents: [{ columns: [], rows: [] }] }] } };
const TOO_LONG = /Allowed: at most 31 days/;

/** Starts the program; every call to provider B adds a line to `calls`. */
async function start(path: string, reply: () => Response, env: Record<string, string> = {}) {
  const calls: string[] = [];
  internet.use(...sessionRoutes(calls), crumbRoute(path, reply, calls));
  const app = await createAppOf(ROWS, { PROVIDER_B_BASE_URL: BASE, PROVIDER_B_COOKIE_URL: COOKIE_URL, ...env });
  return { ...app, calls };
}

it.each([
  ["earnings?from=2026-06-01&to=2026-07-03", TOO_LONG],
  ["splits?from=2026-06-01&to=2027-06-01", TOO_LONG],
  ["earnings?from=2026-06-02&to=2026-06-01", /"from" that is not after "to"/],
  ["company", /company needs "symbols"/],
  ["economic?country=XX", /Invalid "country"/],
  ["economic?country=USA", /Invalid "country"/],
  ["earnings?country=US", /"country" was given with kind earnings/],
])("refuses the calendar %s before any call", async (question, detail) => {
  const { get, close, calls } = await start(POSTS[0][1], () => HttpResponse.json(EMPTY));
  const { status, body } = await get(`/api/v1/market/calendar/${question}`);
  await close();
  expect([status, body["detail"]]).toEqual([400, expect.stringMatching(detail)]);
  expect(calls).toEqual([]);
});

it.each(["XX", "USA", "1"])("refuses the screener's country %s before any call", async (country) => {
  const { get, close, calls } = await start(POSTS[1][1], () => HttpResponse.json(EMPTY));
  const { status, body } = await get(`/api/v1/screener?country=${country}`);
  await close();
  expect([status, body["detail"]]).toEqual([400, expect.stringMatching(/Invalid "country": got/)]);
  expect(calls).toEqual([]);
});

it.each(POSTS)("counts a call of %s against the quota of its provider", async (_name, path, url) => {
  // Two calls open the session.
  const { get, close, calls } = await start(path, () => HttpResponse.json(EMPTY), { PROVIDER_B_DAILY_QUOTA: "3" });
  const separator = url.includes("?") ? "&" : "?";
  const statuses = [(await get(url)).status, (await get(`${url}${separator}market_cap_min=5`)).status];
  await close();
  expect(statuses).toEqual([200, 429]);
  expect(calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
});

it.each(POSTS)("shares one call of %s among callers of one question", async (_name, path, url) => {
  const { get, close, calls } = await start(path, () => HttpResponse.json(EMPTY));
  const answers = await Promise.all([get(url), get(url), get(url)]);
  await close();
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
});

it.each(POSTS)("answers without crumb and cookie when a call of %s fails", async (_name, path, url) => {
  const echo = HttpResponse.text(`bad crumb ${CRUMB} for cookie A3=d`, { status: 500 });
  const { get, close } = await start(path, () => echo.clone());
  const { status, headers, body } = await get(url);
  await close();
  expect(status).toBe(503);
  const shown = JSON.stringify([body, headers]);
  for (const secret of [CRUMB, encodeURIComponent(CRUMB), "A3=d"]) expect(shown).not.toContain(secret);
});
