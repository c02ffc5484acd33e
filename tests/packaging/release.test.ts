/** The files of a release are complete, and registries would take them. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { CATALOGUE } from "../../src/catalogue.js";
import { z } from "../../src/contract/schema.js";
import { temporaryFolder } from "../support/program.js";
import { releaseFiles, run } from "./install.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = temporaryFolder();
let made: ReturnType<typeof releaseFiles>;
beforeAll(() => {
  made = releaseFiles(join(folder.path, "release"));
}, 60_000);
afterAll(() => folder.remove());

/** The list of our packages, in CycloneDX. */
const billOfMaterials = z.object({
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(
    z.object({ name: z.string(), purl: z.string(), hashes: z.array(z.unknown()).nonempty(), licenses: z.unknown() }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

const readJson = (file: string) => JSON.parse(readFileSync(join(made.folder, file), "utf8")) as unknown;
const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

it("are listed with their checksums", () => {
  const sums = readFileSync(join(made.folder, "SHA256SUMS"), "utf8").trim().split("\n");
  const files = readdirSync(made.folder).filter((file) => file !== "SHA256SUMS");
  expect(files).toEqual(
    expect.arrayContaining([made.tarball, made.bundle, made.plugin, made.reference].map((path) => basename(path))),
  );
  expect(sums).toEqual(files.toSorted().map((file) => `${sha256(join(made.folder, file))}  ${file}`));
});

it("name the packages inside: the bundled ones and the optional store, without tools of developers", () => {
  const { metadata, components, dependencies } = billOfMaterials.parse(readJson("sbom.cdx.json"));
  expect(metadata.component).toEqual({ name: manifest.name, version: manifest.version });
  const names = components.map(({ name }) => name);
  // zod is bundled; @redis/client is a dependency of a bundled package.
  expect(names).toEqual(expect.arrayContaining(["zod", "@redis/client", "libsql"]));
  expect(names.filter((name) => ["vitest", "rolldown", "typescript", "msw"].includes(name))).toEqual([]);
  const [own] = dependencies;
  expect(own!.dependsOn).toContain("libsql@0.4.7");
  const inBundle = new Set(billOfMaterials.parse(readJson("sbom-bundle.cdx.json")).components.map(({ name }) => name));
  expect(names.filter((name) => !inBundle.has(name))).toEqual(
    names.filter((name) => /^(?:@?libsql|@neon-rs|detect-libc)/.test(name)),
  );
});

it("have an entry for the MCP registry that names the bundle by its address and checksum", () => {
  const { packages } = z
    .object({
      packages: z.array(
        z.object({ registryType: z.string(), identifier: z.string(), fileSha256: z.string().optional() }),
      ),
    })
    .parse(readJson("server.json"));
  expect(packages.map(({ registryType }) => registryType)).toEqual(["npm", "oci", "mcpb"]);
  const [, , bundle] = packages;
  expect(bundle!.fileSha256).toBe(sha256(made.bundle));
  expect(bundle!.identifier.endsWith(`/download/v${manifest.version}/${basename(made.bundle)}`)).toBe(true);
});

it("have a reference with the parameters and fields of every route", () => {
  const reference = readFileSync(made.reference, "utf8");
  const routes = CATALOGUE.flatMap(({ capability: { route, marketRoute } }) => [
    route,
    ...(marketRoute ? [marketRoute] : []),
  ]);
  expect(routes.filter((route) => !reference.includes(`\`GET ${route}\``))).toEqual([]);
  expect(reference).toContain(`Version ${manifest.version}.`);
  expect(reference).toContain("| `symbol` (path) | string | yes | – | e.g. AAPL |\n");
  expect(reference).toContain("| `bars[].open` | number or null |");
});

it("have a tarball that npm would publish", () => {
  const dry = ["publish", made.tarball, "--dry-run", "--json", "--access", "public"];
  expect(run("npm", dry, ROOT)).toContain(`"id": "${manifest.name}@${manifest.version}"`);
});

it("are refused for a tag that is not the version, and while the account is a placeholder", () => {
  const args = ["packaging/release.mjs", "--tag", "v0.0.0", "--out", join(folder.path, "refused")];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  expect([status, existsSync(join(folder.path, "refused"))]).toEqual([1, false]);
  expect(stdout).toContain(`!!! v0.0.0 is not version ${manifest.version}\n`);
  const account = /github\.com\/(.+)\.git$/.exec(manifest.repository.url)![1]!;
  expect(manifest.mcpName).toBe(`io.github.${account}`);
  // A placeholder, with two hyphens in a row, has to be named where a person reads that it has to be replaced.
  const guide = readFileSync(join(ROOT, "packaging/RELEASE.md"), "utf8");
  const isPlaceholder = account.includes("--");
  expect([stdout.includes("is a placeholder"), isPlaceholder && !guide.includes(account.split("/")[0]!)]).toEqual([
    isPlaceholder,
    false,
  ]);
});
