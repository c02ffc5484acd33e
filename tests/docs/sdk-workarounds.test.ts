/** The list of workarounds names existing files. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const LIST = read("docs/architecture.md");

describe("docs/architecture.md", () => {
  it.each(["@modelcontextprotocol/sdk", "got", "zod"])("was reviewed with the installed version of %s", (name) => {
    const { version } = JSON.parse(read(`node_modules/${name}/package.json`)) as { version: string };
    const outdated = LIST.includes(`\`${name}\` ${version}`)
      ? []
      : [`go through the rows, then write ${version} there`];
    expect(outdated).toEqual([]);
  });

  it("names existing files", () => {
    const files = [...LIST.matchAll(/`((?:src|packaging|tests)\/[\w./-]+)`/g)].map(([, path]) => path!);
    expect(files.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
  });

  it("has a row for each plugin of the build that changes a package", () => {
    const build = read("packaging/rolldown.config.mjs");
    const plugins = [...build.matchAll(/^function (\w+)\(\) \{\n(.*?)^\}/gms)];
    const changing = plugins.filter(
      ([, name, body]) => name !== "replaceModule" && /\btransform\(|\bresolveId:|\breplaceModule\(/.test(body!),
    );
    const rows = [...LIST.split("## In the build")[1]!.matchAll(/^\| `(\w+)`/gm)].map(([, plugin]) => plugin);
    expect(rows.toSorted()).toEqual(changing.map(([, name]) => name).toSorted());
  });
});
