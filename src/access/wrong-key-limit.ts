/** Limits wrong keys by client address, so that nobody can guess keys at full speed. */
import { isIPv6, SocketAddress } from "node:net";
import { LRUCache } from "lru-cache";

/** An IPv4 address written as IPv6, as dual-stack sockets report it. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the address that limits count by: the whole IPv4 address, or the /64 of an IPv6 address, because one customer
 * gets at least a /64.
 */
export function addressGroup(address: string | undefined): string {
  if (!address) return "unknown";
  const plain = address.replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  // The usual spelling of a mapped address is not parsed, because parsing takes microseconds.
  const short = MAPPED.test(plain) ? plain : new SocketAddress({ address: plain, family: "ipv6" }).address;
  const ipv4 = MAPPED.exec(short)?.[1];
  if (ipv4) return ipv4;
  const [left = [], right = []] = short.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}

const FAILURES = 20;
/** Milliseconds for which a wrong key counts. */
export const WINDOW_MS = 60_000;
/** Memory limit in bytes for addresses with wrong keys. */
export const FAILURE_BYTES = 5_000_000;
/** Upper bound in bytes per address: its text, up to 20 times, and the cache's overhead. */
const ADDRESS_BYTES = 500;

/**
 * Counts wrong keys by address. After 20 within a minute, further wrong ones from that address are rejected with 429
 * until the oldest is a minute old.
 */
export class FailureLimit {
  readonly #failures: LRUCache<string, number[]>;
  readonly #now: () => number;

  /** `now` returns monotonic milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#failures = new LRUCache({
      maxSize: FAILURE_BYTES,
      sizeCalculation: () => ADDRESS_BYTES,
      ttl: WINDOW_MS,
      ttlAutopurge: true,
    });
  }

  /** Returns the whole seconds for which further wrong keys from the address are rejected with 429; 0 when they are not. */
  secondsLeft(address: string): number {
    if (this.#failures.size === 0) return 0;
    const recent = this.#recent(address);
    const oldest = recent.at(-FAILURES);
    return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + WINDOW_MS - this.#now()) / 1000));
  }

  /** Number of addresses with wrong keys that still count. */
  get size(): number {
    return this.#failures.size;
  }

  /** Records a wrong key. */
  note(address: string): void {
    this.#failures.set(address, [...this.#recent(address), this.#now()].slice(-FAILURES));
  }

  #recent(address: string): number[] {
    const since = this.#now() - WINDOW_MS;
    return (this.#failures.get(address) ?? []).filter((at) => at > since);
  }
}
