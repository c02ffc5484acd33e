/**
 * Serves one MCP host over stdin and stdout, one message per line, and shuts down gracefully when the host disconnects.
 *
 * The SDK's own transport parses lines of any size, never answers a request that its schema rejects, so that the host
 * would wait forever, and does not notice the end of stdin.
 */
import { toJson } from "./result-json.js";
import type { Readable, Writable } from "node:stream";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";
import { within } from "../lib/within.js";
import { INVALID_REQUEST, isRequest, rpcError, type RpcError } from "./json-rpc.js";
import { readPosted } from "./read-message.js";
import { MAX_MESSAGE_BYTES, weigh } from "./message-weight.js";

/** The reason for the end. */
type End = "host left" | "stop requested" | "log closed" | "cannot answer" | "host does not read";

/** Milliseconds in which calls in flight may still be answered; 0 where no answer can reach the host. */
const DRAIN_MS: Readonly<Record<End, number>> = {
  // Hosts kill the process after two seconds.
  "host left": 1_500,
  "log closed": 1_500,
  // Ten seconds, minus the time to close the store.
  "stop requested": 9_000,
  "cannot answer": 0,
  "host does not read": 0,
};

/**
 * Limit in bytes of answers that the host has not read; a host with more unread bytes counts as one that no longer
 * reads.
 */
export const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

/** Limit of an unfinished line in bytes; a host that exceeds it is broken, and the connection is closed. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;

const NEWLINE = 10;

/**
 * Serves until the host disconnects or `stopAsked` resolves; then calls `onEnd` with the reason and answers the calls in
 * flight.
 *
 * A closed stdout would end the process with a stack trace, but is a normal end. So is a closed stderr: it is the only
 * sign of a host that died while another process holds stdin.
 */
export async function serveStdio(
  server: Server,
  stopAsked: Promise<unknown>,
  onEnd: (why: End) => void,
  onRejected: (reason: string) => void,
): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const transport = new StdioTransport(stdin, stdout, onRejected);
  // Each answer that waits for the host adds a listener, so many listeners are not a leak and need no warning.
  stdout.setMaxListeners(0);
  const hostLeft = new Promise<End>((resolve) => {
    for (const event of ["end", "close"]) stdin.once(event, () => resolve("host left"));
  });
  const broken = new Promise<End>((resolve) => {
    stdin.once("error", () => resolve("cannot answer"));
    stdout.once("error", () => resolve("cannot answer"));
    server.onclose = () => resolve("cannot answer");
    transport.onUnread = () => resolve("host does not read");
  });
  const logClosed = new Promise<End>((resolve) => stderr.once("error", () => resolve("log closed")));
  await server.connect(transport);

  const orphaned = orphanedSince(transport);
  const end = await Promise.race([hostLeft, broken, logClosed, orphaned, stopAsked.then((): End => "stop requested")]);
  onEnd(end);
  const over: Promise<unknown>[] = [broken, transport.drained(DRAIN_MS[end])];
  // A host that disconnects during the drain shortens it.
  if (end === "stop requested") over.push(hostLeft.then(() => transport.drained(DRAIN_MS["host left"])));
  await Promise.race(over);
  server.onclose = () => {};
  await server.close();
}

/** Milliseconds between two looks at the parent process. */
const PARENT_MS = 2_000;

/**
 * Resolves when the process that was our parent at the first messages has ended: a host that was killed leaves the pipes
 * open as long as another process that it started holds them. A launcher that ends at once is no host.
 */
function orphanedSince(transport: StdioTransport): Promise<End> {
  let parent: number | undefined;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!transport.hasRead) return;
      parent ??= process.ppid;
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve("host left");
    }, PARENT_MS);
    timer.unref();
  });
}

