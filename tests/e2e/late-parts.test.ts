/** A lazily loaded file of the program that cannot be read at first, as when no more files can be opened. */
import { cpSync, readdirSync, renameSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { PROGRAM, startHttpProgram, temporaryFolder } from "../support/program.js";

const folder = temporaryFolder();
afterAll(() => folder.remove());
cpSync(dirname(PROGRAM), join(folder.path, "dist"), { recursive: true });
symlinkSync(resolve(dirname(PROGRAM), "../node_modules"), join(folder.path, "node_modules"));

const PARTS = join(folder.path, "dist", "parts");

/** Removes the files of a part; the returned function restores them. */
function hide(part: string): () => void {
  const files = readdirSync(PARTS).filter((name) => name.startsWith(`${part}-`));
  expect(files).not.toEqual([]);
  for (const name of files) renameSync(join(PARTS, name), join(PARTS, `hidden-${name}`));
  return () => {
    for (const name of files) renameSync(join(PARTS, `hidden-${name}`), join(PARTS, name));
  };
}

const startServer = () => startHttpProgram([], { STORE_URL: "memory:" }, [], join(folder.path, "dist/index.js"));

it.each([
  ["the engine", "engine"],
  ["a part of the engine's", "open"],
])("fails answers only until it can be read: %s", async (_what, part) => {
  // Before the start, because an idle server loads these files.
  const bring = hide(part);
  const { url, stop } = await startServer();
  const ready = async () => (await fetch(`${url}/readyz`)).status;
  try {
    expect(await ready()).toBe(500);
  } finally {
    bring();
  }
  expect(await ready()).toBe(200);
  expect(await stop()).toBe(0);
});

it("does not make the program crash at its end if it could never be read", async () => {
  const bring = hide("engine");
  const { url, stop } = await startServer();
  try {
    expect((await fetch(`${url}/readyz`)).status).toBe(500);
    expect(await stop()).toBe(0);
  } finally {
    bring();
  }
});
