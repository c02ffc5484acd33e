/** V8's code cache next to the built program must not outlive the code it was created from. */
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { PROGRAM, startProgram, temporaryFolder } from "../support/program.js";

const folder = temporaryFolder();
afterAll(() => folder.remove());

it("is not used for a file that was edited without changing its length", async () => {
  cpSync(dirname(PROGRAM), join(folder.path, "dist"), { recursive: true });
  symlinkSync(resolve(dirname(PROGRAM), "../node_modules"), join(folder.path, "node_modules"));
  const parts = join(folder.path, "dist", "parts");
  expect(readdirSync(parts).filter((name) => /^program\.js\..*\.cache$/.test(name))).toHaveLength(1);
  const program = join(parts, "program.js");
  const source = readFileSync(program, "utf8");
  // The table of settings is made at each start, so the cache holds its code.
  const edited = source.replaceAll("Address to bind", "Address to grip");
  expect([edited === source, edited.length]).toEqual([false, source.length]);
  writeFileSync(program, edited);
  const { stdout, exited } = startProgram(["--help"], {}, [], join(folder.path, "dist", "index.js"));
  expect(await exited).toBe(0);
  await expect.poll(stdout).toContain("Address to grip");
});
