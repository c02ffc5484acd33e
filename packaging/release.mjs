/**
 * Makes the files of a release and says what it made: `npm run release:dry`, on a tag also the release workflow.
 *
 * `--out FOLDER` sets the folder, which is replaced; `--tag v1.2.3` demands what a release needs: the version of that
 * tag and a chosen account; `--check` then runs the tests of the files. Making them needs no network; the tests install
 * the optional store from npm's cache, or from the registry.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadManifests, loadReference } from "./manifests.mjs";
import { NOTICES } from "./notices.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: { out: { type: "string" }, tag: { type: "string" }, check: { type: "boolean" } },
});
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const { name, version, mcpName, repository } = manifest;
const out = resolve(values.out ?? join(root, "release"));
const base = `${name}-${version}`;
const bundle = `${base}.mcpb`;

/** Steps of the release workflow that need the network or an account. */
const NOT_TRIED = [
  "the image, for which a container engine fetches its base",
  "attestations, and the draft of the release",
  "npm publish, the push of the image, and the entry in the MCP registry",
];

checkNames();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

run("npm", "pack", "--ignore-scripts", "--pack-destination", out);
run(process.execPath, join(root, "packaging/mcpb.mjs"), "--out", join(out, bundle));
const plugin = mkdtempSync(join(tmpdir(), "market-data-mcp-plugin-"));
run(process.execPath, join(root, "packaging/plugin.mjs"), "--out", plugin);
run("tar", "--create", "--gzip", "--file", join(out, `${base}-plugin.tar.gz`), "--directory", plugin, ".");
rmSync(plugin, { recursive: true });

writeJson(
  "sbom.cdx.json",
  toBillOfMaterials(() => true),
);
// Bundle and plugin are the built program without the optional store.
writeJson("sbom-bundle.cdx.json", toBillOfMaterials(isDevelopment));
const { toReference } = await loadReference();
writeFileSync(join(out, `${base}-reference.md`), toReference(version));
const { toServerJson } = await loadManifests();
writeJson("server.json", toServerJson(manifest, { file: bundle, sha256: sha256(bundle) }));

const files = readdirSync(out).toSorted();
const sums = files.map((file) => [sha256(file), file].join("  "));
writeFileSync(join(out, "SHA256SUMS"), `${sums.join("\n")}\n`);
say(`${out}:`);
for (const file of files) say(`  ${file.padEnd(44)}${Math.ceil(statSync(join(out, file)).size / 1_000)} kB`);
say(`Not tried here:\n${NOT_TRIED.map((step) => `  ${step}`).join("\n")}`);
if (values.check) checkFiles();

/** Reports names that are not chosen yet or belong together and differ; for a tag it ends the release. */
function checkNames() {
  const account = /github\.com\/(.+)\.git$/.exec(repository.url)?.[1] ?? "";
  const here = process.env.GITHUB_REPOSITORY ?? account;
  const faults = [
    // GitHub allows no account with two hyphens in a row, so a placeholder is never somebody's name.
    ...(account.includes("--") ? [`"${account}" in package.json is a placeholder; see packaging/RELEASE.md`] : []),
    ...(mcpName === `io.github.${account}` ? [] : [`mcpName is ${mcpName}, the repository ${account}`]),
    ...(here === account || account.includes("--") ? [] : [`this is ${here}, package.json names ${account}`]),
    ...(values.tag === undefined || values.tag === `v${version}` ? [] : [`${values.tag} is not version ${version}`]),
  ];
  for (const fault of faults) say(`!!! ${fault}`);
  if (values.tag !== undefined && faults.length > 0) process.exit(1);
}

/**
 * Returns npm's list of our packages (CycloneDX) without those that stay on the developer's machine: bundled packages
 * are development dependencies that the notices name.
 */
function toBillOfMaterials(includes) {
  const bom = JSON.parse(run("npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--offline"));
  const bundled = new Set(
    readFileSync(join(root, "dist", NOTICES), "utf8")
      .split(/^-{78}$/m)
      .slice(1)
      .flatMap((part) => part.trim().split("\n")[0].split(", "))
      .map((each) => each.replace(" ", "@")),
  );
  const shipped = (each) => bundled.has(each["bom-ref"]) || !isDevelopment(each);
  const components = bom.components.filter((each) => shipped(each) && includes(each));
  const refs = new Set([bom.metadata.component["bom-ref"], ...components.map((each) => each["bom-ref"])]);
  const missing = [...bundled].filter((ref) => !refs.has(ref));
  if (missing.length > 0) throw new Error(`npm sbom lacks ${missing.join(", ")}`);
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  // npm calls the component by the name of its folder.
  const metadata = { ...bom.metadata, component: { ...bom.metadata.component, name } };
  return { ...bom, metadata, components, dependencies };
}

function isDevelopment({ properties }) {
  return properties.some((each) => each.name === "cdx:npm:package:development");
}

/** Tests the files that were made: their contents and sizes, and that each starts and lists its tools. */
function checkFiles() {
  const tests = ["release", "server-json", "tarball", "bundle", "plugin"].map(
    (each) => `tests/packaging/${each}.test.ts`,
  );
  const { status } = spawnSync(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--config", "tests/vitest.config.ts", ...tests],
    { cwd: root, stdio: "inherit", env: { ...process.env, RELEASE_FILES: out } },
  );
  process.exitCode = status ?? 1;
}

function run(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}

function sha256(file) {
  return createHash("sha256")
    .update(readFileSync(join(out, file)))
    .digest("hex");
}

function writeJson(file, value) {
  writeFileSync(join(out, file), `${JSON.stringify(value, null, 2)}\n`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
