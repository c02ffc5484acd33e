/** The simulated market for a test file, on a Thursday afternoon in New York, during the session. */
import { afterAll, beforeAll, vi } from "vitest";
import { readCommand, type Config } from "../../src/config/config.js";
import { startDemo } from "../../src/serve/demo.js";

/** Starts the market before the tests of a file, with the clock at its time; the result has its configuration. */
export function useDemo(): { readonly config: Config } {
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
  };
}
