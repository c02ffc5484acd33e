/** A machine without SQLite: Node does not have it, and libsql has no build for the platform. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openStore } from "../../src/store/open.js";
import { temporaryFolder } from "../support/program.js";

vi.mock("libsql", () => {
  throw new Error("No native build was found");
});

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
});
afterEach(() => folder.remove());

async function open() {
  const warnings: string[] = [];
  const store = await openStore({ storeUrl: undefined, dataDir: folder.path }, (message) => warnings.push(message));
  await store.close();
  return { kind: store.kind, warnings };
}

it("continues in memory when the embedded store cannot be loaded, and states the consequences", async () => {
  const { kind, warnings } = await open();
  expect(kind).toBe("memory");
  expect(warnings).toEqual([expect.stringMatching(/cannot be loaded.*counted quotas are lost.*STORE_URL/)]);
});

it("does not touch the store of an installation with a native build", async () => {
  writeFileSync(join(folder.path, "store.sqlite"), "");
  await open();
  expect(readdirSync(folder.path)).toEqual(["store.sqlite"]);
});
