/** Checks of the `doctor` command on this machine: Node version, store, keys file. */
import type { Config } from "../../config/config.js";
import type { Misspelt } from "../../config/misspelt-variables.js";
import { KeysFileError, readKeysFile } from "../../access/keys-file.js";
import { within } from "../../lib/within.js";
import { NO_HOME, openStore, type OpenStore } from "../../store/open.js";

/** `fail`: a person has to fix it; `note`: a remark; `skipped`: not checked. */
type State = "ok" | "note" | "fail" | "skipped";

/** One result of the `doctor` command. */
export interface Check {
  name: string;
  state: State;
  /** The finding. */
  found: string;
  /** The same for people; `null` where another check says it. */
  shown?: Shown | null;
  /** How to fix it. */
  fix?: string;
}

/** A check for people: those of one provider have the vendor's name, and are one line if all is well. */
interface Shown {
  name: string;
  found?: string;
  /** Whether the finding says it all. */
  needsNoFix?: boolean;
  /** Whether it is said only beside another finding on the same provider. */
  isMinor?: boolean;
}

/** Creates a check without problems. */
export function ok(name: string, found: string, shown?: Shown): Check {
  return { name, state: "ok", found, ...(shown && { shown }) };
}

/** Creates a check with a problem and the advice to fix it. */
export function advise(state: "note" | "fail", name: string, found: string, fix: string): Check {
  return { name, state, found, fix };
}

/** Time limit of the store check in milliseconds, longer than the server's limit for one operation. */
const STORE_MS = 2_000;
const PROBE_KEY = "doctor";

/**
 * The last day on which a major version of Node gets security fixes.
 *
 * @see https://github.com/nodejs/release#release-schedule
 */
const FIXED_UNTIL: Readonly<Record<string, string>> = {
  20: "2026-04-30",
  21: "2024-06-01",
  22: "2027-04-30",
  23: "2025-06-01",
  24: "2028-04-30",
  25: "2026-06-01",
};

/** Checks this Node version against `range`, as in package.json: `>=20.19`; notes when it gets no more security fixes. */
export function checkNode(version: string, range: string, today = new Date()): Check {
  const wanted = range.replace(/^\D+/, "");
  const bare = version.replace(/^v/, "");
  if (compare(bare, wanted) < 0) return advise("fail", "Node", version, `Install Node ${wanted} or newer.`);
  const last = FIXED_UNTIL[bare.split(".", 1)[0]!];
  if (last === undefined || today.toISOString().slice(0, 10) <= last) return ok("Node", version);
  return advise("note", "Node", `${version} gets no more security fixes since ${last}`, "Install Node 22 or 24.");
}

/**
 * Returns a check for each variable that looks like a setting, a note where it may belong to another program, and for each
 * one whose value is `ignored`, as these sentences say.
 */
export function checkVariables(misspelt: readonly Misspelt[], ignored: readonly string[]): Check[] {
  const notes = ignored.map((sentence) =>
    advise("note", "Settings", sentence, "Correct or remove it; over HTTP some stop the start."),
  );
  const unknown = misspelt.map(({ variable, meant, isOurs }) => {
    const fix = meant === undefined ? "Remove it; --help lists all settings." : `Rename it to ${meant}.`;
    return advise(isOurs ? "fail" : "note", "Settings", `${variable} is not a setting`, fix);
  });
  return [...unknown, ...notes];
}

/** Checks that the store returns a value that was written to it. */
export async function checkStore({ storeUrl, dataDir }: Pick<Config, "storeUrl" | "dataDir">): Promise<Check> {
  const name = "Store";
  const warnings: string[] = [];
  const store = await openStore({ storeUrl, dataDir }, (message) => warnings.push(message));
  try {
    if (store.kind === "redis") {
      const where = new URL(storeUrl!).host;
      if (await keepsValue(store)) return ok(name, `Redis at ${where} answers`);
      const fix =
        "Start it, or correct STORE_URL: host, port, password. Until then each process counts only its own calls.";
      return advise("fail", name, `Redis at ${where} cannot be used`, fix);
    }
    if (store.kind === "memory" && storeUrl !== undefined) return ok(name, "in memory; data is lost at a restart");
    if (store.kind === "disk" && (await keepsValue(store))) {
      if (warnings.length === 0) return ok(name, `${dataDir} can be written`);
      return { name, state: "note", found: warnings.join(" ") };
    }
    if (dataDir === undefined) {
      return advise("note", name, NO_HOME, "Set DATA_DIR to a folder that this user may write.");
    }
    if (store.lacksSqlite) {
      const found = "in memory, because the embedded store cannot be loaded here; data is lost at a restart";
      return advise(
        "note",
        name,
        found,
        "Use Node 22.13 or later, install without --omit=optional, or set STORE_URL=redis://host:port/db.",
      );
    }
    const fix = "Set DATA_DIR to a folder that this user may write and that has room, or STORE_URL=memory:.";
    return advise("fail", name, `DATA_DIR ${dataDir} cannot be used`, fix);
  } finally {
    await store.close();
  }
}

/** Checks the file of inbound keys; returns no check when there is none. */
export function checkKeysFile(path: string | undefined): Check[] {
  if (path === undefined) return [];
  try {
    const warnings: string[] = [];
    readKeysFile(path, (message) => warnings.push(message));
    if (warnings.length > 0) return [{ name: "Inbound keys", state: "note", found: warnings.join(" ") }];
    return [ok("Inbound keys", `${path} can be used by this user`)];
  } catch (error) {
    if (!(error instanceof KeysFileError)) throw error;
    return [advise("fail", "Inbound keys", error.message, "docs/keys-and-plans.md shows how to make one.")];
  }
}

/** Whether the store returns a value that was just written to it, within the time limit. */
async function keepsValue({ keyv }: OpenStore): Promise<boolean> {
  // Without a listener, an `error` event would end the process.
  keyv.on("error", () => {});
  const value = String(Math.random());
  const stored = keyv.set(PROBE_KEY, value, STORE_MS).then(() => keyv.get<string>(PROBE_KEY));
  return (await within(STORE_MS, stored).catch(() => undefined))?.value === value;
}

function compare(one: string, other: string): number {
  const [left, right] = [one, other].map((text) => text.split(".").map((part) => Number.parseInt(part, 10)));
  const at = right!.findIndex((part, index) => part !== (left![index] ?? 0));
  return at < 0 ? 0 : (left![at] ?? 0) - right![at]!;
}
