/** The entries of this program in the configuration of hosts, as `doctor` checks them and `install` writes them. */
import { chmodSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { checkEntries } from "../../../src/cli/install/entries.js";
import { toProgramLaunch } from "../../../src/cli/install/launch.js";
import { temporaryFolder } from "../../support/program.js";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const inFolder = (...names: string[]) => join(folder.path, ...names);
const WORDS = { demo: false, http: undefined, toolsets: undefined };

describe("the entries of hosts", () => {
  const machine = { platform: "linux", home: folder.path, env: {}, namesIn: () => [] } as const;
  mkdirSync(inFolder(".cursor"));
  mkdirSync(inFolder("dist"));
  for (const name of ["node", "dist/index.js"]) writeFileSync(inFolder(name), "");
  chmodSync(inFolder("node"), 0o755);
  const write = (entry: object) =>
    writeFileSync(inFolder(".cursor", "mcp.json"), JSON.stringify({ mcpServers: { "market-data": entry } }));

  it("are checked where this program has one, and fail where Node or the program is gone", () => {
    expect(checkEntries(machine)).toEqual([]);
    write({ command: inFolder("node"), args: [inFolder("dist", "index.js")] });
    expect(checkEntries(machine)).toMatchObject([{ name: "Entry of Cursor", state: "ok" }]);
    for (const gone of ["node", "dist/index.js"]) {
      rmSync(inFolder(gone));
      const [check, ...others] = checkEntries(machine);
      expect([others, check]).toMatchObject([[], { state: "fail", fix: "Run install cursor again." }]);
      expect(check!.found).toContain(inFolder(gone));
      writeFileSync(inFolder(gone), "", { mode: 0o755 });
    }
  });

  it("of another program, and in a file that cannot be read, are left to their owners", () => {
    writeFileSync(inFolder("market-data-mcp"), "");
    for (const args of [
      ["server.js"],
      ["-y", "market-data-mcp"],
      ["ghcr.io/a/market-data-mcp"],
      [inFolder("market-data-mcp")],
    ]) {
      write({ command: "/gone/other", args });
      expect(checkEntries(machine)).toEqual([]);
    }
    writeFileSync(inFolder(".cursor", "mcp.json"), "{");
    expect(checkEntries(machine)).toEqual([]);
  });
});

describe("the paths of an entry", () => {
  it("are the links by which Node and the program were reached, which an upgrade changes", () => {
    mkdirSync(inFolder("bin"));
    symlinkSync(process.execPath, inFolder("bin", "node"));
    symlinkSync(inFolder("dist", "index.js"), inFolder("bin", "market-data-mcp"));
    const launch = toProgramLaunch(WORDS, inFolder("bin", "market-data-mcp"), {}, `relative:${inFolder("bin")}`);
    expect([launch.command, launch.args]).toEqual([inFolder("bin", "node"), [inFolder("bin", "market-data-mcp")]]);
  });

  it("are those of the running Node where another one comes first", () => {
    const launch = toProgramLaunch(WORDS, inFolder("dist", "index.js"), {}, folder.path);
    expect([launch.command, launch.args]).toEqual([process.execPath, [realpathSync(inFolder("dist", "index.js"))]]);
  });
});
