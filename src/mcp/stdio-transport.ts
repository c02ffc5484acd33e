/**
 * MCP messages over stdin and stdout, one per line.
 *
 * The SDK's own transport parses lines of any size, and never answers a request that its schema
 * rejects, so the host would wait forever.
 */
import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { MAX_MESSAGE_BYTES, weigh } from "./message-weight.js";
import { readPosted } from "./stateless-transport.js";
import { INVALID_REQUEST, rpcError, type RpcError } from "./rpc-error.js";

/**
 * Limit of an unfinished line in bytes; a host that exceeds it is broken, and the connection is
 * closed.
 */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;

const NEWLINE = 10;

/** The transport; `onerror` is called for lines that get no answer. */
export class StdioTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  /** The chunks of the unfinished line. */
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(stdin: Readable, stdout: Writable) {
    this.#stdin = stdin;
    this.#stdout = stdout;
  }

  async start(): Promise<void> {
    this.#stdin.on("data", this.#onData);
    this.#stdin.on("error", this.#onError);
  }

  async close(): Promise<void> {
    this.#stdin.off("data", this.#onData);
    this.#stdin.off("error", this.#onError);
    this.#stdin.pause();
    this.#pieces = [];
    this.onclose?.();
  }

  /**
   * Resolves when the message is written or the host has read enough for the next one.
   *
   * Messages of one turn share a system call: with eight calls in flight, writes took a fifth of a cached call.
   */
  send(message: JSONRPCMessage | RpcError): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stdout.writableCorked === 0) {
        this.#stdout.cork();
        process.nextTick(() => this.#stdout.uncork());
      }
      if (this.#stdout.write(`${JSON.stringify(message)}\n`)) resolve();
      else this.#stdout.once("drain", resolve);
    });
  }

  readonly #onError = (error: Error) => this.onerror?.(error);

  readonly #onData = (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const last = chunk.subarray(start, end);
      this.#read(this.#size === 0 ? last : Buffer.concat([...this.#pieces, last]));
      this.#pieces = [];
      this.#size = 0;
      start = end + 1;
    }
    if (start === chunk.length) return;
    this.#pieces.push(chunk.subarray(start));
    this.#size += chunk.length - start;
    if (this.#size <= MAX_LINE_BYTES) return;
    this.onerror?.(new Error(`A line is longer than ${MAX_LINE_BYTES} bytes.`));
    void this.close();
  };

  #read(line: Buffer): void {
    const text = line.toString("utf8");
    const posted = line.length > MAX_MESSAGE_BYTES ? { error: tooLong(text) } : readPosted(text);
    if ("message" in posted) {
      try {
        this.onmessage?.(posted.message);
      } catch (error) {
        this.onerror?.(error as Error);
      }
    } else if (posted.error.id === null) this.onerror?.(new Error(posted.error.error.message));
    else void this.send(posted.error);
  }
}

function tooLong(text: string): RpcError {
  return rpcError(INVALID_REQUEST, `Invalid request: it is longer than ${MAX_MESSAGE_BYTES} bytes.`, weigh(text).id);
}
