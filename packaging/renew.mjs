/**
 * Updates every generated file: `npm run renew`, or `npm run renew -- --screenshots`.
 *
 * The tests that compare a generated file with the code also write it, when RENEW is set. The program is
 * built first: some files measure its list of tools. It ends with 3 if all that failed is a budget, and with 1 if anything
 * else did.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changedFigures } from "./changed-figures.mjs";
import { OVER_BUDGET, toExitCode } from "./renewal.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const screenshots = process.argv.includes("--screenshots");

/** Tests that write a generated file. */
const TESTS = screenshots
  ? ["tests/apps/screenshots.test.ts", "tests/pages/lookup.test.ts"]
  : [
      "tests/catalogue.test.ts",
      "tests/docs/docs.test.ts",
      "tests/docs/questions.test.ts",
      "tests/docs/readme.test.ts",
      "tests/docs/skill.test.ts",
      "tests/packaging/server-json.test.ts",
      "tests/packaging/directories.test.ts",
      "tests/providers/yahoo/refusals.test.ts",
      "tests/e2e/budget.test.ts",
      "tests/e2e/readme.test.ts",
    ];

/** Runs a script; returns whether it succeeded. */
function run(command, args) {
  const { status } = spawnSync(process.execPath, [`${root}${command}`, ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, RENEW: screenshots ? "screenshots" : "1" },
  });
  return status === 0;
}

const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout;

/** Files that are generated, or have generated tables. */
const GENERATED = [
  "README.md",
  "PRIVACY.md",
  "llms.txt",
  "mcp.json.example",
  "docs",
  "skills",
  "packaging/server.json",
  "packaging/docker-registry",
  "tests/__snapshots__",
];

// The commit of the present files, which no branch shows; without local changes there is none to make.
const before = git("stash", "create").trim() || "HEAD";

if (!run("packaging/build.mjs", [])) process.exit(1);
const only = screenshots ? ["-t", "screenshot"] : [];
const folder = mkdtempSync(join(tmpdir(), "market-data-mcp-renew-"));
const report = join(folder, "report.json");
// The tests go on when a budget is exceeded, so that one run writes all files.
const succeeded = run("node_modules/vitest/vitest.mjs", [
  "run",
  "--config",
  "tests/vitest.config.ts",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
  ...only,
  ...TESTS,
]);
if (!screenshots) showFigures();
spawnSync("git", ["status", "--short"], { cwd: root, stdio: "inherit" });
process.exitCode = succeeded ? 0 : toExitCode(JSON.parse(readFileSync(report, "utf8")));
if (process.exitCode === OVER_BUDGET)
  process.stdout.write("All files are written, but a budget is exceeded; see above.\n");
rmSync(folder, { recursive: true });

/** Prints each figure that changed, in its line: a constant that changed by mistake shows up only here. */
function showFigures() {
  const figures = changedFigures(git("diff", "--word-diff=plain", "-U0", before, "--", ...GENERATED));
  if (figures.length > 0) process.stdout.write(`\nChanged figures, to review:\n${figures.join("\n")}\n\n`);
}