/** The transport; `onRejected` is called with the reason for each line that is no message. */
export class StdioTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onerror?: (error: Error) => void;
  onclose?: () => void;
  /** Called when the host has left too many bytes unread. */
  onUnread?: () => void;
  /** Whether a message was read. */
  hasRead = false;
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #onRejected: (reason: string) => void;
  /** The chunks of the unfinished line. */
  #pieces: Buffer[] = [];
  #size = 0;
  /** Number of requests that were read and are not answered yet, by id, because a host may use an id twice. */
  readonly #open = new Map<RequestId, number>();
  #onAnswered = () => {};
  /** The messages of this turn of the event loop, and the promise of their write. */
  #unwritten = "";
  #written: Promise<void> | undefined;

  constructor(stdin: Readable, stdout: Writable, onRejected: (reason: string) => void = () => {}) {
    this.#onRejected = onRejected;
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

  /** Resolves when the message is written or the host has read enough for the next one. */
  async send(message: JSONRPCMessage | RpcError): Promise<void> {
    if (this.#stdout.writableLength + this.#unwritten.length > MAX_UNREAD_BYTES) this.onUnread?.();
    await this.#write(`${toJson(message)}\n`);
    if (!("method" in message) && message.id !== undefined && message.id !== null) this.#close(message.id);
  }

  /** Resolves when no request is in flight and a slow reader has read all answers, or after `withinMs`. */
  async drained(withinMs: number): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      this.#onAnswered = resolve;
      if (this.#open.size === 0) resolve();
    });
    await within(
      withinMs,
      answered.then(() => this.#emptied()),
    );
  }

  /** Messages of one turn are one write: with eight calls in flight, a write for each took a fifth of a cached call. */
  #write(text: string): Promise<void> {
    this.#unwritten += text;
    this.#written ??= new Promise((resolve) => {
      process.nextTick(() => {
        const texts = this.#unwritten;
        this.#unwritten = "";
        this.#written = undefined;
        if (this.#stdout.write(texts)) resolve();
        else this.#stdout.once("drain", resolve);
      });
    });
    return this.#written;
  }

  /** Resolves when stdout has no buffered answers. */
  #emptied(): Promise<void> {
    const stdout = this.#stdout;
    return new Promise((resolve) => (stdout.writableLength === 0 ? resolve() : void stdout.write("", () => resolve())));
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
    this.#reject(`A line is longer than ${MAX_LINE_BYTES} bytes; the connection is closed.`);
    void this.close();
  };

  #read(line: Buffer): void {
    const text = line.toString("utf8");
    if (!/\S/.test(text)) return;
    const posted = line.length > MAX_MESSAGE_BYTES ? { error: tooLong(text) } : readPosted(text);
    if ("message" in posted) {
      this.hasRead = true;
      this.#count(posted.message);
      try {
        this.onmessage?.(posted.message);
      } catch (error) {
        this.onerror?.(error as Error);
      }
    } else {
      this.#reject(posted.error.error.message);
      if (!isAnswer(text)) void this.send(posted.error);
    }
  }

  #reject(reason: string): void {
    this.#onRejected(reason);
    this.onerror?.(new Error(reason));
  }

  /** Counts a request. One that the host cancels gets no answer. */
  #count(message: JSONRPCMessage): void {
    if (isRequest(message)) this.#open.set(message.id, (this.#open.get(message.id) ?? 0) + 1);
    else if ("method" in message && message.method === "notifications/cancelled") {
      const id = message.params?.["requestId"];
      if (typeof id === "string" || typeof id === "number") this.#close(id);
    }
  }

  #close(id: RequestId): void {
    const left = (this.#open.get(id) ?? 0) - 1;
    if (left > 0) this.#open.set(id, left);
    else this.#open.delete(id);
    if (this.#open.size === 0) this.#onAnswered();
  }
}

/** Whether a line that is no message is meant as an answer: two programs that answer each other's errors never end. */
function isAnswer(text: string): boolean {
  return /"(?:result|error)"\s*:/.test(text) && !/"method"\s*:/.test(text);
}

function tooLong(text: string): RpcError {
  return rpcError(INVALID_REQUEST, `Invalid request: it is longer than ${MAX_MESSAGE_BYTES} bytes.`, weigh(text).id);
}
