/** The release workflow runs scripts that exist, and the registry would take the package. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { z } from "../../src/contract/schema.js";
import { run } from "./install.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const workflow = z
  .object({
    on: z.object({ push: z.object({ tags: z.array(z.string()) }) }),
    permissions: z.record(z.string()),
    jobs: z.object({
      build: z.object({ steps: z.array(z.object({ run: z.string().optional(), uses: z.string().optional() })) }),
    }),
  })
  .parse(parse(readFileSync(`${ROOT}/.github/workflows/release.yml`, "utf8")));
const commands = workflow.jobs.build.steps.map((step) => step.run ?? "").join("\n");

it("starts at tags of versions and may write nothing but the release", () => {
  expect(workflow.on.push.tags).toEqual(["v*"]);
  expect(workflow.permissions).toEqual({ contents: "write" });
});

it("builds tarball, plugin, desktop bundle and image with scripts of the package", () => {
  const scripts = [...commands.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);
  expect(scripts).toEqual(expect.arrayContaining(["pack:plugin", "pack:mcpb"]));
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  for (const part of ["npm pack", "docker build --file packaging/Dockerfile"]) expect(commands).toContain(part);
});

it("publishes nothing", () => {
  expect([...commands.matchAll(/npm publish.*/g)].map(([command]) => command)).toEqual([
    "npm publish --dry-run --access public",
  ]);
  expect(commands).not.toMatch(/docker push/);
});

it("packs a package that npm would publish", () => {
  const packed = run("npm", ["publish", "--dry-run", "--ignore-scripts", "--json", "--access", "public"], ROOT);
  expect(packed).toContain(`"id": "${manifest.name}@${manifest.version}"`);
});

it("follows checks on each pull request, which are those of a contributor's own machine", () => {
  const checks = parse(readFileSync(`${ROOT}/.github/workflows/ci.yml`, "utf8")) as {
    on: object;
    permissions: object;
    jobs: { all: { steps: { run?: string }[] } };
  };
  expect(Object.keys(checks.on)).toContain("pull_request");
  expect(checks.permissions).toEqual({ contents: "read" });
  expect(checks.jobs.all.steps.flatMap((step) => step.run ?? [])).toEqual([".ci/run"]);
});
