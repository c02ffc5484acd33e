/**
 * Reads request bodies under one limit in bytes for all of them together.
 *
 * With a limit per body only, 300 connections that stop before the end of a body held 310 MB, and 2,000 could hold
 * 2 GB.
 */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { MAX_MESSAGE_BYTES } from "../mcp/message-weight.js";

/** Limit of one body in bytes. */
export const MAX_BODY_BYTES = MAX_MESSAGE_BYTES;
/** Limit of all bodies being received or processed, in bytes. */
export const MAX_BODIES_BYTES = 64 * 1024 * 1024;
/** Limit of the bodies from one client address, in bytes. */
export const MAX_CLIENT_BYTES = 16 * 1024 * 1024;
/** Minimum charge per body, since the request itself takes memory, too. */
const MIN_CHARGE = 4 * 1024;

/**
 * The text of a body, or the reason why there is none; `too many` when all clients together, or this client, have
 * reached the memory limit.
 */
export type Body = { text: string } | "too large" | "cut short" | "too many" | "not UTF-8";

interface Held {
  client: string;
  bytes: number;
  /** Ends reading the body with "too many"; undefined once the body is complete. */
  drop: (() => void) | undefined;
}

/** The bodies of all requests in flight. */
export class Bodies {
  #total = 0;
  readonly #byClient = new Map<string, number>();
  readonly #held = new Map<IncomingMessage, Held>();

  /** Bytes counted at the moment. */
  get bytes(): number {
    return this.#total;
  }

  /**
   * Reads a body. It counts until `release` is called, which the caller must do once the request is answered.
   *
   * Bytes beyond a limit are read and discarded until the request's time is over: a client that is still sending would
   * not receive an answer on a closed socket.
   */
  read(request: IncomingMessage, client: string): Promise<Body> {
    return new Promise((resolve) => {
      // One growing buffer: a body sent in pieces of one byte would otherwise take a hundred times its size.
      let buffer = Buffer.alloc(0);
      let size = 0;
      const reject = (why: Body) => {
        buffer = Buffer.alloc(0);
        this.release(request);
        resolve(why);
      };
      const held: Held = { client, bytes: 0, drop: () => reject("too many") };
      this.#held.set(request, held);
      const isTooLarge = () => Number(request.headers["content-length"]) > MAX_BODY_BYTES || size > MAX_BODY_BYTES;
      request.on("data", (chunk: Buffer) => {
        if (!this.#held.has(request)) return;
        size += chunk.length;
        if (isTooLarge()) return reject("too large");
        if (size > buffer.length) {
          const room = Math.max(size, Math.min(2 * buffer.length, MAX_BODY_BYTES));
          if (!this.#charge(held, room)) return reject("too many");
          const grown = Buffer.allocUnsafeSlow(room);
          buffer.copy(grown);
          buffer = grown;
        }
        chunk.copy(buffer, size - chunk.length);
      });
      request.once("end", () => {
        held.drop = undefined;
        const bytes = buffer.subarray(0, size);
        // Decoded, invalid bytes would become other characters, which would be asked for and cached.
        if (isUtf8(bytes)) resolve({ text: bytes.toString("utf8") });
        else reject("not UTF-8");
      });
      request.once("close", () => {
        if (held.drop) reject("cut short");
      });
      request.on("error", () => {});
      // A caller that disconnected earlier, for example while its token was checked, causes no further events.
      if (request.destroyed) reject("cut short");
      else if (isTooLarge()) reject("too large");
      else if (!this.#charge(held, MIN_CHARGE)) reject("too many");
    });
  }

  /** Stops counting the body of this request. */
  release(request: IncomingMessage): void {
    const held = this.#held.get(request);
    if (!held) return;
    this.#held.delete(request);
    this.#total -= held.bytes;
    const left = this.#of(held.client) - held.bytes;
    if (left > 0) this.#byClient.set(held.client, left);
    else this.#byClient.delete(held.client);
  }

  /**
   * Counts `bytes` for a body, and drops the largest unfinished bodies if all together exceed the limit. Returns
   * `false` when there is still not enough room.
   */
  #charge(held: Held, bytes: number): boolean {
    const more = Math.max(bytes, MIN_CHARGE) - held.bytes;
    if (this.#of(held.client) + more > MAX_CLIENT_BYTES) return false;
    held.bytes += more;
    this.#total += more;
    this.#byClient.set(held.client, this.#of(held.client) + more);
    while (this.#total > MAX_BODIES_BYTES) {
      const largest = this.#largestUnfinished();
      if (!largest || largest === held) return false;
      largest.drop?.();
    }
    return true;
  }

  #largestUnfinished(): Held | undefined {
    let largest: Held | undefined;
    for (const held of this.#held.values()) {
      if (held.drop && held.bytes > (largest?.bytes ?? 0)) largest = held;
    }
    return largest;
  }

  #of(client: string): number {
    return this.#byClient.get(client) ?? 0;
  }
}
