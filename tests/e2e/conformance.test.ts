/** The protocol's official suite against the built program, under both of its eras. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOOLSETS } from "../../src/contract/toolsets.js";
import { cleanEnv, startHttpProgram, temporaryFolder } from "../support/program.js";

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

async function runSuite(revision: string, toolsets: string): Promise<{ code: number; said: string }> {
  const baseline = fileURLToPath(new URL(`conformance/${revision}.yaml`, import.meta.url));
  const options = [
    "--url",
    `${program.url}/mcp?toolsets=${toolsets}`,
    "--requirements",
    revision,
    "--expected-failures",
    baseline,
  ];
  const child = spawn(process.execPath, [RUN, "server", ...options, "-o", folder.path], { env: cleanEnv() });
  let said = "";
  child.stdout.on("data", (data) => (said += data));
  child.stderr.on("data", (data) => (said += data));
  const [code] = (await once(child, "close")) as [number];
  return { code, said: said.slice(said.indexOf("=== SUMMARY")) };
}

const REVISIONS = [
  ["2025-11-25", ["server-initialize", "logging-set-level", "ping", "tools-list", "resources-list", "prompts-list"]],
  ["2026-07-28", ["tools-list", "resources-list", "prompts-list", "caching", "http-header-validation"]],
] as const;

describe("the official conformance suite", () => {
  it.each(REVISIONS.flatMap(([revision, passing]) => CHOICES.map((choice) => [revision, choice, passing] as const)))(
    "finds only the known problems of the baseline in revision %s with the toolsets %s",
    async (revision, toolsets, passing) => {
      const { code, said } = await runSuite(revision, toolsets);
      expect(said).toMatch(/Baseline check passed/);
      expect(code).toBe(0);
      for (const scenario of [...passing, "tools-call-error", "dns-rebinding-protection"]) {
        expect(said).toContain(`✓ ${scenario}: `);
      }
    },
    120_000,
  );
});
