/**
 * Serves one MCP host over stdin and stdout, and shuts down gracefully when the host disconnects.
 */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { within } from "../lib/within.js";
import { StdioTransport } from "./stdio-transport.js";

/** The reason for the end. */
export type End = "host left" | "stop requested" | "log closed" | "cannot answer" | "host does not read";

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

/**
 * Serves until the host disconnects or `stopAsked` resolves; then calls `onEnd` with the reason and
 * answers the calls in flight.
 *
 * The SDK does not notice the end of stdin, and a closed stdout would end the process with a stack
 * trace; both are normal ends. So is a closed stderr: it is the only sign of a host that died while
 * another process holds stdin.
 */
export async function serveStdio(server: Server, stopAsked: Promise<void>, onEnd: (why: End) => void): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const transport = new StdioTransport(stdin, stdout);
  // Each answer that waits for the host adds a listener, so many listeners are not a leak and need no warning.
  stdout.setMaxListeners(0);
  const hostLeft = new Promise<End>((resolve) => {
    for (const event of ["end", "close"]) stdin.once(event, () => resolve("host left"));
  });
  const broken = new Promise<End>((resolve) => {
    stdin.once("error", () => resolve("cannot answer"));
    stdout.once("error", () => resolve("cannot answer"));
    server.onclose = () => resolve("cannot answer");
    const send = transport.send.bind(transport);
    transport.send = (message) => {
      if (stdout.writableLength > MAX_UNREAD_BYTES) resolve("host does not read");
      return send(message);
    };
  });
  const logClosed = new Promise<End>((resolve) => stderr.once("error", () => resolve("log closed")));
  const requests = countRequests(transport);
  await server.connect(transport);
  requests.watch();

  const end = await Promise.race([hostLeft, broken, logClosed, stopAsked.then((): End => "stop requested")]);
  onEnd(end);
  const over: Promise<unknown>[] = [broken, requests.drained(DRAIN_MS[end])];
  // A host that disconnects during the drain shortens it.
  if (end === "stop requested") over.push(hostLeft.then(() => requests.drained(DRAIN_MS["host left"])));
  await Promise.race(over);
  server.onclose = () => {};
  await server.close();
}

/** Resolves when stdout has no buffered answers. */
function emptied(): Promise<void> {
  const { stdout } = process;
  return new Promise((resolve) => (stdout.writableLength === 0 ? resolve() : void stdout.write("", () => resolve())));
}

/** Counts the requests that were read from the transport and are not answered yet. */
function countRequests(transport: StdioTransport) {
  /** Number of requests in flight by id, because a host may use an id twice. */
  const open = new Map<string | number, number>();
  const waiting = new Set<() => void>();

  function close(id: string | number): void {
    const left = (open.get(id) ?? 0) - 1;
    if (left > 0) open.set(id, left);
    else open.delete(id);
    if (open.size === 0) for (const resolve of waiting) resolve();
  }

  return {
    watch(): void {
      const deliver = transport.onmessage;
      transport.onmessage = (message) => {
        if ("method" in message && "id" in message) open.set(message.id, (open.get(message.id) ?? 0) + 1);
        // A cancelled request gets no answer.
        if ("method" in message && message.method === "notifications/cancelled") {
          const id = (message.params as { requestId?: string | number } | undefined)?.requestId;
          if (id !== undefined) close(id);
        }
        deliver?.(message);
      };
      const send = transport.send.bind(transport);
      transport.send = async (message) => {
        await send(message);
        if (!("method" in message) && message.id !== undefined && message.id !== null) close(message.id);
      };
    },
    /** Resolves when no request is in flight and a slow reader has read all answers, or after `withinMs`. */
    async drained(withinMs: number): Promise<void> {
      const answered = new Promise<void>((resolve) => (open.size === 0 ? resolve() : void waiting.add(resolve)));
      await within(withinMs, answered.then(emptied));
    },
  };
}
