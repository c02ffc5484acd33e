/** Opens a session with Yahoo: obtains cookies in one of three ways, then a crumb for them. */
import type { CookieJar } from "tough-cookie";
import { ProviderError, type Reason } from "../../../contract/errors.js";
import {
  SESSION_SCOPES,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
} from "../../../contract/upstream.js";
import { parseConsentForm } from "./consent-form.js";
import type { Hosts } from "./hosts.js";

/** Ways to obtain cookies, in the order in which they are tried. B shows the consent form to addresses in Europe. */
export const WAYS = ["cookie address", "quote page", "consent form"] as const;
export type Way = (typeof WAYS)[number];

/**
 * A crumb and the cookies it belongs to (one is worthless without the other), and the way in which they were obtained.
 */
interface Opened {
  crumb: string;
  /** The value of the header `cookie` of calls. */
  cookie: string;
  way: Way;
}

/** Settings of a handshake. `cookieUrl` has no slash at its end. */
interface HandshakeSettings {
  hosts: Hosts;
  cookieUrl: string;
  /** Headers of every request. */
  headers: Readonly<Record<string, string>>;
  shared: Upstream;
}

const UPSTREAM_DOMAIN = "yahoo.com";
const QUOTE_PAGE = "/quote/AAPL";
const MAX_HOPS = 8;
/** Time limit of a handshake in milliseconds. */
export const MAX_HANDSHAKE_MS = 20_000;
/** Time limit of one hop in milliseconds: a network that drops calls to one address must not cost the caller's time. */
const HOP_MS = 4_000;
/** Limit of the headers of a page in bytes: the quote page sends up to 34 kB. */
const MAX_HEADER_BYTES = 128 * 1024;
const HTML = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
/**
 * Failures of a page after which its cookies, if it sent some, or another page may still lead to a crumb. A limit or a
 * block ends the handshake.
 */
const TRY_ANOTHER: ReadonlySet<Reason> = new Set<Reason>(["unreachable", "timed_out", "server_error", "bad_answer"]);

/**
 * Fetches cookies and a crumb, first by the `preferred` way. Redirects are followed only to the upstream's own hosts.
 *
 * @throws {ProviderError} `consent_changed`, `crumb_refused` or `no_cookie` when no way leads to a crumb, and what
 * `shared` throws.
 */
export async function performHandshake(settings: HandshakeSettings, preferred?: Way): Promise<Opened> {
  // Loaded here because it costs 50 ms and a host that only lists tools never opens a session.
  const { CookieJar: Jar } = await import("tough-cookie");
  const collector = new CookieCollector(settings, new Jar());
  let crumbRefused = false;
  let isUnanswered = false;
  const ways = preferred === undefined ? WAYS : [preferred, ...WAYS.filter((way) => way !== preferred)];
  for (const way of ways) {
    try {
      await collector.collect(way);
    } catch (error) {
      if (!(error instanceof ProviderError) || !TRY_ANOTHER.has(error.reason)) throw error;
      isUnanswered = true;
    }
    const cookie = await collector.unusedCookie();
    if (cookie === undefined) continue;
    const crumb = await collector.fetchCrumb();
    if (crumb !== undefined) return { crumb, cookie, way };
    crumbRefused = true;
  }
  if (collector.consentChanged) throw new ProviderError("provider-b", "consent_changed");
  if (crumbRefused) throw new ProviderError("provider-b", "crumb_refused");
  // A network may block the pages that set cookies and not B itself; if B cannot be reached either, that is the reason.
  if (isUnanswered) await collector.fetchCrumb();
  throw new ProviderError("provider-b", "no_cookie");
}

