/** Commands of the simulated market as a person sees them, at a fixed time and at a terminal of some width. */
import { expect, vi } from "vitest";
import { runHere } from "./in-process.js";

/** A Friday on which the market has closed early, at 19:00 in Berlin. */
const NOW = new Date("2026-11-27T20:00:00Z");
const HERE = { LANG: "en_US.UTF-8", TZ: "Europe/Berlin", STORE_URL: "memory:" };

/** Returns the lines on the screen, stdout and stderr as they come. */
export async function seen(command: string, columns: number, env: Record<string, string> = {}): Promise<string> {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  try {
    const { screen } = await runHere([...command.split(" "), "--demo"], { ...HERE, ...env }, columns);
    // No value in a sentence is left as it is kept.
    expect(screen).not.toMatch(/[\uFDD2\uFDD3]/);
    return `\n${screen.trimEnd().replaceAll("\u00a0", " ")}\n`;
  } finally {
    vi.useRealTimers();
  }
}
