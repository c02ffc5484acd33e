import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { open as openRaw } from "lmdb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CountWindow } from "../../src/contract/counters.js";
import { openLmdb } from "../../src/store/lmdb.js";
import { openStore, type OpenStore } from "../../src/store/open.js";
import { judge } from "../../src/store/sound-file.js";
import { temporaryFolder } from "../support/program.js";

const HOUR_MS = 3_600_000;
const FILE = () => join(folder.path, "store.lmdb");

let folder: ReturnType<typeof temporaryFolder>;
let close: (() => Promise<void>)[];

beforeEach(() => {
  folder = temporaryFolder();
  close = [];
});

afterEach(async () => {
  vi.useRealTimers();
  for (const end of close) await end();
  folder.remove();
});

/** Opens the store below the test's folder and closes it after the test. */
async function open(dataDir = folder.path): Promise<OpenStore & { warnings: string[] }> {
  const warnings: string[] = [];
  const store = await openStore({ storeUrl: undefined, dataDir }, (message) => warnings.push(message));
  close.push(store.close);
  return { ...store, warnings };
}

async function openAdapter() {
  const opened = await openLmdb(folder.path);
  close.push(opened.close);
  return opened.adapter;
}

/** Moves the wall clock only; the store's own timers go on. */
const later = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ["Date"] });

