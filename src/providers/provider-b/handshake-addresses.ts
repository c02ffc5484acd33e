/** The addresses that a handshake with provider B may visit. */
import type { UpstreamResponse } from "../../contract/upstream.js";

const UPSTREAM_DOMAIN = "yahoo.com";
const QUOTE_PAGE = "/quote/AAPL";

/**
 * Returns the page that sets cookies or redirects to the consent form. If the configured cookie address is not B's, it
 * is the same path on the configured host.
 */
export function quotePageOf(cookieUrl: string): URL {
  const { hostname, origin } = new URL(cookieUrl);
  return new URL(QUOTE_PAGE, isUpstreamHost(hostname) ? `https://finance.${UPSTREAM_DOMAIN}` : origin);
}

/**
 * Creates the function that decides whether a redirect may be followed: to the configured addresses and, if one of them
 * is B's, to B's other hosts over TLS.
 */
export function createRedirectRule(settings: { baseUrl: string; cookieUrl: string }): (url: URL) => boolean {
  const configured = [new URL(settings.baseUrl), new URL(settings.cookieUrl)];
  const isReal = configured.some(({ hostname }) => isUpstreamHost(hostname));
  return (url) => {
    if (url.username || url.password) return false;
    if (configured.some(({ origin }) => origin === url.origin)) return true;
    return isReal && url.protocol === "https:" && url.port === "" && isUpstreamHost(url.hostname);
  };
}

/** Returns the target of a redirect; `undefined` for any other answer. */
export function readLocation(response: UpstreamResponse, from: URL): URL | undefined {
  const [location] = toLines(response.headers["location"]);
  if (response.status < 300 || response.status > 399 || !location) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

/** Returns the values of a header that may occur several times. */
export function toLines(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return Array.isArray(header) ? header : [header];
}

function isUpstreamHost(hostname: string): boolean {
  return hostname === UPSTREAM_DOMAIN || hostname.endsWith(`.${UPSTREAM_DOMAIN}`);
}
