/** The embedded store's file: permissions, and recovery when it is damaged, deleted or of another version. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CountWindow } from "../../src/contract/store.js";
import type { SharedPause } from "../../src/contract/channels.js";
import { createTidy } from "../../src/store/sqlite-database.js";
import { createSqliteCounters } from "../../src/store/sqlite.js";
import { createSqlitePauses, openSqlite } from "../../src/store/sqlite.js";
import { FILE, openStoreFile, type StoreFile } from "../../src/store/sqlite-file.js";
import { temporaryFolder } from "../support/program.js";

const day: CountWindow = { name: "day", limit: 10, bucketMs: 86_400_000 };

let folder: ReturnType<typeof temporaryFolder>;
let opened: StoreFile[];
let warnings: string[];
beforeEach(() => {
  folder = temporaryFolder();
  opened = [];
  warnings = [];
});
afterEach(async () => {
  for (const file of opened) await file.close();
  folder.remove();
});

async function open(path = folder.path): Promise<StoreFile> {
  const file = await openStoreFile(path, (message) => warnings.push(message));
  opened.push(file);
  return file;
}
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const passed = async (file: StoreFile, calls: number) => {
  const counters = createSqliteCounters(file);
  let ok = 0;
  for (let call = 0; call < calls; call++) if ((await counters.take("k", [day])).ok) ok++;
  return ok;
};

describe("a new store", () => {
  it.skipIf(process.platform === "win32")("can be read by its owner only, also its write-ahead log", async () => {
    const path = join(folder.path, "new", "deeper");
    await passed(await open(path), 1);
    expect([path, join(folder.path, "new")].map(modeOf)).toEqual(["700", "700"]);
    const files = readdirSync(path).map((name) => [name, modeOf(join(path, name))]);
    expect(files).toContainEqual([FILE, "600"]);
    expect(files.filter(([, mode]) => mode !== "600")).toEqual([]);
  });

  it("is not created through a symbolic link", async () => {
    const target = join(folder.path, "target");
    writeFileSync(target, "precious");
    mkdirSync(join(folder.path, "data"));
    symlinkSync(target, join(folder.path, "data", FILE));
    await expect(open(join(folder.path, "data"))).rejects.toThrow("is not a file");
    expect(readFileSync(target, "utf8")).toBe("precious");
    expect(readdirSync(join(folder.path, "data"))).toEqual([FILE]);
  });
});

describe("a store that cannot be read", () => {
  it("is renamed when it is not a database, and a new one is created", async () => {
    writeFileSync(join(folder.path, FILE), "junk".repeat(10_000));
    expect(await passed(await open(), 1)).toBe(1);
    expect(warnings).toEqual([expect.stringContaining("moved aside")]);
    expect(readFileSync(join(folder.path, `${FILE}.unreadable`), "utf8")).toContain("junkjunk");
  });

  it("is moved aside, with all its tables, when it is of another program or version", async () => {
    const file = await open();
    for (const sql of ["DROP TABLE counts", "CREATE TABLE things (name TEXT)", "PRAGMA user_version = 999"]) {
      file.prepare(sql).run();
    }
    file.prepare("INSERT INTO things VALUES ('precious')").run();
    await file.close();
    expect(await passed(await open(), 12)).toBe(10);
    expect(warnings).toEqual([expect.stringContaining("moved aside")]);
    expect(readFileSync(join(folder.path, `${FILE}.unreadable`), "utf8")).toContain("precious");
  });

  it("is left unlocked by a process of an earlier version, whose own steps fail", async () => {
    const earlier = await open();
    await passed(earlier, 1);
    for (const suffix of ["", "-wal", "-shm"]) rmSync(join(folder.path, FILE + suffix), { force: true });
    const later = await open();
    later.prepare("PRAGMA user_version = 999").run();
    await expect(passed(earlier, 1)).rejects.toThrow("lost");
    expect(await passed(later, 12)).toBe(10);
  });

  it("is replaced while it is in use, and no step fails", async () => {
    const file = await open();
    for (let call = 0; call < 300; call++) await createSqliteCounters(file).take(`k${call}`, [day]);
    await file.close();
    const bytes = readFileSync(join(folder.path, FILE));
    writeFileSync(join(folder.path, FILE), bytes.fill(0x41, 4_096));
    expect(await passed(await open(), 12)).toBe(10);
    expect(warnings).toEqual([expect.stringContaining("moved aside")]);
  });
});

describe("a folder that is deleted while processes use it", () => {
  it("is created again, and all processes count in the new file", async () => {
    const [first, second] = [await open(), await open()];
    expect(await passed(first, 6)).toBe(6);
    rmSync(folder.path, { recursive: true });
    expect([await passed(first, 3), await passed(second, 2)]).toEqual([3, 2]);
    expect([await passed(first, 20), await passed(second, 20)]).toEqual([5, 0]);
    expect(warnings).toEqual([1, 2].map(() => expect.stringContaining("deleted or replaced")));
    await first.close();
    // Closing the first did not remove anything from the file that the second uses.
    expect(existsSync(join(folder.path, `${FILE}-wal`))).toBe(true);
    expect(await passed(await open(), 1)).toBe(0);
  });

  it("is used as soon as another process that is writing to the new file is done", async () => {
    const first = await open();
    rmSync(folder.path, { recursive: true });
    const writing = await open();
    expect(await passed(writing, 6)).toBe(6);
    writing.prepare("BEGIN IMMEDIATE").run();
    const counted = passed(first, 20);
    await new Promise((resolve) => setTimeout(resolve, 50));
    writing.prepare("COMMIT").run();
    expect(await counted).toBe(4);
  });
});

describe("an expired row", () => {
  it("is deleted with later writes", async () => {
    const { adapter, close } = await openSqlite(folder.path, () => {});
    await adapter.set("v1:short", "text", 1);
    await adapter.set("v1:long", "text", 60_000);
    for (let write = 0; write < 60; write++) await adapter.set("v1:other", "text", 60_000);
    await close();
    const file = await open();
    expect(
      file
        .prepare("SELECT key FROM answers ORDER BY key")
        .all()
        .map((row) => row["key"]),
    ).toEqual(["v1:long", "v1:other"]);
  });
});

describe("the counts of a key", () => {
  it("expire at the end of the day of its latest call", async () => {
    let now = 0.5 * day.bucketMs;
    const file = await openStoreFile(
      folder.path,
      () => {},
      () => now,
    );
    opened.push(file);
    const expiries: unknown[] = [];
    for (const days of [0.5, 0.6, 1.5]) {
      now = days * day.bucketMs;
      await passed(file, 1);
      expiries.push(file.prepare("SELECT expires FROM counts").get()!["expires"]);
    }
    expect(expiries).toEqual([1, 1, 2].map((days) => days * day.bucketMs));
  });
});

describe("a store at its size limit", () => {
  it("deletes the answers that were not used for longest, and never counts", async () => {
    const file = await open();
    const keep = file.prepare("INSERT INTO answers VALUES (?, 'text', ?, ?)");
    for (let answer = 0; answer < 150; answer++) keep.run(`a${answer}`, Date.now() + 60_000, answer);
    await passed(file, 1);
    const tidy = createTidy((sql) => file.prepare(sql), Date.now, 1);
    const rows = (table: string) => file.prepare(`SELECT * FROM ${table}`).all().length;
    tidy();
    expect([rows("answers"), rows("counts")]).toEqual([70, 1]);
    expect(file.prepare("SELECT min(used) AS oldest FROM answers").get()!["oldest"]).toBe(80);
    for (let step = 0; step < 2; step++) tidy();
    expect([rows("answers"), rows("counts")]).toEqual([0, 1]);
  });
});

describe("pauses in the embedded store", () => {
  it("reach other processes, those that start later included, with the time that is left", async () => {
    const pause = { provider: "provider-a", scope: "/quote", ms: 60_000, reason: "rate_limited" } as const;
    const [one, other, later] = [await open(), await open(), await open()];
    const received: SharedPause[] = [];
    createSqlitePauses(other).subscribe(
      (news) => received.push(news),
      () => {},
    );
    await createSqlitePauses(one).publish(pause);
    await createSqlitePauses(one).publish({ ...pause, ms: 10 });
    await expect.poll(() => received).not.toEqual([]);
    createSqlitePauses(later).subscribe(
      (news) => received.push(news),
      () => {},
    );
    expect(received.map(({ provider, scope, reason }) => [provider, scope, reason])).toEqual(
      received.map(() => ["provider-a", "/quote", "rate_limited"]),
    );
    expect(received.every(({ ms }) => ms > 50_000 && ms <= 60_000)).toBe(true);
  });
});
