/** The two interchangeable hosts of Yahoo, of which a network may block one. */
import { ProviderError } from "../../../contract/errors.js";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "../../../contract/upstream.js";

/** The beginnings of the hosts' names. */
const [FIRST, SECOND] = ["query1.", "query2."] as const;

export class Hosts {
  #current: string;
  #other: string | undefined;

  /** `base` is the configured address, without a slash at its end. */
  constructor(base: string) {
    this.#current = base;
    this.#other = toOther(base);
  }

  /** Base address of the next call, without a slash at its end. */
  get current(): string {
    return this.#current;
  }

  /**
   * Sends a call to the host that last could be reached; when it cannot be reached now, to the other one, which gets all
   * calls from then on.
   *
   * @throws what `upstream` throws.
   */
  async send(
    upstream: Pick<Upstream, "send">,
    toRequest: (base: string) => UpstreamRequest,
  ): Promise<UpstreamResponse> {
    const asked = this.#current;
    try {
      return await upstream.send(toRequest(asked));
    } catch (error) {
      if (!(error instanceof ProviderError) || error.reason !== "unreachable" || !this.#other) throw error;
      // Another call may have switched already.
      if (this.#current === asked) [this.#current, this.#other] = [this.#other, asked];
      return upstream.send(toRequest(this.#current));
    }
  }
}

/** Returns the same address on the other host; `undefined` if the host is not one of the two. */
function toOther(base: string): string | undefined {
  const url = new URL(base);
  const [name, other] = url.hostname.startsWith(SECOND) ? [SECOND, FIRST] : [FIRST, SECOND];
  if (!url.hostname.startsWith(name) || !url.hostname.endsWith(".yahoo.com")) return undefined;
  return base.replace(name, other);
}
