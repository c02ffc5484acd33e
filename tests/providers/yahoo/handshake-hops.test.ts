/** The pages that set cookies, over real HTTP: large headers, broken bodies, redirects to nowhere. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ProviderError, type Reason } from "../../../src/contract/errors.js";
import type { UpstreamRequest } from "../../../src/contract/upstream.js";
import { performHandshake } from "../../../src/providers/yahoo/session/handshake.js";
import { Hosts } from "../../../src/providers/yahoo/session/hosts.js";
import { yahooProvider } from "../../../src/providers/yahoo/provider.js";
import { createUpstream } from "../../../src/upstream/judged-upstream.js";
import { openLane } from "../../support/lane.js";
import { badGzip, close, redirect, reply, truncated } from "../../support/faults.js";
import { startFaultyUpstream, type FaultyUpstream, type Play } from "../../support/faulty-upstream.js";

const CRUMB = "/b/v1/test/getcrumb";
const COOKIE = { "set-cookie": "A3=d; Path=/" };

let upstream: FaultyUpstream;
beforeAll(async () => void (upstream = await startFaultyUpstream()));
afterEach(() => upstream.reset());
afterAll(() => upstream.close());

/** A handshake with the upstream, and the requests it made. */
async function shake() {
  const lane = openLane({ ...yahooProvider, retries: false });
  const shared = createUpstream(lane, { deadline: performance.now() + 100_000 });
  const sent: UpstreamRequest[] = [];
  const noting = {
    ...shared,
    send: (request: UpstreamRequest) => {
      sent.push(request);
      return shared.send(request);
    },
  };
  const settings = { hosts: new Hosts(`${upstream.url}/b`), cookieUrl: `${upstream.url}/door`, headers: {} };
  const opened = await performHandshake({ ...settings, shared: noting }).catch((error: ProviderError) => error);
  return { opened, sent, asked: upstream.calls("").concat(upstream.calls("/door"), upstream.calls(CRUMB)) };
}

const failure = (reason: Reason) => new ProviderError("provider-b", reason);

/** An answer with this many kilobytes of headers. */
const large = (kilobytes: number): Play =>
  reply(200, "<html></html>", { ...COOKIE, link: "a".repeat(kilobytes * 1024) });

describe("a page of the handshake", () => {
  it("can send 34 kB of headers, as the quote page does in the USA", async () => {
    upstream.on("/door", reply(404, ""));
    upstream.on("/quote", large(34));
    expect((await shake()).opened).toEqual({ crumb: "crumb/1234.", cookie: "A3=d", way: "quote page" });
  });

  it.each<[string, Play]>([
    ["fails while it is unpacked", reply(200, "no gzip", { ...COOKIE, "content-encoding": "gzip" })],
    ["is not text", reply(200, Buffer.from([0xff, 0xfe, 0xfd]), COOKIE)],
    ["comes with an error status", reply(502, "", COOKIE)],
    ["redirects to a page that breaks the connection", redirectWithCookie("/nowhere")],
  ])("gives its cookie although it %s", async (_what, play) => {
    upstream.on("/door", play);
    upstream.on("/nowhere", close);
    expect((await shake()).opened).toEqual({ crumb: "crumb/1234.", cookie: "A3=d", way: "cookie address" });
  });

  it.each<[string, Play]>([
    ["is not what its header says", badGzip("<html></html>", "plain")],
    ["breaks off", truncated("<html></html>")],
    ["has more than 128 kB of headers", large(140)],
  ])("that sets no cookie that arrives and %s leads to the next way", async (_what, play) => {
    upstream.on("/door", play);
    upstream.on("/quote", reply(200, "<html></html>", COOKIE));
    expect((await shake()).opened).toMatchObject({ crumb: "crumb/1234.", way: "quote page" });
  });

  it("is asked for as HTML, with four seconds to answer", async () => {
    upstream.on("/door", redirect(`${upstream.url}/second`));
    upstream.on("/quote", reply(200, "<html></html>", COOKIE));
    const { sent } = await shake();
    expect(
      sent.map(({ url, headers, timeoutMs }) => [url.pathname, headers?.["accept"]?.split(",")[0], timeoutMs]),
    ).toEqual([
      ["/door", "text/html", 4000],
      ["/second", "text/html", 4000],
      ["/quote/AAPL", "text/html", 4000],
      [CRUMB, "*/*", 4000],
    ]);
  });
});

describe("when no page that sets cookies can be reached", () => {
  it("the reason is the missing cookie if provider B itself answers, so that its open calls go on", async () => {
    upstream.on("/door", close);
    upstream.on("/quote", close);
    expect((await shake()).opened).toEqual(failure("no_cookie"));
  });

  it("the reason is the connection if provider B cannot be reached either", async () => {
    upstream.on("/door", close);
    upstream.on("/quote", close);
    upstream.on(CRUMB, close);
    expect((await shake()).opened).toEqual(failure("unreachable"));
  });
});

function redirectWithCookie(location: string): Play {
  return reply(302, "", { ...COOKIE, location });
}
