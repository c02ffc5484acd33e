/**
 * Provider B's handshake: cookies first, through the consent form if there is one, then a crumb.
 */
import type { CookieJar } from "tough-cookie";
import { ProviderError } from "../../contract/errors.js";
import type { ProviderSettings } from "../../contract/provider.js";
import type { UpstreamRequest, UpstreamResponse } from "../../contract/upstream.js";
import { BROWSER_HEADERS } from "./browser.js";
import { parseConsentForm } from "./consent-form.js";

/** A crumb and the cookies it belongs to; one is worthless without the other. */
export interface Pass {
  readonly crumb: string;
  /** The `cookie` header for a call; empty when no cookie is meant for that address. */
  cookieFor(url: URL): Promise<string>;
}

/** The inputs of a handshake; `now` returns monotonic milliseconds. */
export type HandshakeSettings = Pick<ProviderSettings, "baseUrl" | "shared"> & {
  cookieUrl?: string | undefined;
  now: () => number;
};

const DEFAULT_COOKIE_URL = "https://fc.yahoo.com/";
/** The address of the consent form, used when the cookie address does not redirect to it. */
const CONSENT_START = "https://finance.yahoo.com/quote/AAPL";
const UPSTREAM_DOMAIN = "yahoo.com";
const MAX_HOPS = 8;
/** The longest wait for a handshake in milliseconds. */
const MAX_HANDSHAKE_MS = 20_000;

/**
 * Fetches cookies and a crumb.
 *
 * The cookie address may answer with any status. Where it brings no cookie, or
 * none a crumb is given for (addresses in Europe), the way leads through the
 * consent form. Redirects are followed only to the upstream's own hosts.
 *
 * @throws {ProviderError} `bad_answer` when neither way ends in a crumb, and whatever `shared` refuses.
 */
export async function shakeHands(settings: HandshakeSettings): Promise<Pass> {
  // Loaded here because it takes 50 ms and a host that only lists tools needs no handshake.
  const { CookieJar: Jar } = await import("tough-cookie");
  const jar = new Jar();
  const walker = new Walker(settings, jar);
  const cookieUrl = new URL(settings.cookieUrl || DEFAULT_COOKIE_URL);
  const starts = isUpstreamHost(cookieUrl.hostname) ? [cookieUrl, new URL(CONSENT_START)] : [cookieUrl];
  for (const start of starts) {
    await walker.walk(start);
    const crumb = await walker.fetchCrumb();
    if (crumb !== undefined) return { crumb, cookieFor: (url) => jar.getCookieString(url.href) };
  }
  throw new ProviderError("provider-b", "bad_answer");
}

/**
 * Whether a text is a crumb. Limits, HTML pages and JSON errors can appear instead, also with
 * status 200.
 */
export function isCrumb(text: string): boolean {
  return /^[^\s<{]{8,20}$/.test(text);
}

class Walker {
  readonly #settings: HandshakeSettings;
  readonly #jar: CookieJar;
  readonly #deadline: number;

  constructor(settings: HandshakeSettings, jar: CookieJar) {
    this.#settings = settings;
    this.#jar = jar;
    this.#deadline = settings.now() + MAX_HANDSHAKE_MS;
  }

  /** Follows redirects and the consent form from `start`, and collects the cookies. */
  async walk(start: URL): Promise<void> {
    let request: UpstreamRequest = { url: start };
    let agreed = false;
    for (let hop = 0; hop <= MAX_HOPS; hop++) {
      const response = await this.#send(request);
      const target = readLocation(response, request.url);
      if (target) {
        if (!isAllowed(target, this.#settings)) throw new ProviderError("provider-b", "bad_answer");
        // The redirects return to the start; the next page has megabytes.
        if (agreed && target.host === start.host && target.pathname === start.pathname) return;
        request = { url: target };
        continue;
      }
      const form = !agreed && response.status === 200 ? parseConsentForm(response.text) : undefined;
      if (!form) return;
      agreed = true;
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      request = { url: request.url, method: "POST", headers, body: form.toString() };
    }
    throw new ProviderError("provider-b", "bad_answer");
  }

  /**
   * Fetches a crumb for the cookies; `undefined` when there are no cookies or they are not
   * accepted.
   */
  async fetchCrumb(): Promise<string | undefined> {
    const url = new URL(`${this.#settings.baseUrl}/v1/test/getcrumb`);
    if ((await this.#jar.getCookieString(url.href)) === "") return undefined;
    const { status, text } = await this.#send({ url });
    return status === 200 && isCrumb(text) ? text : undefined;
  }

  async #send(request: UpstreamRequest): Promise<UpstreamResponse> {
    if (this.#settings.now() >= this.#deadline) throw new ProviderError("provider-b", "timed_out");
    const { href } = request.url;
    const cookie = await this.#jar.getCookieString(href);
    const headers = { ...BROWSER_HEADERS, accept: "text/html, text/plain, */*", ...request.headers };
    const response = await this.#settings.shared.send({
      ...request,
      headers: cookie === "" ? headers : { ...headers, cookie },
    });
    // A cookie for another domain is not an error.
    for (const line of toLines(response.headers["set-cookie"])) {
      await this.#jar.setCookie(line, href, { ignoreError: true });
    }
    return response;
  }
}

/** Returns the target of a redirect; `undefined` for any other answer. */
function readLocation(response: UpstreamResponse, from: URL): URL | undefined {
  const [location] = toLines(response.headers.location);
  if (response.status < 300 || response.status > 399 || !location) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

/**
 * Allows only the configured addresses themselves and, for the real upstream, its other hosts over
 * TLS.
 */
function isAllowed(url: URL, { baseUrl, cookieUrl = DEFAULT_COOKIE_URL }: HandshakeSettings): boolean {
  if (url.username || url.password) return false;
  const configured = [new URL(baseUrl), new URL(cookieUrl || DEFAULT_COOKIE_URL)];
  if (configured.some(({ origin }) => origin === url.origin)) return true;
  const isUpstreams = configured.some(({ hostname }) => isUpstreamHost(hostname));
  return isUpstreams && url.protocol === "https:" && url.port === "" && isUpstreamHost(url.hostname);
}

function isUpstreamHost(hostname: string): boolean {
  return hostname === UPSTREAM_DOMAIN || hostname.endsWith(`.${UPSTREAM_DOMAIN}`);
}

function toLines(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return Array.isArray(header) ? header : [header];
}
