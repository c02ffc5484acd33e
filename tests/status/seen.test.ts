/** Texts about providers and refused requests, as an operator reads them. */
import { expect, it } from "vitest";
import { endpointTable } from "../../src/status/endpoints.js";
import type { Html } from "../../src/status/html.js";
import { providerCards } from "../../src/status/providers.js";
import { refusedLine } from "../../src/status/refusals.js";
import { facts, headlineLink, toSilence, toVerdict, verdictPanel } from "../../src/status/verdict.js";
import { providerOf, reportOf, TROUBLED } from "./reports.js";

const read = ({ text }: Html) =>
  text
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

it("says when, how often and how fast a provider answered", () => {
  const failure = { at: "2026-03-05T14:12:00.000Z", outcome: "unreachable" as const };
  const calls = { requests: 30, failed: 2, p50_ms: 100, p99_ms: 2_500 };
  const providers = [providerOf("a", { last_failure: failure, calls })];
  expect(read(providerCards(reportOf({ providers })))).toMatchInlineSnapshot(
    `"Financial Modeling Prep Provider A Working 125 of 250 calls left 125 of 250 125 used in 24 hours Last answer under 1 min ago Last failure 48 min ago , it could not be reached Last 15 min 30 calls, 2 failed p50 ≤ 100 ms p99 ≤ 2.5 s Own limit 240 calls a minute"`,
  );
});

it("says of a provider that was not asked, and of one without a quota, no more than is known", () => {
  const unasked = { last_answer: null, calls: null, quota_used: 0 };
  const providers = [providerOf("b", { ...unasked, quota_limit: null }), providerOf("c", { calls: null })];
  expect(read(providerCards(reportOf({ providers })))).toMatchInlineSnapshot(
    `"Yahoo Finance Provider B Not asked yet 0 calls in 24 hours No quota is set. Alpha Vantage Provider C Working 125 of 250 calls left 125 of 250 125 used in 24 hours Last answer under 1 min ago Last failure none Last 15 min no calls Own limit 240 calls a minute"`,
  );
});

it("shows after which time calls failed that all did, such as a time limit", () => {
  const calls = { requests: 8, failed: 8, p50_ms: 10_000, p99_ms: 20_000 };
  expect(read(providerCards(reportOf({ providers: [providerOf("a", { calls })] })))).toContain(
    "8 calls, 8 failed p50 ≤ 10 s p99 ≤ 20 s",
  );
});

it("says how many requests were refused, and why, the most frequent first", () => {
  expect(read(refusedLine(TROUBLED))).toMatchInlineSnapshot(
    `"16 refused by a fault of the caller, 3 of them at none of these endpoints: Unknown symbol 12 No valid key 3 Wrong parameters 1 Pages and MCP messages that call no tool are not counted."`,
  );
  expect(read(refusedLine(reportOf()))).toMatchInlineSnapshot(
    `"No request was refused by a fault of its caller. Pages and MCP messages that call no tool are not counted."`,
  );
});

it("has the headline as a link to the state", () => {
  const link = headlineLink(toVerdict(reportOf()));
  expect(link.text).toContain('href="#state"');
  expect(read(link)).toBe("Server: All is well");
});

it("says a reason once: the link has none, the panel to which it leads has it", () => {
  const verdict = toVerdict(TROUBLED);
  expect(read(headlineLink(verdict))).toBe("Server: Not working");
  expect(read(verdictPanel(verdict))).toMatch(/^Not working: Financial Modeling Prep has no calls left/);
});

it("says since when a server is silent, and how old the figures are", () => {
  const silence = toSilence("2026-03-05T14:05:10.000Z", "2026-03-05T14:06:02.000Z", "2026-03-05T14:07:40.000Z");
  expect(read(headlineLink(silence))).toBe("Server: Not answering since 14:06 UTC");
  expect(read(verdictPanel(silence))).toBe(
    "Not answering since 14:06 UTC: trying again every few seconds Below are the server’s last figures, of 14:05 UTC, 2 min ago.",
  );
});

it("says since when a provider fails, on its card and in the panel", () => {
  const since = "Failing since 14:41 UTC, for 19 min. It kept failing and is not called; tried again in 12 s.";
  expect(read(providerCards(TROUBLED))).toContain(since);
  expect(read(verdictPanel(toVerdict(TROUBLED)))).toContain("Yahoo Finance: failing since 14:41 UTC, for 19 min.");
});

it("says why an endpoint failed: an outage, or sources without a key", () => {
  expect(read(endpointTable(TROUBLED))).toContain("Failed: No source could answer 50, No source is configured 6");
});

it("says of an endpoint whose answers all failed that its times are of failures", () => {
  const quote = { ...TROUBLED.traffic.endpoints["quote"]!, requests: 56 };
  const traffic = { ...TROUBLED.traffic, endpoints: { quote } };
  expect(read(endpointTable({ ...TROUBLED, traffic }))).toContain("configured 6; the times are of failures");
});

it("has no ages of a silent server, which would stand still", () => {
  expect(read(providerCards(TROUBLED, true))).toContain("Last answer 14:59 UTC Last failure 14:59 UTC , it did not");
  expect(read(facts(TROUBLED))).toContain("US market Closed");
  expect(read(facts(TROUBLED))).toMatch(/Up for 1 h 2 min$/);
  expect(read(facts(TROUBLED, true))).toMatch(/^US market at 15:00 UTC Closed .* Started 13:57 UTC$/);
});
