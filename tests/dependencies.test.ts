/** packaging/DEPENDENCIES.md, package.json and the lock file say the same. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "../src/contract/schema.js";

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const versions = z.record(z.string());
const manifest = z
  .object({ dependencies: versions, devDependencies: versions, overrides: versions })
  .parse(JSON.parse(read("package.json")));
const lock = z
  .object({ packages: z.record(z.object({ hasInstallScript: z.boolean().optional(), dev: z.boolean().optional() })) })
  .parse(JSON.parse(read("package-lock.json")));
const page = read("packaging/DEPENDENCIES.md");

/** First cells of the table under a heading. */
function namedUnder(heading: string): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name!);
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

describe("packaging/DEPENDENCIES.md", () => {
  it.each([
    ["Runtime", manifest.dependencies],
    ["Development", manifest.devDependencies],
  ])("names under %s what package.json does, no more and no less, in its order", (heading, wanted) => {
    expect(namedUnder(heading)).toEqual(Object.keys(wanted));
  });

  it("names the version of each pinned tool and of each override", () => {
    const pinned = Object.entries({ ...manifest.devDependencies, ...manifest.overrides }).filter(([name]) =>
      ["oxfmt", "oxlint", "rolldown", "msgpackr-extract"].includes(name),
    );
    expect(pinned).toHaveLength(4);
    for (const [name, version] of pinned) {
      expect(version).toMatch(/^\d/);
      expect(page).toMatch(new RegExp(`\`${name}\`[^.]*? ${version.replaceAll(".", "\\.")}`));
    }
  });

  it("marks as exact what package.json has as exact", () => {
    const exact = Object.entries(manifest.devDependencies).filter(([, version]) => /^\d/.test(version));
    const marked = [...page.matchAll(/^\| `([^`]+)` +\|.*\bExact\b/gm)].map(([, name]) => name);
    expect(marked).toEqual(exact.map(([name]) => name));
  });

  it("says of each package with an install script why it is not needed", () => {
    const scripted = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path));
    expect(namedUnder("Install scripts")).toEqual([...new Set(scripted)].toSorted());
  });
});