describe("the embedded store", () => {
  it("still has its values after a restart", async () => {
    const before = await open();
    await before.keyv.set("k", { price: 12.5, name: "株式会社" }, HOUR_MS);
    await before.close();
    close = [];
    const after = await open();
    expect(await after.keyv.get("k")).toEqual({ price: 12.5, name: "株式会社" });
    expect({ kind: after.kind, warnings: after.warnings }).toEqual({ kind: "disk", warnings: [] });
  });

  it("makes the folder it is told to use", async () => {
    const { keyv, kind } = await open(join(folder.path, "new", "deeper"));
    await keyv.set("k", "value", HOUR_MS);
    expect({ kind, value: await keyv.get("k") }).toEqual({ kind: "disk", value: "value" });
  });

  it("shows two openers each other's values", async () => {
    const [ours, theirs] = [await open(), await open()];
    await ours.keyv.set("k", "ours", HOUR_MS);
    await vi.waitFor(async () => expect(await theirs.keyv.get("k")).toBe("ours"));
    await theirs.keyv.set("k", "theirs", HOUR_MS);
    await vi.waitFor(async () => expect(await ours.keyv.get("k")).toBe("theirs"));
  });

  it("has no value any more when its time is over", async () => {
    const { keyv } = await open();
    await keyv.set("k", "value", 1000);
    expect(await keyv.get("k")).toBe("value");
    later(1001);
    expect(await keyv.get("k")).toBeUndefined();
  });

  it("does not answer with expired text even to a reader that does not look at expiry itself", async () => {
    const adapter = await openAdapter();
    await adapter.set("short", "value", 1000);
    await adapter.set("long", "value", HOUR_MS);
    later(1001);
    expect([await adapter.get("short"), await adapter.get("long")]).toEqual([undefined, "value"]);
  });

  it("sweeps what is over from the disk after opening, however much it is", async () => {
    const first = await openLmdb(folder.path);
    await Promise.all(Array.from({ length: 1200 }, (_, entry) => first.adapter.set(`short${entry}`, "value", 1000)));
    await first.adapter.set("long", "value", HOUR_MS);
    await first.close();
    later(1001);
    await openAdapter();
    const raw = openRaw({ path: FILE(), maxDbs: 4 });
    const cache = raw.openDB({ name: "cache", encoding: "string" });
    await vi.waitFor(() => expect([...cache.getKeys()]).toEqual(["long"]));
    await raw.close();
  });

  it("sweeps what is over while it runs, too", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
    const adapter = await openAdapter();
    const kept = async () => {
      const raw = openRaw({ path: FILE(), maxDbs: 4 });
      return [...raw.openDB({ name: "cache", encoding: "string" }).getKeys()];
    };
    await adapter.set("short", "value", 1000);
    await adapter.set("long", "value", 24 * HOUR_MS);
    expect(await kept()).toEqual(["long", "short"]);
    for (let hour = 0; hour < 3; hour++) {
      vi.advanceTimersByTime(HOUR_MS);
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await kept()).toEqual(["long"]);
  });

  it("forgets callers of whom nothing counts any more, and nobody else", async () => {
    const day: CountWindow = { name: "day", limit: 5, bucketMs: 24 * HOUR_MS };
    const minute: CountWindow = { name: "minute", limit: 5, bucketMs: 100, spanMs: 60_000 };
    const first = await openLmdb(folder.path);
    for (let caller = 0; caller < 20; caller++) await first.counters.take(`caller ${caller}`, [minute, day]);
    await first.counters.take("rolling", [{ ...day, spanMs: 30 * 24 * HOUR_MS }]);
    await first.close();
    later(2.5 * 24 * HOUR_MS);
    const second = await openLmdb(folder.path);
    close.push(second.close);
    await second.counters.take("caller 7", [minute, day]);
    const raw = openRaw({ path: FILE(), maxDbs: 4 });
    const counters = raw.openDB({ name: "counters", encoding: "string" });
    await vi.waitFor(() => expect([...counters.getKeys()]).toEqual(["caller 7", "rolling"]));
    expect((await second.counters.usage("rolling", [{ ...day, spanMs: 30 * 24 * HOUR_MS }]))[0]!.used).toBe(1);
    expect((await second.counters.usage("caller 7", [minute, day])).map(({ used }) => used)).toEqual([1, 1]);
  });

  it("answers a question that comes after the close with nothing, and lives on", async () => {
    const { adapter, close: end } = await openLmdb(folder.path);
    await adapter.set("k", "value", HOUR_MS);
    const closing = end();
    expect(await adapter.get("k")).toBeUndefined();
    await adapter.set("k", "other", HOUR_MS);
    await closing;
    expect(await adapter.get("k")).toBeUndefined();
  });

  it("does not keep what has a key longer than LMDB takes, and goes on", async () => {
    const { keyv } = await open();
    const long = "k".repeat(5000);
    await keyv.set(long, "value", HOUR_MS);
    expect(await keyv.get(long)).toBeUndefined();
    await keyv.set("k", "value", HOUR_MS);
    expect(await keyv.get("k")).toBe("value");
  });

  it("keeps what it deletes and clears gone", async () => {
    const { keyv } = await open();
    await keyv.set("a", 1, HOUR_MS);
    await keyv.set("b", 2, HOUR_MS);
    await keyv.delete("a");
    expect([await keyv.get("a"), await keyv.get("b")]).toEqual([undefined, 2]);
    await keyv.clear();
    expect(await keyv.get("b")).toBeUndefined();
  });

  it.each<[string, () => void]>([
    ["is no database", () => writeFileSync(FILE(), "this is no database\n".repeat(1000))],
    ["is a few bytes of junk", () => writeFileSync(FILE(), "junk")],
    ["is all zeros", () => writeFileSync(FILE(), Buffer.alloc(20_000))],
    ["was cut in the head", () => truncateSync(FILE(), 100)],
    ["was cut after the first page", () => truncateSync(FILE(), 4096)],
    ["was cut after the meta pages", () => truncateSync(FILE(), 8192)],
    ["lost all pages but the first two", () => writeFileSync(FILE(), readFileSync(FILE()).fill(0, 8192))],
    ["has junk for its second page", () => writeFileSync(FILE(), readFileSync(FILE()).fill(0x41, 4096, 8192))],
  ])("moves a file aside that %s, with one warning, and starts a new one", async (_what, damage) => {
    const sound = await open();
    await Promise.all(Array.from({ length: 100 }, (_, entry) => sound.keyv.set(`k${entry}`, "value", HOUR_MS)));
    await sound.close();
    close = [];
    damage();
    const { keyv, kind, warnings } = await open();
    expect({ kind, warnings }).toEqual({
      kind: "disk",
      warnings: [`The store in ${folder.path} could not be read; it was moved aside and a new one started.`],
    });
    await keyv.set("k", "value", HOUR_MS);
    expect(await keyv.get("k")).toBe("value");
    const aside = readdirSync(folder.path).filter((name) => /^store\.lmdb\.unreadable-\d+$/.test(name));
    expect(aside).toHaveLength(1);
  });

  it("starts from an empty file, as a crash right after the start leaves it", async () => {
    writeFileSync(FILE(), "");
    const { keyv, kind, warnings } = await open();
    await keyv.set("k", "value", HOUR_MS);
    expect({ kind, warnings, value: await keyv.get("k") }).toEqual({ kind: "disk", warnings: [], value: "value" });
  });

  it("goes back to what was on disk when the machine lost its power before the rest was", async () => {
    const before = await open();
    await before.keyv.set("k", "value", HOUR_MS);
    await before.close();
    close = [];
    const bytes = readFileSync(FILE());
    const latest = bytes.readBigUInt64LE(4096 + 152) > bytes.readBigUInt64LE(152) ? 4096 : 0;
    const older = 4096 - latest;
    // One state more, whose pages were never written.
    bytes.copy(bytes, older + 24, latest + 24, latest + 160);
    bytes.writeBigUInt64LE(bytes.readBigUInt64LE(latest + 152) + 1n, older + 152);
    bytes.writeBigUInt64LE(bytes.readBigUInt64LE(latest + 144) + 1n, older + 144);
    bytes.writeBigUInt64LE(bytes.readBigUInt64LE(older + 144), older + 136);
    writeFileSync(FILE(), bytes);
    const { keyv, warnings } = await open();
    expect({ value: await keyv.get("k"), warnings }).toEqual({ value: "value", warnings: [] });
    await keyv.set("other", "value", HOUR_MS);
    expect(await keyv.get("other")).toBe("value");
  });

  it("is found sound at any moment while others write to it", async () => {
    const { keyv } = await open();
    const work = { goesOn: true };
    const write = async () => {
      for (let round = 0; work.goesOn; round++) {
        const length = (round * 7919) % 20_000;
        await Promise.all(
          Array.from({ length: 20 }, (_, entry) => keyv.set(`k${round % 50} ${entry}`, "v".repeat(length), HOUR_MS)),
        );
      }
    };
    const written = write();
    const found = new Set<string>();
    for (let look = 0; look < 300; look++) found.add((await judge(FILE())).soundness);
    work.goesOn = false;
    await written;
    expect([...found]).toEqual(["sound"]);
  });

  it("goes on in memory when the folder cannot be used, with one warning", async () => {
    const occupied = join(folder.path, "occupied");
    writeFileSync(occupied, "a file where the folder should be");
    const { keyv, kind, warnings } = await open(occupied);
    expect({ kind, warnings }).toEqual({
      kind: "memory",
      warnings: [`DATA_DIR ${occupied} cannot be used; going on in memory, nothing is kept over a restart.`],
    });
    await keyv.set("k", "value", HOUR_MS);
    expect(await keyv.get("k")).toBeUndefined();
  });

  // To root every folder is writable.
  it.skipIf(process.getuid?.() === 0)("goes on in memory when the folder is read-only, with one warning", async () => {
    const readOnly = join(folder.path, "read-only");
    mkdirSync(readOnly, { mode: 0o500 });
    const { kind, warnings } = await open(readOnly);
    expect({ kind, warnings: warnings.length }).toEqual({ kind: "memory", warnings: 1 });
  });
});

describe("openStore", () => {
  it("keeps nothing on disk when told to use memory", async () => {
    const dataDir = join(folder.path, "unused");
    const { kind } = await openStore({ storeUrl: "memory:", dataDir }, () => {});
    expect({ kind, touched: existsSync(dataDir) }).toEqual({ kind: "memory", touched: false });
  });

  it("opens at once, warns of nothing and closes in time when nobody is at the Redis address", async () => {
    const warnings: string[] = [];
    const location = { storeUrl: "redis://127.0.0.1:1/0", dataDir: folder.path };
    const { kind, keyv, close: end } = await openStore(location, (message) => warnings.push(message));
    keyv.on("error", () => {});
    expect({ kind, warnings }).toEqual({ kind: "redis", warnings: [] });
    await end();
  });
});
