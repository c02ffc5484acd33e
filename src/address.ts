/** Callers without a name: known by where they come from. */
import { isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";

/** The address as limits count it: IPv4 whole, IPv6 by its /64, which one customer has to himself. */
export function addressGroup(address: string | undefined): string {
  if (!address) return "unknown";
  if (/^[\d.]+$/.test(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const plain = address.replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = toGroups(plain.toLowerCase()).split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => "0");
  const groups = [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ""));
  const ipv4 = /^0:0:0:0:0:ffff:(.+)$/.exec(groups.join(":"))?.[1];
  if (ipv4) return toIPv4(ipv4);
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** With an IPv4 address at its end written as two groups, like the rest. */
function toGroups(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.slice(0, 4).map(Number) as [number, number, number, number];
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
}

/** The address that two groups stand for. */
function toIPv4(groups: string): string {
  return groups
    .split(":")
    .map((group) => Number.parseInt(group, 16))
    .map((pair) => `${pair >> 8}.${pair & 255}`)
    .join(".");
}

const FAILURES = 20;
/** How long a wrong key counts. */
export const WINDOW_MS = 60_000;
/** Memory for addresses with wrong keys. */
export const FAILURE_BYTES = 5_000_000;
/** What one address takes at most: its text, 20 times, and the cache's own bookkeeping. */
const ADDRESS_BYTES = 500;

/** Wrong keys by address: after 20 in a minute nobody from there is listened to for the rest of it. */
export class FailureLimit {
  readonly #failures: LRUCache<string, number[]>;
  readonly #now: () => number;

  /** `now` is monotonic milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#failures = new LRUCache({
      maxSize: FAILURE_BYTES,
      sizeCalculation: () => ADDRESS_BYTES,
      ttl: WINDOW_MS,
      ttlAutopurge: true,
    });
  }

  /** Whole seconds until keys from there are looked at again; 0 when they are now. */
  secondsLeft(address: string): number {
    if (this.#failures.size === 0) return 0;
    const recent = this.#recent(address);
    const oldest = recent.at(-FAILURES);
    return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + WINDOW_MS - this.#now()) / 1000));
  }

  /** Addresses with wrong keys that still count. */
  get size(): number {
    return this.#failures.size;
  }

  /** Notes a wrong key. */
  note(address: string): void {
    this.#failures.set(address, [...this.#recent(address), this.#now()].slice(-FAILURES));
  }

  #recent(address: string): number[] {
    const since = this.#now() - WINDOW_MS;
    return (this.#failures.get(address) ?? []).filter((at) => at > since);
  }
}
