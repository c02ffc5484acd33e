/** Long tasks show their progress at a terminal, and nothing in CI. */
import { cpSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/program.js";
import { atTerminal, hasTerminal } from "../support/terminal.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = temporaryFolder();
afterAll(() => folder.remove());

// Builds in a copy, because other tests use the build in the project's folder.
beforeAll(() => {
  for (const name of ["src", "packaging", "tests", "package.json", "tsconfig.json"]) {
    cpSync(join(ROOT, name), join(folder.path, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder.path, "node_modules"));
});

const run = (script: string, env: Record<string, string> = {}) =>
  atTerminal(`cd "${folder.path}" && "${process.execPath}" ${script}`, env);
/** The text that remains after overwritten lines are removed. */
const finalText = (shown: string) => shown.split("\u001b[K").at(-1)!.trim();

describe.skipIf(!hasTerminal)("the build", () => {
  it("shows the part in progress, and removes the line at the end", async () => {
    const shown = await run("packaging/build.mjs");
    expect(shown).toMatch(/Building market-data-mcp, part 1 of \d+/);
    expect(finalText(shown)).toBe("");
    expect(readdirSync(join(folder.path, "dist"))).toContain("index.js");
  });

  it("is silent in CI", async () => {
    expect(await run("packaging/build.mjs", { CI: "1" })).toBe("");
  });
});

describe.skipIf(!hasTerminal)("a bench", () => {
  it("shows its progress, and then only its result", async () => {
    const shown = await run("packaging/bench.mjs budget");
    expect(shown).toContain("Building tests/bench/budget");
    expect(shown).toContain("Asking get_company_overview");
    expect(finalText(shown)).toMatch(/^tools\/list, by toolsets[^]*\ndefault +\d+ +\d+ of \d+[^]*within budget$/);
  });

  it("prints only its result in CI", async () => {
    expect(await run("packaging/bench.mjs budget", { CI: "1" })).toMatch(
      /^tools\/list, by toolsets[^]*within budget\s*$/,
    );
  });
});
