/** A queue of work of which this process does one piece at a time: two documents at once would take twice the memory. */
import type { Upstream } from "../../contract/upstream.js";

export class OneAtATime {
  #last: Promise<void> = Promise.resolve();

  /**
   * Does the work when all earlier work has ended.
   *
   * @throws {ProviderError} `timed_out` when the question's deadline comes first.
   */
  async run<T>(upstream: Pick<Upstream, "join">, work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    let end = (): void => {};
    const own = new Promise<void>((resolve) => (end = resolve));
    this.#last = before.then(() => own);
    try {
      await upstream.join(before);
      return await work();
    } finally {
      end();
    }
  }
}
