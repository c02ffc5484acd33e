/** Why a provider is paused, beside the time for which it is. */
import { describe, expect, it } from "vitest";
import { readCommand } from "../../src/config/config.js";
import { runProvider } from "../../src/pipeline/running-provider.js";
import { yahooProvider } from "../../src/providers/yahoo/provider.js";
import { SESSION_SCOPES } from "../../src/contract/upstream.js";
import { createMemoryCounters } from "../../src/store/memory.js";
import { Pauses } from "../../src/upstream/pauses.js";

/** Provider B with these pauses; it makes no call, and so needs nothing else that providers share. */
function run(pauses: Pauses) {
  const command = readCommand([], {});
  if (!("run" in command)) throw new Error("not settings to run with");
  const shared = { config: command.run, pauses, counters: createMemoryCounters(), onUpstream: undefined };
  return runProvider(yahooProvider, shared as unknown as Parameters<typeof runProvider>[1]);
}

describe("the reason of a paused provider", () => {
  it("is that of the pause whose time is shown, also where its sessions are paused for longer", async () => {
    const pauses = new Pauses();
    pauses.set("provider-b", SESSION_SCOPES.opening, 600, "session_limited");
    const provider = run(pauses);
    expect(provider.refusal()).toBe("session_limited");
    expect(await provider.status()).toMatchObject({ paused_for: null });
    pauses.set("provider-b", undefined, 30, "rate_limited");
    expect(provider.refusal()).toBe("rate_limited");
    expect(await provider.status()).toMatchObject({ paused_for: 30, session_refused: null });
  });
});
