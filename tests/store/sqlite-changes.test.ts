/** Changes of several callers in one transaction of the embedded store. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CountWindow } from "../../src/contract/store.js";
import { createBoundedCounters } from "../../src/store/bounded.js";
import { createMemoryCounters } from "../../src/store/memory.js";
import { createSqliteCounters } from "../../src/store/sqlite.js";
import { openStoreFile, type StoreFile } from "../../src/store/sqlite-file.js";
import { createStoreGuard } from "../../src/store/store-guard.js";
import { temporaryFolder } from "../support/program.js";

const day: CountWindow = { name: "day", limit: 10, bucketMs: 86_400_000 };

let folder: ReturnType<typeof temporaryFolder>;
let opened: StoreFile[];
beforeEach(() => {
  folder = temporaryFolder();
  opened = [];
});
afterEach(async () => {
  for (const file of opened) await file.close();
  folder.remove();
});

async function open(): Promise<StoreFile> {
  const file = await openStoreFile(folder.path, () => {});
  opened.push(file);
  return file;
}

describe("changes that are made at the same moment", () => {
  const BAD_LEASE = "INSERT INTO leases VALUES ('k', 'me', 'never')";

  it("count a call exactly once when another one of them fails", async () => {
    const file = await open();
    const counters = createSqliteCounters(file);
    const lease = file.prepare(BAD_LEASE);
    const settled = await Promise.allSettled([
      counters.take("k", [day]),
      file.change(() => lease.run()),
      counters.take("k", [day]),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await createSqliteCounters(await open()).usage("k", [day]))[0]!.used).toBe(2);
  });

  it("keep a shared limit exact, although some of them fail", async () => {
    const files = [await open(), await open()];
    const taken = await Promise.all(
      files.flatMap((file) => {
        const bounded = createBoundedCounters(createSqliteCounters(file), createMemoryCounters(), createStoreGuard());
        const lease = file.prepare(BAD_LEASE);
        return Array.from({ length: 20 }, () => {
          file.change(() => lease.run()).catch(() => {});
          return bounded.take("k", [day]);
        });
      }),
    );
    expect(taken.filter(({ ok }) => ok)).toHaveLength(day.limit);
  });

  it("are committed before the file is closed, even if another process holds a lock for a moment", async () => {
    const [file, other] = [await open(), await open()];
    const taken = createSqliteCounters(file).take("k", [day]);
    other.prepare("BEGIN IMMEDIATE").run();
    const closed = file.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    other.prepare("COMMIT").run();
    await closed;
    expect((await taken).ok).toBe(true);
    expect((await createSqliteCounters(other).usage("k", [day]))[0]!.used).toBe(1);
  });
});
