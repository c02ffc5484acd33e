/** The simulated market for a test file, on a Thursday afternoon in New York, during the session. */
import { afterAll, beforeAll, vi } from "vitest";
import { readCommand, type Config } from "../../src/config/config.js";
import { startDemo } from "../../src/serve/demo.js";

/**
 * Starts the market before the tests of a file, with the clock at its time. The result has its configuration, and the
 * same one as of a program without keys and without a contact for the SEC.
 */
export function useDemo(): { readonly config: Config; readonly keyless: Config } {
  let demo: Awaited<ReturnType<typeof startDemo>>;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 2, 5, 19, 30) });
    const command = readCommand(["--demo"], {});
    if (!("run" in command)) throw new Error("expected a command to run");
    demo = await startDemo(command.run);
  });
  afterAll(async () => {
    await demo.close();
    vi.useRealTimers();
  });
  return {
    get config() {
      return demo.config;
    },
    get keyless() {
      return { ...demo.config, providers: withoutKeys(demo.config.providers) };
    },
  };
}

function withoutKeys(providers: Config["providers"]): Config["providers"] {
  const entries = Object.entries(providers).map(([id, { options, ...provider }]) => {
    const { contact: _ofOurs, ...others } = options;
    return [id, { ...provider, apiKey: undefined, options: others }];
  });
  return Object.fromEntries(entries) as Config["providers"];
}
