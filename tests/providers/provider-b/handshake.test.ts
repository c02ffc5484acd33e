import * as fc from "fast-check";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/contract/errors.js";
import { isCrumb, shakeHands } from "../../../src/providers/provider-b/handshake.js";
import { providerB } from "../../../src/providers/provider-b/provider.js";
import { Pauses } from "../../../src/upstream/pauses.js";
import { createUpstream } from "../../../src/upstream/judged-upstream.js";
import { openLane } from "../../../src/upstream/call.js";
import { COOKIE_URL } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { BASE, CRUMB, door, sentCookie } from "./upstream-b.js";

const internet = useInternet();
const YAHOO = { baseUrl: "https://query1.finance.yahoo.com", cookieUrl: "https://fc.yahoo.com" };
const FORM = '<input type="hidden" name="csrfToken" value="t"><input type="hidden" name="sessionId" value="s">';
const COOKIE = { "set-cookie": "A3=d; Domain=.yahoo.com; Path=/; Secure; HttpOnly" };

function shake(settings: { baseUrl: string; cookieUrl?: string } = { baseUrl: BASE, cookieUrl: COOKIE_URL }) {
  const lane = openLane({
    provider: providerB,
    timeoutMs: 2000,
    pauses: new Pauses(),
    admit: async () => {},
    hasSpare: async () => true,
  });
  const shared = createUpstream(lane, {
    deadline: performance.now() + 5000,
    remember: (_part, fetch) => fetch(),
  });
  return shakeHands({ ...settings, shared, now: () => performance.now() });
}

const redirect = (location: string, headers: Record<string, string> = {}, status = 302) =>
  new HttpResponse(null, { status, headers: { location, ...headers } });

const BAD_ANSWER = new ProviderError("provider-b", "bad_answer");

