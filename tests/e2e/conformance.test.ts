/** The protocol's official suite against the built program, under both of its eras. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOOLSETS } from "../../src/contract/toolsets.js";
import { cleanEnv, startHttpProgram, temporaryFolder, watch } from "../support/program.js";

const RUN = fileURLToPath(new URL("conformance/run.mjs", import.meta.url));
/** Each set beside the core, and all of them. */
const CHOICES = [...TOOLSETS, "all"];
const folder = temporaryFolder();
let program: Awaited<ReturnType<typeof startHttpProgram>>;

beforeAll(async () => {
  program = await startHttpProgram(["--demo"], { DATA_DIR: folder.path });
});
afterAll(async () => {
  await program.stop();
  folder.remove();
});

/** Starts the suite for these sets, one after another in one process; returns a function that waits for one of them. */
function startSuite(revision: string, choices: readonly string[]) {
  const baseline = fileURLToPath(new URL(`conformance/${revision}.yaml`, import.meta.url));
  const addresses = choices.map((toolsets) => `${program.url}/mcp?toolsets=${toolsets}`);
  const options = ["--requirements", revision, "--expected-failures", baseline, "-o", folder.path];
  const child = spawn(process.execPath, [RUN, ...addresses, "--", ...options], { env: cleanEnv() });
  watch(child);
  let said = "";
  child.stdout.on("data", (data) => (said += data));
  child.stderr.on("data", (data) => (said += data));
  return async (toolsets: string): Promise<{ code: number; said: string }> => {
    const ended = () => [...said.matchAll(/([^]*?)^=== ENDED (\d+)\n/gm)][choices.indexOf(toolsets)];
    await expect.poll(() => ended() ?? child.exitCode, { timeout: 110_000, interval: 100 }).not.toBeNull();
    const [, told = said, code = ""] = ended() ?? [];
    return { code: Number(code), said: told.slice(told.indexOf("=== SUMMARY")) };
  };
}

/** Of each revision, the suite for all sets. */
const started = new Map<string, ReturnType<typeof startSuite>>();
function suiteOf(revision: string) {
  const suite = started.get(revision) ?? startSuite(revision, CHOICES);
  started.set(revision, suite);
  return suite;
}

const REVISIONS = [
  ["2025-11-25", ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"]],
  ["2026-07-28", ["tools-list", "resources-list", "prompts-list", "caching", "http-header-validation"]],
] as const;

describe("the official conformance suite", () => {
  it.for(REVISIONS.flatMap(([revision, passing]) => CHOICES.map((choice) => [revision, choice, passing] as const)))(
    "finds only the known problems of the baseline in revision %s with the toolsets %s",
    { timeout: 120_000 },
    async ([revision, toolsets, passing], { task }) => {
      // A repeated test runs its set again.
      const suite = task.result?.retryCount ? startSuite(revision, [toolsets]) : suiteOf(revision);
      const { code, said } = await suite(toolsets);
      expect(said).toMatch(/Baseline check passed/);
      expect(code).toBe(0);
      for (const scenario of [...passing, "tools-call-error", "dns-rebinding-protection"]) {
        expect(said).toContain(`✓ ${scenario}: `);
      }
    },
  );

  it.each(["enumeration", "manifest"])("finds no problem of the skills extension: %s", async (part) => {
    const options = ["--scenario", `sep-2640-skills-${part}`];
    const child = spawn(process.execPath, [RUN, `${program.url}/mcp`, "--", ...options], { env: cleanEnv() });
    watch(child);
    let said = "";
    child.stdout.on("data", (data) => (said += data));
    await once(child, "close");
    expect(said).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
  });
});
