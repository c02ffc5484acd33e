/** `market-data-mcp keys list --usage`: the calls of each inbound key, read where the plans of servers count them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readKeyUsage } from "../../access/plans.js";
import type { Config } from "../../config/config.js";
import type { InboundKey } from "../../contract/caller.js";
import type { Counters } from "../../contract/store.js";
import { within } from "../../lib/within.js";
import { openStore } from "../../store/open.js";
import { FILE } from "../../store/sqlite-file.js";
import { toTable } from "../pages/named-table.js";
import type { Terminal } from "../pages/terminal.js";

/** Time limit in milliseconds for reading all counts. */
const READ_MS = 10_000;
const SAME_SETTINGS = "Run this as the user of the server, with its STORE_URL or DATA_DIR.";

type Location = Pick<Config, "storeUrl" | "dataDir" | "demo">;

/** Lists the keys with their calls; returns the exit code: 1 when the counts cannot be read, with the reason on stderr. */
export async function listKeyUsage(
  keys: readonly InboundKey[],
  location: Location,
  json: boolean,
  terminal: Terminal,
): Promise<number> {
  const found = await readAll(keys, location);
  if (typeof found === "string") {
    terminal.err(`${found}\n`);
    return 1;
  }
  const rows = keys.map(({ id, plan }, at) => ({ id, plan, ...found[at] }));
  const text = json
    ? JSON.stringify(
        rows.map(({ today, days30, ...key }) => ({ ...key, calls_today: today, calls_30_days: days30 })),
        null,
        2,
      )
    : toTable(
        rows.map(({ today, days30, ...key }) => ({ ...key, "calls today": today, "calls in 30 days": days30 })),
        ["id", "plan", "calls today", "calls in 30 days"],
        terminal.columns,
      ).join("\n");
  terminal.out(rows.length > 0 || json ? `${text}\n` : "no keys\n");
  return 0;
}

/** Returns the usage of each key, or a sentence that says why it cannot be read. */
async function readAll(keys: readonly InboundKey[], { demo, dataDir, storeUrl: set }: Location) {
  const storeUrl = set ?? (demo ? "memory:" : undefined);
  if (storeUrl === undefined && dataDir !== undefined && !existsSync(join(dataDir, FILE)))
    return `There are no counts in ${dataDir}. ${SAME_SETTINGS}`;
  const warnings: string[] = [];
  const store = await openStore({ storeUrl, dataDir, demo }, (message) => warnings.push(message));
  // Without a listener, an `error` event would end the process.
  store.keyv.on("error", () => {});
  try {
    if (store.kind === "memory") {
      const why = warnings.join(" ") || "Each server counts in its own memory, where this command cannot read.";
      return `${why} Calls can be listed with STORE_URL=redis://… or with DATA_DIR.`;
    }
    const read = readEach(keys, store.counters);
    const usage = await within(READ_MS, read).catch(() => undefined);
    return usage?.value ?? `The store cannot be read. ${SAME_SETTINGS}`;
  } finally {
    await store.close();
  }
}

function readEach(keys: readonly InboundKey[], counters: Counters) {
  return Promise.all(keys.map((key) => readKeyUsage(counters, key)));
}
