/** Provider B: unofficial, keyless, and quick to limit the calls of an address. */
import type { Provider } from "../../contract/provider.js";
import { createClient, type ClientB } from "./client.js";
import { createBatches } from "./shared-calls.js";
import { Session } from "./session.js";
import { descriptionB, OPTIONS } from "./description.js";

/** Seconds of the first pause after a limit and of the longest one; the pause doubles while limits continue. */
const LIMIT_SECONDS = 60;
const MAX_LIMIT_SECONDS = 3_600;

// The text of a limit, which an edge server sometimes sends with status 200.
const LIMIT_TEXT = /too many requests/i;
const MAX_LIMIT_TEXT = 300;

/**
 * Provider B. No key; most calls need a crumb and its cookies, which the session fetches.
 *
 * 429 pauses the whole provider for a minute, and up to an hour while limits continue, because B limits addresses, not
 * calls, and seldom states the duration. 401, 403, 404 and redirects are not refusals here; the client and the session
 * handle them. 999 means that our address is blocked.
 */
export const providerB: Provider<ClientB> = {
  ...descriptionB,
  retries: true,

  refusal({ status, text, retryAfterSeconds }) {
    if (status === 429 || (text.length <= MAX_LIMIT_TEXT && LIMIT_TEXT.test(text))) {
      if (retryAfterSeconds !== undefined) {
        return { reason: "rate_limited", retryAfterSeconds, pauseSeconds: retryAfterSeconds };
      }
      return { reason: "rate_limited", pauseSeconds: LIMIT_SECONDS, pauseGrowsTo: MAX_LIMIT_SECONDS };
    }
    return status === 999 ? { reason: "blocked" } : undefined;
  },

  open(settings) {
    const { baseUrl, runShared, options = {} } = settings;
    const optionOf = (name: "cookieUrl" | "userAgent") => options[name] || OPTIONS[name].default;
    const session = new Session({ ...settings, cookieUrl: optionOf("cookieUrl"), userAgent: optionOf("userAgent") });
    const batches = runShared && createBatches(baseUrl, session, runShared);
    return (upstream) => createClient(baseUrl, session, upstream, batches);
  },

  // The chart needs no session and shows whether B can be reached; most other calls need the session.
  async probe(client) {
    await client.chart("AAPL");
    await client.openSession();
  },

  prepare: (client) => client.openSession(),
};
