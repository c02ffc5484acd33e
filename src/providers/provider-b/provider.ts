/** Provider B: unofficial, without keys, with strict undocumented limits. */
import type { Provider } from "../../contract/provider.js";
import { createClient, type ClientB } from "./client.js";
import { Session } from "./session.js";
import { descriptionB } from "./description.js";

const LIMIT_SECONDS = 60;

// A limit is a line of text, sometimes with status 200 and from an edge server.
const LIMIT_TEXT = /too many requests/i;
const MAX_LIMIT_TEXT = 300;

/**
 * Provider B. No key; most calls need a crumb and its cookies, which the session fetches.
 *
 * 429 pauses all of it: B limits addresses, not calls, and seldom says for how
 * long. 401, 403, 404 and redirects are not refusals here, the client and the
 * session know what to do with them. 999 means that our address is blocked.
 */
export const providerB: Provider<ClientB> = {
  ...descriptionB,
  retries: true,

  refusal({ status, text, retryAfterSeconds }) {
    if (status === 429 || (text.length <= MAX_LIMIT_TEXT && LIMIT_TEXT.test(text))) {
      const seconds = retryAfterSeconds ?? LIMIT_SECONDS;
      return { reason: "rate_limited", retryAfterSeconds: seconds, pauseSeconds: seconds };
    }
    return status === 999 ? { reason: "server_error" } : undefined;
  },

  open(settings) {
    const { baseUrl, shared, options = {} } = settings;
    const session = new Session({ baseUrl, shared, cookieUrl: options["cookieUrl"], now: () => performance.now() });
    return (upstream) => createClient(baseUrl, session, upstream);
  },

  // The only call that needs no handshake.
  probe: (client) => client.chart("AAPL"),
};
