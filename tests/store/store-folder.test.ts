/** The file of the embedded store: its owner alone may read it, and several processes may create it at once. */
import { chmodSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { makeFile } from "../../src/store/store-folder.js";
import { temporaryFolder } from "../support/program.js";

const THREADS = 3;
const FILES = 200;

/** Creates all files; begins each one when all threads have arrived at it, and posts the errors. */
const CREATE = `
const { workerData: { folder, gates, threads }, parentPort } = require("node:worker_threads");
const errors = [];
gates.forEach((_gate, file) => {
  Atomics.add(gates, file, 1);
  while (Atomics.load(gates, file) < threads);
  try {
    exports.makeFile(folder + "/" + file);
  } catch (error) {
    errors.push(error.message);
  }
});
parentPort.postMessage(errors);
`;

it("the store's file can be created by several processes at the same moment", async () => {
  const folder = temporaryFolder();
  const input = fileURLToPath(new URL("../../src/store/store-folder.ts", import.meta.url));
  const build = await rolldown({ input, platform: "node", logLevel: "silent" });
  const { code } = (await build.generate({ format: "cjs" })).output[0];
  const gates = new Int32Array(new SharedArrayBuffer(4 * FILES));
  const workerData = { folder: folder.path, gates, threads: THREADS };
  const errors = Array.from({ length: THREADS }, () => {
    const thread = new Worker(code + CREATE, { eval: true, workerData });
    return new Promise<string[]>((resolve, reject) => thread.once("message", resolve).once("error", reject));
  });
  expect((await Promise.all(errors)).flat()).toEqual([]);
  folder.remove();
});

it.skipIf(process.platform === "win32")("the store's file is its owner's alone, new or found, and never a link", () => {
  const folder = temporaryFolder();
  const [created, found, link] = ["created", "found", "link"].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(found, "");
  chmodSync(found, 0o644);
  symlinkSync(found, link);
  for (const path of [created, found]) {
    makeFile(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
  expect(() => makeFile(link)).toThrow("is not a file");
  folder.remove();
});
