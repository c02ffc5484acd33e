/** The thread that reads documents, and the queues before it: one document at a time is fetched, and one is worked on. */
import type { Upstream } from "../../../contract/upstream.js";
import { BoundedWorker, WorkerOverrun } from "../../../lib/bounded-worker.js";
import type { OfficialClient } from "../../official/client.js";
import { OPTIONS } from "../../official/description.js";
import type { DocumentResult, DocumentWork } from "./document-worker.js";
import { OneAtATime } from "./one-at-a-time.js";

/** Limit of the thread's heap: the documents at hand and the largest one while it is read take 70 MB of it. */
const HEAP_MB = 160;

class DocumentThread {
  /** Two documents at once would take twice the memory. */
  readonly fetches = new OneAtATime();
  /** Reports of funds and managers have up to 30 MB: a question about another document does not wait for one of them. */
  readonly reportFetches = new OneAtATime();
  readonly #works = new OneAtATime();
  readonly #thread: BoundedWorker<DocumentWork, DocumentResult>;

  /** Creates the thread, whose work on one document may take `workMs` milliseconds. */
  constructor(workMs: number) {
    this.#thread = new BoundedWorker(new URL("./document-worker.js", import.meta.url), { heapMb: HEAP_MB, workMs });
  }

  /**
   * Returns the result of the work, for which the question waits in turn; `undefined` for work that exceeds a limit.
   *
   * @throws {ProviderError} `timed_out` at the question's deadline.
   */
  async run(upstream: Upstream, work: DocumentWork): Promise<DocumentResult | undefined> {
    const buffers = "pieces" in work ? work.pieces.map(({ buffer }) => buffer) : [];
    try {
      return await this.#works.run(upstream, () => this.#thread.run(work, buffers));
    } catch (error) {
      if (error instanceof WorkerOverrun) return undefined;
      throw error;
    }
  }
}

const createThread = ({ readingMs = OPTIONS.readingMs.default }: OfficialClient["options"]) =>
  new DocumentThread(Number(readingMs));

/** Returns the thread that all questions share. */
export const documentsOf = (client: OfficialClient): DocumentThread => client.shared(createThread);
