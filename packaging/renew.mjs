/**
 * Updates every generated file: `npm run renew`, or `npm run renew -- --screenshots`.
 *
 * The tests that compare a generated file with the code also write it, when RENEW
 * is set. The OpenAPI examples come first: they are built into the program, whose
 * list of tools the later files measure.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const screenshots = process.argv.includes("--screenshots");

/** Tests that write a generated file, in the order in which they must run. */
const STEPS = screenshots
  ? [["tests/apps/screenshots.test.ts", "tests/pages/status.test.ts"]]
  : [
      ["tests/rest/openapi-examples.test.ts"],
      [
        "tests/catalogue.test.ts",
        "tests/docs/docs.test.ts",
        "tests/docs/questions.test.ts",
        "tests/docs/skill.test.ts",
        "tests/packaging/server-json.test.ts",
        "tests/providers/provider-b/refusals.test.ts",
        "tests/e2e/budget.test.ts",
      ],
    ];

function run(command, args) {
  const { status } = spawnSync(process.execPath, [`${root}${command}`, ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, RENEW: screenshots ? "screenshots" : "1" },
  });
  if (status !== 0) process.exit(status ?? 1);
}

for (const tests of STEPS) {
  if (tests.some((path) => !path.startsWith("tests/rest/"))) run("packaging/build.mjs", []);
  const only = screenshots ? ["-t", "screenshot"] : [];
  run("node_modules/vitest/vitest.mjs", ["run", "--config", "tests/vitest.config.ts", ...only, ...tests]);
}
spawnSync("git", ["status", "--short"], { cwd: root, stdio: "inherit" });
