/** The share of upstream calls that a day of questions costs, compared with a plain cache: `npm run economy`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { GOAL } from "../economy/report.js";
import type { Figure } from "./figures.js";

/** Calls per 1,000 requests; the economy bench prints them, and runs on its own bundle and processes. */
export async function measureEconomy(): Promise<Figure[]> {
  const child = spawn(process.execPath, ["packaging/bench.mjs", "economy"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const printed = await text(child.stdout);
  await ended;
  const totalOf = (name: string) => Number(new RegExp(`^${name}(?: +\\d+){3} +(\\d+)`, "m").exec(printed)?.[1]);
  const [ours, baseline] = [totalOf("market-data-mcp"), totalOf("plain TTL cache")];
  return [
    {
      section: "Economy",
      name: "upstream calls / plain TTL cache",
      ours,
      baseline,
      unit: "calls per 1,000 requests",
      ratio: ours / baseline,
      goal: { atMost: GOAL },
      spread: undefined,
    },
  ];
}
