/** Several processes create the file of the embedded store at once. */
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
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
