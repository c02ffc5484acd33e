/** Yahoo: unofficial, keyless, and quick to limit the calls of an address. */
import type { Provider } from "../../contract/provider.js";
import { SESSION_SCOPES, type Refusal } from "../../contract/upstream.js";
import { createClient, type YahooClient } from "./calls/client.js";
import { createSharedCalls } from "./calls/shared-calls.js";
import { Session } from "./session/session.js";
import { yahooDescription, OPTIONS } from "./description.js";

/** Seconds of the first pause after a limit and of the longest one; the pause doubles while limits continue. */
const LIMIT_SECONDS = 60;
const MAX_LIMIT_SECONDS = 3_600;
/**
 * Seconds for which the first limited handshake counts: a second one within ten minutes pauses for twenty minutes, so that
 * an address to which B gives no session makes at most two attempts in any ten minutes.
 */
const SESSION_LIMIT_COUNTS_AS = 600;

// The text of a limit, which an edge server sometimes sends with status 200.
const LIMIT_TEXT = /too many requests/i;
const MAX_LIMIT_TEXT = 300;

/**
 * Yahoo. No key; most calls need a crumb and its cookies, which the session fetches.
 *
 * A limit (429, or its text) pauses for a minute, and up to an hour while limits continue, because B seldom states the
 * duration. A limited open call pauses the whole provider. A limited handshake pauses only handshakes, and a limited call
 * with a crumb only such calls: many addresses, such as those of cloud hosts, get no session and all open calls. 401, 403,
 * 404 and redirects are not refusals here; the client and the session handle them. 999 means that our address is blocked.
 */
export const yahooProvider: Provider<YahooClient> = {
  ...yahooDescription,
  retries: true,

  refusal({ status, text, retryAfterSeconds }, { scopes = [] }) {
    if (status === 429 || (text.length <= MAX_LIMIT_TEXT && LIMIT_TEXT.test(text))) {
      return limited(scopes, retryAfterSeconds);
    }
    return status === 999 ? { reason: "blocked" } : undefined;
  },

  open(settings) {
    const { runShared, options = {} } = settings;
    const optionOf = (name: "cookieUrl" | "userAgent") => options[name] || OPTIONS[name].default;
    const session = new Session({ ...settings, cookieUrl: optionOf("cookieUrl"), userAgent: optionOf("userAgent") });
    const shared = createSharedCalls(session, runShared);
    return (upstream) => createClient(session, upstream, shared);
  },

  // The chart needs no session.
  probe: (client) => client.chart("AAPL"),
  prepare: (client) => client.openSession(),
};

/** Returns the consequences of a limit of a call with these scopes. */
function limited(scopes: readonly string[], retryAfterSeconds: number | undefined): Refusal {
  const { opening, using } = SESSION_SCOPES;
  if (scopes.includes(opening)) {
    return {
      reason: "session_limited",
      pauseScope: opening,
      pauseSeconds: Math.max(LIMIT_SECONDS, retryAfterSeconds ?? 0),
      pauseGrowsTo: MAX_LIMIT_SECONDS,
      pauseCountsAs: SESSION_LIMIT_COUNTS_AS,
    };
  }
  const what = scopes.includes(using)
    ? ({ reason: "session_limited", pauseScope: using } as const)
    : ({ reason: "rate_limited" } as const);
  return retryAfterSeconds === undefined
    ? { ...what, pauseSeconds: LIMIT_SECONDS, pauseGrowsTo: MAX_LIMIT_SECONDS }
    : { ...what, retryAfterSeconds, pauseSeconds: retryAfterSeconds };
}
