import * as fc from "fast-check";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { ProviderError, type Reason } from "../../../src/contract/errors.js";
import { Hosts } from "../../../src/providers/yahoo/session/hosts.js";
import { isCrumb, performHandshake, type Way } from "../../../src/providers/yahoo/session/handshake.js";
import { yahooProvider } from "../../../src/providers/yahoo/provider.js";
import { createUpstream } from "../../../src/upstream/judged-upstream.js";
import { openLane } from "../../support/lane.js";
import { COOKIE_URL } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { BASE, CRUMB, sessionRoutes, emptyQuotePage, sentCookie } from "./upstream-yahoo.js";

const internet = useInternet();
const YAHOO = { baseUrl: "https://query1.finance.yahoo.com", cookieUrl: "https://fc.yahoo.com" };
const FORM = '<input type="hidden" name="csrfToken" value="t"><input type="hidden" name="sessionId" value="s">';
const COOKIE = { "set-cookie": "A3=d; Domain=.yahoo.com; Path=/; Secure; HttpOnly" };

function shake(
  settings: { baseUrl: string; cookieUrl: string } = { baseUrl: BASE, cookieUrl: COOKIE_URL },
  preferred?: Way,
) {
  const lane = openLane(yahooProvider);
  const shared = createUpstream(lane, {
    deadline: performance.now() + 100_000,
  });
  const { baseUrl, cookieUrl } = settings;
  return performHandshake(
    { hosts: new Hosts(baseUrl), cookieUrl, shared, headers: { "user-agent": "test/1" } },
    preferred,
  );
}

const redirect = (location: string, headers: Record<string, string> = {}, status = 302) =>
  new HttpResponse(null, { status, headers: { location, ...headers } });

const QUOTE_PAGE = "https://finance.yahoo.com/quote/AAPL";
const failure = (reason: Reason) => new ProviderError("provider-b", reason);

