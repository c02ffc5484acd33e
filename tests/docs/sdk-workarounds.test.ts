/** The list of workarounds names existing files. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const LIST = read("docs/architecture.md");

describe("docs/architecture.md", () => {
  it.each(["@modelcontextprotocol/sdk", "got"])("was reviewed with the installed version of %s", (name) => {
    const { version } = JSON.parse(read(`node_modules/${name}/package.json`)) as { version: string };
    const outdated = LIST.includes(`\`${name}\` ${version}`)
      ? []
      : [`go through the rows, then write ${version} there`];
    expect(outdated).toEqual([]);
  });

  it("names existing files and build plugins", () => {
    const files = [...LIST.matchAll(/`((?:src|packaging|tests)\/[\w./-]+)`/g)].map(([, path]) => path!);
    expect(files.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
    const build = read("packaging/rolldown.config.mjs");
    const plugins = [...LIST.split("## In the build")[1]!.matchAll(/^\| `(\w+)`/gm)].map(([, plugin]) => plugin!);
    expect(plugins.filter((plugin) => !build.includes(`function ${plugin}(`))).toEqual([]);
    expect(plugins).toHaveLength(3);
  });
});
