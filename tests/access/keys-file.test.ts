/** The keys file of a running server. */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { followKeysFile } from "../../src/access/keys-file.js";
import type { Logger } from "../../src/lib/log.js";
import { SILENT } from "../support/fakes.js";
import { temporaryFolder } from "../support/program.js";

const folder = temporaryFolder();
afterAll(() => folder.remove());

it("is reported each minute for as long as it cannot be used", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
    process.removeAllListeners("SIGHUP");
  });
  const path = join(folder.path, "keys.json");
  writeFileSync(path, "[]", { mode: 0o600 });
  const error = vi.fn<Logger["error"]>();
  const onNew = vi.fn<() => void>();
  followKeysFile(path, { ...SILENT, error }, onNew);

  renameSync(path, `${path}.away`);
  process.emit("SIGHUP");
  await expect.poll(() => error.mock.calls.length).toBe(1);
  const message = `API_KEYS_FILE ${path} does not exist; market-data-mcp keys add creates it. The previous keys stay valid.`;
  expect(error.mock.calls).toEqual([[{ event: "keys", message }]]);
  for (const count of [2, 3]) {
    await vi.advanceTimersByTimeAsync(60_000);
    await expect.poll(() => error.mock.calls.length).toBe(count);
  }

  renameSync(`${path}.away`, path);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(() => onNew.mock.calls.length).toBe(1);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(error).toHaveBeenCalledTimes(3);
});
