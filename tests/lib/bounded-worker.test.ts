import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { BoundedWorker, WorkerOverrun } from "../../src/lib/bounded-worker.js";
import { temporaryFolder } from "../support/program.js";

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** A thread that answers with what this body returns of `work`. */
function threadOf(body: string, limits = { heapMb: 32, workMs: 60_000 }) {
  const file = join(folder.path, "thread.mjs");
  const code = `import { parentPort, threadId } from "node:worker_threads";
    parentPort.on("message", (work) => parentPort.postMessage(((work) => { ${body} })(work)));`;
  writeFileSync(file, code);
  return new BoundedWorker<unknown, unknown>(pathToFileURL(file), limits);
}

describe("a thread with limits", () => {
  it("answers one piece of work after the other", async () => {
    const thread = threadOf("return [work, threadId]");
    const [first, second] = [await thread.run("a"), await thread.run("b")] as [string, number][];
    expect([first![0], second![0]]).toEqual(["a", "b"]);
    expect(second![1]).toBe(first![1]);
  });

  it("takes over the memory of buffers", async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    expect(await threadOf("return work.length").run(bytes, [bytes.buffer])).toBe(3);
    expect(bytes).toHaveLength(0);
  });

  it("is replaced when the work is at work for longer than its limit", async () => {
    const thread = threadOf("if (work === 'hang') for (;;); return threadId", { heapMb: 32, workMs: 2_000 });
    const before = await thread.run("");
    await expect(thread.run("hang")).rejects.toEqual(new WorkerOverrun("time"));
    expect(await thread.run("")).not.toBe(before);
  });

  it("does not count the time in which the work waits", async () => {
    const thread = threadOf("return work", { heapMb: 32, workMs: 2_000 });
    await thread.run(1);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await thread.run(2)).toBe(2);
  });

  it("is replaced when the work needs more memory than its limit", async () => {
    const thread = threadOf("const all = []; while (work === 'fill') all.push({ all: [work] }); return work");
    await expect(thread.run("fill")).rejects.toEqual(new WorkerOverrun("memory"));
    expect(await thread.run("next")).toBe("next");
  });

  it("has none of our settings, which hold keys", async () => {
    expect(await threadOf("return Object.keys(process.env)").run("")).toEqual([]);
  });
});
