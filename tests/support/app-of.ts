/** The program inside the test process, with a catalogue of the test, asked over REST as the HTTP service does. */
import { createApp } from "../../src/app.js";
import { readCommand } from "../../src/config/config.js";
import type { Entry } from "../../src/contract/entry.js";
import { SILENT } from "./fakes.js";
import { withAddresses } from "./rest.js";

/**
 * Starts the program with these rows and an empty memory. `get` answers a GET request and tells the status, the headers
 * and the body, also as text.
 */
export async function createAppOf(catalogue: readonly Entry[], env: Record<string, string> = {}) {
  const command = readCommand([], { STORE_URL: "memory:", ...env });
  if (!("run" in command)) throw new Error("expected a server");
  const app = createApp(command.run, SILENT, {}, catalogue);
  const rest = await app.openRest();
  const get = withAddresses(rest, catalogue);
  return {
    app,
    async get(url: string) {
      const { status, headers, body } = await get({ url });
      const text = body as string;
      const isCsv = headers["content-type"]?.startsWith("text/csv") === true;
      return { status, headers, text, body: isCsv ? {} : (JSON.parse(text) as Record<string, unknown>) };
    },
    close: () => app.close(),
  };
}