describe("the handshake", () => {
  it("gets a crumb with the cookies of an address that answers 404", async () => {
    internet.use(...sessionRoutes());
    expect(await shake()).toEqual({ crumb: CRUMB, cookie: "A3=d", way: "cookie address" });
  });

  it("sends calls no cookie of another host", async () => {
    internet.use(
      http.get(COOKIE_URL, () => new HttpResponse("", { headers: { "set-cookie": "other=1; Path=/" } })),
      ...sessionRoutes(),
    );
    await expect(shake()).rejects.toEqual(failure("no_cookie"));
  });

  it("gets the cookie from the quote page, requested as HTML, when the cookie address sets none", async () => {
    internet.use(
      http.get("https://fc.yahoo.com/", () => new HttpResponse("", { status: 404 })),
      http.get(QUOTE_PAGE, ({ request }) => {
        expect(request.headers.get("accept")).toMatch(/^text\/html,/);
        return HttpResponse.html("<html></html>", { headers: COOKIE });
      }),
      http.get("https://query1.finance.yahoo.com/v1/test/getcrumb", () => HttpResponse.text(CRUMB)),
    );
    expect(await shake(YAHOO)).toEqual({ crumb: CRUMB, cookie: "A3=d", way: "quote page" });
  });

  it("gets the cookie from the quote page when the cookie address cannot be reached", async () => {
    internet.use(
      http.get("https://fc.yahoo.com/", () => HttpResponse.error()),
      http.get(QUOTE_PAGE, () => HttpResponse.html("<html></html>", { headers: COOKIE })),
      http.get("https://query1.finance.yahoo.com/v1/test/getcrumb", () => HttpResponse.text(CRUMB)),
    );
    expect((await shake(YAHOO)).way).toBe("quote page");
  });

  it("tries first the way that worked last", async () => {
    internet.use(
      http.get(QUOTE_PAGE, () => HttpResponse.html("<html></html>", { headers: COOKIE })),
      http.get("https://query1.finance.yahoo.com/v1/test/getcrumb", () => HttpResponse.text(CRUMB)),
    );
    expect((await shake(YAHOO, "quote page")).way).toBe("quote page");
  });

  it("requests the crumb like the upstream's own pages, with the configured user agent", async () => {
    const seen: Record<string, string>[] = [];
    internet.use(
      http.get(`${BASE}/v1/test/getcrumb`, ({ request }) => {
        seen.push(Object.fromEntries(request.headers));
        return HttpResponse.text(CRUMB);
      }),
      ...sessionRoutes(),
    );
    await shake();
    expect(seen[0]).toMatchObject({
      accept: "*/*",
      origin: "https://cookie.example.test",
      referer: "https://cookie.example.test/quote/AAPL",
      "user-agent": "test/1",
    });
  });

  it("uses the consent form when the cookie address sets no cookie", async () => {
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

  it("tries the quote page when no crumb is given for the cookies", async () => {
    const crumbs = ["<html>", CRUMB];
    internet.use(
      http.get("https://fc.yahoo.com/", () => new HttpResponse("", { status: 404, headers: COOKIE })),
      http.get(QUOTE_PAGE, () =>
        HttpResponse.html("<html></html>", { headers: { "set-cookie": "A1=n; Domain=.yahoo.com; Path=/" } }),
      ),
      http.get("https://query1.finance.yahoo.com/v1/test/getcrumb", () => HttpResponse.text(crumbs.shift()!)),
    );
    expect((await shake(YAHOO)).crumb).toBe(CRUMB);
  });

  it("requests no second crumb with refused cookies", async () => {
    let crumbs = 0;
    internet.use(
      http.get("https://fc.yahoo.com/", () => new HttpResponse("", { status: 404, headers: COOKIE })),
      emptyQuotePage(QUOTE_PAGE),
      http.get("https://query1.finance.yahoo.com/v1/test/getcrumb", () => {
        crumbs += 1;
        return HttpResponse.json({}, { status: 401 });
      }),
    );
    await expect(shake(YAHOO)).rejects.toEqual(failure("crumb_refused"));
    expect(crumbs).toBe(1);
  });

  it.each([
    ["has another form", '<form><input type="hidden" name="token" value="t"></form>'],
    ["is a page of scripts", "<!doctype html><script></script>"],
  ])("reports that the consent page changed when it %s", async (_what, html) => {
    internet.use(
      http.get("https://fc.yahoo.com/", () => new HttpResponse("", { status: 404 })),
      http.get(QUOTE_PAGE, () => redirect("https://consent.yahoo.com/v2/collectConsent?sessionId=s")),
      http.get("https://consent.yahoo.com/v2/collectConsent", () => HttpResponse.html(html)),
    );
    await expect(shake(YAHOO)).rejects.toEqual(failure("consent_changed"));
  });

  it("reports that the consent page changed when the form appears again after the answer", async () => {
    internet.use(
      http.get("https://fc.yahoo.com/", () => new HttpResponse("", { status: 404 })),
      http.get(QUOTE_PAGE, () => redirect("https://consent.yahoo.com/v2/collectConsent?sessionId=s")),
      http.all("https://consent.yahoo.com/v2/collectConsent", () => HttpResponse.html(FORM)),
    );
    await expect(shake(YAHOO)).rejects.toEqual(failure("consent_changed"));
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
    internet.use(
      http.get("https://fc.yahoo.com/", () => redirect(location)),
      emptyQuotePage(QUOTE_PAGE),
    );
    await expect(shake(YAHOO)).rejects.toEqual(failure("no_cookie"));
  });

  it.each(["https://other.example.test/", "https://fc.yahoo.com/", "http://cookie.example.test/"])(
    "follows redirects only to the configured addresses when they are not the real ones: not to %s",
    async (location) => {
      internet.use(
        http.get(COOKIE_URL, () => redirect(location)),
        ...sessionRoutes(),
      );
      await expect(shake()).rejects.toEqual(failure("no_cookie"));
    },
  );

  it("stops after many redirects", async () => {
    let calls = 0;
    internet.use(
      http.get(COOKIE_URL, () => {
        calls += 1;
        return redirect(COOKIE_URL);
      }),
      ...sessionRoutes(),
    );
    await expect(shake()).rejects.toEqual(failure("no_cookie"));
    expect(calls).toBe(9);
  });

  it.each([
    ["an HTML page", () => HttpResponse.html("<html>consent</html>")],
    ["an empty body", () => new HttpResponse("")],
    ["a JSON error", () => HttpResponse.json({ error: {} })],
    ["401", () => HttpResponse.text("abcdefghijk", { status: 401 })],
    ["a redirect", () => redirect("https://evil.example/")],
  ])("does not accept %s as a crumb", async (_what, answer) => {
    internet.use(http.get(`${BASE}/v1/test/getcrumb`, answer), ...sessionRoutes());
    await expect(shake()).rejects.toEqual(failure("crumb_refused"));
  });

  it("ends at a limit in place of the crumb, without trying another way", async () => {
    internet.use(
      http.get("https://fc.yahoo.com/", () => new HttpResponse("", { status: 404, headers: COOKIE })),
      http.get("https://query1.finance.yahoo.com/v1/test/getcrumb", () => HttpResponse.text("Too Many Requests\r\n")),
    );
    await expect(shake(YAHOO)).rejects.toMatchObject({ reason: "session_limited", retryAfterSeconds: 60 });
  });

  it("requests no crumb without a cookie", async () => {
    internet.use(
      http.get(COOKIE_URL, () => new HttpResponse("", { status: 404 })),
      ...sessionRoutes(),
    );
    await expect(shake()).rejects.toEqual(failure("no_cookie"));
  });
});

describe("a crumb", () => {
  it.each(["CRUMBCRUMB1", "a.b/c.d/e.f", "12345678"])("can be %s", (text) => expect(isCrumb(text)).toBe(true));

  it.each(["Too Many Requests", "Too Many Requests\r\n", "<!DOCTYPE>", '{"error":1}', "short", "x".repeat(21), ""])(
    "is not %j",
    (text) => expect(isCrumb(text)).toBe(false),
  );

  it("never contains blanks or markup", () => {
    const parts = fc.tuple(fc.string(), fc.constantFrom(" ", "\n", "\t", "\u00a0", "<", "{"), fc.string());
    fc.assert(
      fc.property(parts, (text) => {
        expect(isCrumb(text.join(""))).toBe(false);
      }),
    );
  });
});
