/**
 * A worker thread for work on documents of others, with limits of its heap and of its time at work: a document of 12 MB ended
 * a process with a heap of 256 MB, and one of 300 bytes kept it busy for minutes. Work beyond a limit ends the thread, the
 * next piece of work starts another one, and the process goes on.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";

type Limit = "memory" | "time";

/** Work has exceeded a limit of its thread. */
export class WorkerOverrun extends Error {
  readonly limit: Limit;

  constructor(limit: Limit) {
    super(`The work has exceeded its limit of ${limit}.`);
    this.limit = limit;
  }
}

interface WorkerLimits {
  /** Of the heap of long-lived values, in MB. */
  heapMb: number;
  /** Milliseconds at work for one piece of work; those in which the thread waits do not count. */
  workMs: number;
}

/** How often the time at work is read. */
const WATCH_MS = 100;

/** Runs one piece of work at a time, for which its user sees; the thread starts with the first one. */
export class BoundedWorker<Work, Result> {
  readonly #file: URL;
  readonly #limits: WorkerLimits;
  #thread: { worker: Worker; ended: AbortController } | undefined;

  constructor(file: URL, limits: WorkerLimits) {
    this.#file = file;
    this.#limits = limits;
  }

  /**
   * Returns the thread's answer to `work`; the memory of `buffers` goes to the thread.
   *
   * @throws {WorkerOverrun} when the work exceeds a limit.
   */
  async run(work: Work, buffers: ArrayBuffer[] = []): Promise<Result> {
    const { worker, ended } = (this.#thread ??= this.#start());
    const begun = worker.performance.eventLoopUtilization().active;
    let limit: Limit = "memory";
    const watch = setInterval(() => {
      if (worker.performance.eventLoopUtilization().active - begun <= this.#limits.workMs) return;
      limit = "time";
      clearInterval(watch);
      void worker.terminate();
    }, WATCH_MS);
    // The process must not end while a caller waits for the thread, and an idle thread must not keep the process.
    worker.ref();
    try {
      const answer = once(worker, "message", { signal: ended.signal });
      worker.postMessage(work, buffers);
      const [result] = (await answer) as [Result];
      return result;
    } catch {
      // The thread reports errors of the work as answers, so it has been ended: by Node at its limit of memory, or above.
      throw new WorkerOverrun(limit);
    } finally {
      clearInterval(watch);
      worker.unref();
    }
  }

  #start() {
    const worker = new Worker(this.#file, {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
      // Settings have keys and the contact, which no document needs.
      env: {},
      // stdout belongs to the protocol.
      stdout: true,
    });
    const ended = new AbortController();
    // Without a listener the error of a thread would end the process.
    worker.on("error", () => {});
    worker.once("exit", () => {
      this.#thread = undefined;
      ended.abort();
    });
    return { worker, ended };
  }
}
