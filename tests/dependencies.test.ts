/** packaging/DEPENDENCIES.md, package.json and the lock file say the same. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "../src/contract/schema.js";

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const versions = z.record(z.string());
const manifest = z
  .object({ optionalDependencies: versions, devDependencies: versions, overrides: z.record(z.unknown()) })
  .parse(JSON.parse(read("package.json")));
const lock = z
  .object({ packages: z.record(z.object({ hasInstallScript: z.boolean().optional(), dev: z.boolean().optional() })) })
  .parse(JSON.parse(read("package-lock.json")));
const page = read("packaging/DEPENDENCIES.md");

/** The package of an import that is neither ours nor Node's. */
const PACKAGE = /^(?!node:)(@[\w.-]+\/)?[a-z][\w-]*/;

/** First cells of the table under a heading. */
function namedUnder(heading: string): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name!);
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

describe("packaging/DEPENDENCIES.md", () => {
  it("lists exactly the packages of package.json, in the same order", () => {
    expect(namedUnder("Runtime")).toEqual(Object.keys(manifest.optionalDependencies));
    const development = [...namedUnder("Bundled"), ...namedUnder("Development")];
    expect(development.toSorted()).toEqual(Object.keys(manifest.devDependencies).toSorted());
    for (const heading of ["Bundled", "Development"]) {
      const named = namedUnder(heading);
      expect(named).toEqual(named.toSorted());
    }
  });

  it("marks as bundled exactly the packages that the built program imports", () => {
    const files = readdirSync(new URL("../src", import.meta.url), { recursive: true, encoding: "utf8" });
    const imports = files
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [...read(`src/${file}`).matchAll(/(?:\bfrom|^import|\bimport\()\s*"([^"]+)"/gm)]);
    const packages = imports.map(([, name]) => PACKAGE.exec(name!)?.[0]).filter((name) => name !== undefined);
    const shipped = [...namedUnder("Runtime"), ...namedUnder("Bundled")];
    expect([...new Set(packages)].toSorted()).toEqual(shipped.toSorted());
  });

  it("states the version of each pinned tool", () => {
    const pinned = Object.entries({ ...manifest.devDependencies, ...manifest.overrides }).filter(([name]) =>
      ["oxfmt", "oxlint", "rolldown"].includes(name),
    );
    expect(pinned).toHaveLength(3);
    for (const [name, version] of pinned) {
      expect(version).toMatch(/^\d/);
      expect(page).toMatch(new RegExp(`\`${name}\`[^.]*? ${String(version).replaceAll(".", "\\.")}`));
    }
  });

  it("marks exact versions as package.json does", () => {
    const exact = Object.entries(manifest.devDependencies).filter(([, version]) => /^(npm:.*@)?\d/.test(version));
    const marked = [...page.matchAll(/^\| `([^`]+)` +\|.*\bExact\b/gm)].map(([, name]) => name);
    expect(marked.toSorted()).toEqual(exact.map(([name]) => name).toSorted());
  });

  it("explains for each install script why it need not run", () => {
    const scripted = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path));
    expect(namedUnder("Install scripts")).toEqual([...new Set(scripted)].toSorted());
  });
});
