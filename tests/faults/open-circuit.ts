/** Waits for the circuit breaker of a provider. */
import { expect, vi } from "vitest";
import type { Stage } from "../support/stage.js";

/** Waits until a provider's circuit is open: before it opens, a symbol that the provider knows is tried once. */
export async function waitForOpenCircuit({ get }: Stage, provider = "provider-a"): Promise<void> {
  const isOpen = async () =>
    expect((await get("/status")).body["providers"]).toContainEqual(
      expect.objectContaining({ provider, circuit: "open" }),
    );
  await vi.waitFor(isOpen, { timeout: 5_000 });
}
