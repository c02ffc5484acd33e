import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareFolder, UnusableFolder } from "../../src/store/usable-folder.js";
import { temporaryFolder } from "../support/program.js";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => void (folder = temporaryFolder()));
afterEach(() => folder.remove());

describe("prepareFolder", () => {
  it("makes what is not there, and leaves nothing in it", () => {
    const path = join(folder.path, "new", "deeper");
    prepareFolder(path, ["a", "b"]);
    expect(readdirSync(path)).toEqual([]);
  });

  it("minds no file that may be read and written", () => {
    writeFileSync(join(folder.path, "a"), "kept");
    prepareFolder(folder.path, ["a"]);
    expect(readdirSync(folder.path)).toEqual(["a"]);
  });

  it("refuses a folder whose place is taken", () => {
    const path = join(folder.path, "taken");
    writeFileSync(path, "");
    expect(() => prepareFolder(path, [])).toThrow(UnusableFolder);
  });

  it("refuses when something else is in the place of a file", () => {
    mkdirSync(join(folder.path, "a"));
    expect(() => prepareFolder(folder.path, ["a"])).toThrow(UnusableFolder);
    expect(existsSync(join(folder.path, "a"))).toBe(true);
  });

  // To root everything may be read and written.
  it.skipIf(process.getuid?.() === 0).each([0o400, 0o200, 0o000])("refuses a file of mode %i", (mode) => {
    writeFileSync(join(folder.path, "a"), "", { mode });
    expect(() => prepareFolder(folder.path, ["a"])).toThrow(UnusableFolder);
  });
});