/** Whether a text is a crumb. Limits, HTML pages and JSON errors can appear instead, also with status 200. */
export function isCrumb(text: string): boolean {
  return /^[^\s<{]{8,20}$/.test(text);
}

class CookieCollector {
  /** Whether a consent page could not be answered, or appeared again after the answer. */
  consentChanged = false;
  #atConsentPage = false;
  readonly #settings: HandshakeSettings;
  readonly #jar: CookieJar;
  readonly #quotePage: URL;
  readonly #isAllowed: (url: URL) => boolean;
  readonly #deadline = performance.now() + MAX_HANDSHAKE_MS;
  #sawQuotePage = false;
  /** The consent form to which redirects led, ready to be posted. */
  #form: UpstreamRequest | undefined;
  #usedCookie = "";

  constructor(settings: HandshakeSettings, jar: CookieJar) {
    this.#settings = settings;
    this.#jar = jar;
    this.#quotePage = quotePageOf(settings.cookieUrl);
    this.#isAllowed = createRedirectRule({ baseUrl: settings.hosts.current, cookieUrl: settings.cookieUrl });
  }

  /** Collects the cookies of one way; does nothing if an earlier way has visited the same address. */
  async collect(way: Way): Promise<void> {
    if (way === "cookie address") return this.#followRedirects(toPage(new URL(this.#settings.cookieUrl)));
    if (!this.#form && !this.#sawQuotePage) {
      this.#sawQuotePage = true;
      await this.#followRedirects(toPage(this.#quotePage));
    }
    if (way !== "consent form" || !this.#form) return;
    const request = this.#form;
    this.#form = undefined;
    await this.#followRedirects(request);
    // If B shows the same form again, it has not accepted our answer.
    if (this.#form) this.consentChanged = true;
  }

  /**
   * Returns the cookies for calls; `undefined` when there are none, consent is missing, or B gave no crumb for them.
   */
  async unusedCookie(): Promise<string | undefined> {
    if (this.#atConsentPage) return undefined;
    const cookie = await this.#jar.getCookieString(`${this.#settings.hosts.current}/v7/finance/quote`);
    if (cookie === this.#usedCookie) return undefined;
    this.#usedCookie = cookie;
    return cookie;
  }

  /** Requests a crumb for the cookies; `undefined` when B gives none. */
  async fetchCrumb(): Promise<string | undefined> {
    const { origin, href: referer } = this.#quotePage;
    const headers = { origin, referer, accept: "*/*" };
    const { status, text } = await this.#settings.hosts.send({ send: (request) => this.#send(request) }, (base) => {
      return { url: new URL(`${base}/v1/test/getcrumb`), headers };
    });
    return status === 200 && isCrumb(text) ? text : undefined;
  }

  /** Follows redirects and stores the cookies of each response, and the consent form if the last page has one. */
  async #followRedirects(start: UpstreamRequest): Promise<void> {
    const isAnswer = start.method === "POST";
    this.#atConsentPage = false;
    let request = start;
    for (let hop = 0; hop <= MAX_HOPS; hop++) {
      const response = await this.#send(request);
      const target = readLocation(response, request.url);
      if (!target) return this.#noteConsent(request.url, response);
      if (!this.#isAllowed(target)) return;
      // The form redirects to the quote page, which has megabytes and sets no cookie that we need.
      if (isAnswer && target.host === this.#quotePage.host && target.pathname === this.#quotePage.pathname) return;
      request = toPage(target);
    }
  }

  #noteConsent(url: URL, { status, text }: UpstreamResponse): void {
    const form = status === 200 ? parseConsentForm(text) : undefined;
    this.#atConsentPage = form !== undefined || (status === 200 && isConsentPage(url));
    if (this.#atConsentPage && !form) this.consentChanged = true;
    if (!form) return;
    const headers = { "content-type": "application/x-www-form-urlencoded", accept: HTML };
    this.#form = { url, method: "POST", headers, body: form.toString() };
  }

  async #send(request: UpstreamRequest): Promise<UpstreamResponse> {
    if (performance.now() >= this.#deadline) throw new ProviderError("provider-b", "timed_out");
    const { href } = request.url;
    const cookie = await this.#jar.getCookieString(href);
    return this.#settings.shared.send({
      ...request,
      scopes: [SESSION_SCOPES.opening],
      timeoutMs: HOP_MS,
      maxHeaderBytes: MAX_HEADER_BYTES,
      headers: { ...this.#settings.headers, ...request.headers, ...(cookie === "" ? {} : { cookie }) },
      onHeaders: (sent) => {
        // A cookie for another domain is ignored; it must not make the handshake fail.
        for (const line of toLines(sent["set-cookie"])) this.#jar.setCookieSync(line, href, { ignoreError: true });
      },
    });
  }
}

function toPage(url: URL): UpstreamRequest {
  return { url, headers: { accept: HTML } };
}

function isConsentPage({ hostname, pathname }: URL): boolean {
  return hostname.startsWith("consent.") || /consent/i.test(pathname);
}

/**
 * Returns the page that sets cookies or redirects to the consent form. If the configured cookie address is not B's, it
 * is the same path on the configured host.
 */
function quotePageOf(cookieUrl: string): URL {
  const { hostname, origin } = new URL(cookieUrl);
  return new URL(QUOTE_PAGE, isUpstreamHost(hostname) ? `https://finance.${UPSTREAM_DOMAIN}` : origin);
}

/**
 * Creates the function that decides whether a redirect may be followed: to the configured addresses and, if one of them
 * is B's, to B's other hosts over TLS.
 */
function createRedirectRule(settings: { baseUrl: string; cookieUrl: string }): (url: URL) => boolean {
  const configured = [new URL(settings.baseUrl), new URL(settings.cookieUrl)];
  const isReal = configured.some(({ hostname }) => isUpstreamHost(hostname));
  return (url) => {
    if (url.username || url.password) return false;
    if (configured.some(({ origin }) => origin === url.origin)) return true;
    return isReal && url.protocol === "https:" && url.port === "" && isUpstreamHost(url.hostname);
  };
}

/** Returns the target of a redirect; `undefined` for any other answer. */
function readLocation(response: UpstreamResponse, from: URL): URL | undefined {
  const [location] = toLines(response.headers["location"]);
  if (response.status < 300 || response.status > 399 || !location) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

/** Returns the values of a header that may occur several times. */
function toLines(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return Array.isArray(header) ? header : [header];
}

function isUpstreamHost(hostname: string): boolean {
  return hostname === UPSTREAM_DOMAIN || hostname.endsWith(`.${UPSTREAM_DOMAIN}`);
}
