import { describe, expect, it } from "vitest";
import { yahooProvider } from "../../../src/providers/yahoo/provider.js";
import { SESSION_SCOPES } from "../../../src/contract/upstream.js";

const LIMITED = { reason: "rate_limited", pauseSeconds: 60, pauseGrowsTo: 3600 };

function refusal(status: number, text = "", retryAfterSeconds?: number, scopes: string[] = []) {
  const request = { url: new URL("https://b.example.test/v7/finance/quote"), scopes };
  return yahooProvider.refusal({ status, text, headers: {}, retryAfterSeconds }, request);
}

describe("refusals of provider B", () => {
  it.each([
    [429, "Too Many Requests\r\n"],
    [429, '{"finance":{}}'],
    [200, "Too Many Requests\r\n"],
    [200, "Edge: Too Many Requests"],
    [503, "Too Many Requests"],
  ])(
    "%i with %j for an open call is a limit and pauses provider B for a minute, up to an hour while limits continue",
    (status, text) => {
      expect(refusal(status, text)).toEqual(LIMITED);
    },
  );

  it("a limit with a time pauses for that time", () => {
    expect(refusal(429, "", 7)).toEqual({ reason: "rate_limited", retryAfterSeconds: 7, pauseSeconds: 7 });
  });

  it("a limit of a call with a crumb pauses such calls alone", () => {
    const limited = { reason: "session_limited", pauseScope: "session calls" };
    expect(refusal(429, "", undefined, [SESSION_SCOPES.using])).toEqual({
      ...limited,
      pauseSeconds: 60,
      pauseGrowsTo: 3600,
    });
    expect(refusal(429, "", 7, [SESSION_SCOPES.using])).toEqual({
      ...limited,
      retryAfterSeconds: 7,
      pauseSeconds: 7,
    });
  });

  it.each([
    [undefined, 60],
    [7, 60],
    [120, 120],
  ])("a limit of a handshake that states %s s pauses handshakes alone, for at least a minute", (stated, seconds) => {
    expect(refusal(429, "", stated, [SESSION_SCOPES.opening])).toEqual({
      reason: "session_limited",
      pauseScope: "session",
      pauseSeconds: seconds,
      pauseGrowsTo: 3600,
      pauseCountsAs: 600,
    });
  });

  it("a long answer that mentions a limit is not one", () => {
    expect(
      refusal(200, JSON.stringify({ news: "Too many requests for bonds", more: "x".repeat(300) })),
    ).toBeUndefined();
  });

  it("999 means a blocked address", () => {
    expect(refusal(999, "<html>")).toEqual({ reason: "blocked" });
  });

  it.each([200, 204, 302, 307, 400, 401, 403, 404, 500])("%i is left to the client", (status) => {
    expect(refusal(status, "{}")).toBeUndefined();
  });
});