describe("the handshake", () => {
  it("gets a crumb for the cookies of an address that answers 404", async () => {
    internet.use(...door());
    const pass = await shake();
    expect(pass.crumb).toBe(CRUMB);
    expect(await pass.cookieFor(new URL(`${BASE}/v7/finance/quote`))).toBe("A3=d");
  });

  it("keeps the cookies from other hosts", async () => {
    internet.use(...door());
    const pass = await shake();
    expect(await pass.cookieFor(new URL("https://elsewhere.test/"))).toBe("");
  });

  it("goes through the consent wall when the cookie address brings no cookie", async () => {
    const log: string[] = [];
    const seen = (request: Request) => void log.push(`${request.method} ${new URL(request.url).host}`);
    internet.use(
      http.get("https://fc.yahoo.com/", ({ request }) => {
        seen(request);
        return new HttpResponse("", { status: 404 });
      }),
      http.get("https://finance.yahoo.com/quote/AAPL", ({ request }) => {
        seen(request);
        return redirect("https://guce.yahoo.com/consent?brandType=nonEu&gcrumb=x", {
          "set-cookie": "GUCS=g; Max-Age=1800; Domain=.yahoo.com; Path=/; Secure",
        });
      }),
      http.get("https://guce.yahoo.com/consent", ({ request }) => {
        seen(request);
        return redirect("https://consent.yahoo.com/v2/collectConsent?sessionId=s");
      }),
      http.get("https://consent.yahoo.com/v2/collectConsent", ({ request }) => {
        seen(request);
        return HttpResponse.html(`<form method="post">${FORM}</form>`);
      }),
      http.post("https://consent.yahoo.com/v2/collectConsent", async ({ request }) => {
        seen(request);
        expect(await request.text()).toBe("csrfToken=t&sessionId=s&agree=agree");
        expect(request.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
        expect(sentCookie(request)).toBe("GUCS=g");
        return redirect("https://guce.yahoo.com/copyConsent?sessionId=s&lang=en-GB");
      }),
      http.get("https://guce.yahoo.com/copyConsent", ({ request }) => {
        seen(request);
        return redirect("https://finance.yahoo.com/quote/AAPL?guccounter=1", COOKIE);
      }),
      http.get("https://query1.finance.yahoo.com/v1/test/getcrumb", ({ request }) => {
        seen(request);
        expect(sentCookie(request)).toBe("GUCS=g; A3=d");
        return HttpResponse.text(CRUMB);
      }),
    );
    expect((await shake(YAHOO)).crumb).toBe(CRUMB);
    // The quote page is not fetched a second time: it has megabytes.
    expect(log).toEqual([
      "GET fc.yahoo.com",
      "GET finance.yahoo.com",
      "GET guce.yahoo.com",
      "GET consent.yahoo.com",
      "POST consent.yahoo.com",
      "GET guce.yahoo.com",
      "GET query1.finance.yahoo.com",
    ]);
  });

  it("tries the consent wall when the cookies are not good for a crumb", async () => {
    const crumbs = ["<html>", CRUMB];
    internet.use(
      http.get("https://fc.yahoo.com/", () => new HttpResponse("", { status: 404, headers: COOKIE })),
      http.get("https://finance.yahoo.com/quote/AAPL", () => HttpResponse.html("<html></html>")),
      http.get("https://query1.finance.yahoo.com/v1/test/getcrumb", () => HttpResponse.text(crumbs.shift()!)),
    );
    expect((await shake(YAHOO)).crumb).toBe(CRUMB);
  });

  it.each([
    "https://evil.example/",
    "https://yahoo.com.evil.example/",
    "https://notyahoo.com/",
    "http://guce.yahoo.com/consent",
    "https://user:secret@guce.yahoo.com/",
    "https://guce.yahoo.com:8443/",
    "http://169.254.169.254/latest/meta-data/",
    "file:///etc/passwd",
  ])("does not follow a redirect to %s", async (location) => {
    internet.use(http.get("https://fc.yahoo.com/", () => redirect(location)));
    await expect(shake(YAHOO)).rejects.toEqual(BAD_ANSWER);
  });

  it.each(["https://other.example.test/", "https://fc.yahoo.com/", "http://cookie.example.test/"])(
    "follows redirects only to the configured addresses when they are not the real ones: not to %s",
    async (location) => {
      internet.use(http.get(COOKIE_URL, () => redirect(location)));
      await expect(shake()).rejects.toEqual(BAD_ANSWER);
    },
  );

  it("gives up on redirects without end", async () => {
    let calls = 0;
    internet.use(
      http.get(COOKIE_URL, () => {
        calls += 1;
        return redirect(COOKIE_URL);
      }),
    );
    await expect(shake()).rejects.toEqual(BAD_ANSWER);
    expect(calls).toBe(9);
  });

  it.each([
    ["an HTML page", () => HttpResponse.html("<html>consent</html>")],
    ["an empty body", () => new HttpResponse("")],
    ["a JSON error", () => HttpResponse.json({ error: {} })],
    ["401", () => HttpResponse.text("abcdefghijk", { status: 401 })],
    ["a redirect", () => redirect("https://evil.example/")],
  ])("does not take %s for a crumb", async (_what, answer) => {
    internet.use(http.get(`${BASE}/v1/test/getcrumb`, answer), ...door());
    await expect(shake()).rejects.toEqual(BAD_ANSWER);
  });

  it("ends at once when the crumb is a limit, without trying another way", async () => {
    internet.use(
      http.get("https://fc.yahoo.com/", () => new HttpResponse("", { status: 404, headers: COOKIE })),
      http.get("https://query1.finance.yahoo.com/v1/test/getcrumb", () => HttpResponse.text("Too Many Requests\r\n")),
    );
    await expect(shake(YAHOO)).rejects.toMatchObject({ reason: "rate_limited", retryAfterSeconds: 60 });
  });

  it("asks for no crumb without a cookie", async () => {
    internet.use(http.get(COOKIE_URL, () => new HttpResponse("", { status: 404 })));
    await expect(shake()).rejects.toEqual(BAD_ANSWER);
  });
});

describe("a crumb", () => {
  it.each(["CRUMBCRUMB1", "a.b/c.d/e.f", "12345678"])("can be %s", (text) => expect(isCrumb(text)).toBe(true));

  it.each(["Too Many Requests", "Too Many Requests\r\n", "<!DOCTYPE>", '{"error":1}', "short", "x".repeat(21), ""])(
    "is not %j",
    (text) => expect(isCrumb(text)).toBe(false),
  );

  it("never has blanks or markup in it", () => {
    const parts = fc.tuple(fc.string(), fc.constantFrom(" ", "\n", "\t", "\u00a0", "<", "{"), fc.string());
    fc.assert(
      fc.property(parts, (text) => {
        expect(isCrumb(text.join(""))).toBe(false);
      }),
    );
  });
});
