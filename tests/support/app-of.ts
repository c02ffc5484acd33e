/** The program inside the test process, with a catalogue of the test, asked over REST as the HTTP service does. */
import { createApp } from "../../src/app.js";
import { readCommand } from "../../src/config/config.js";
import type { Entry } from "../../src/contract/entry.js";
import { SILENT } from "./fakes.js";
import { withAddresses } from "./rest.js";
import { toCachedReply, toResponseKey } from "../../src/rest/response-cache.js";

/**
 * Starts the program with these rows and an empty memory. `get` answers a GET request by the fast path where it can,
 * and tells the status, the body and the headers.
 */
export async function createAppOf(catalogue: readonly Entry[], env: Record<string, string> = {}) {
  const command = readCommand([], { STORE_URL: "memory:", ...env });
  if (!("run" in command)) throw new Error("expected a server");
  const app = createApp(command.run, SILENT, {}, catalogue);
  const { rest, responses } = await app.openRest();
  const get = withAddresses(rest, catalogue);
  return {
    app,
    async get(url: string) {
      const rendered = responses.find(toResponseKey(url, undefined));
      const { status, headers, body } = rendered ? toCachedReply(rendered, undefined) : await get({ url });
      return { status, headers, body: JSON.parse(body as string) as Record<string, unknown> };
    },
    close: () => app.close(),
  };
}
