/** MCP over stdin and stdout, with the manners a desktop host needs. */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

/** How long calls in flight may still be answered after the host closed our stdin. */
const DRAIN_MS = 1_500;

/**
 * Serves until the host goes away, then resolves.
 *
 * The SDK does not notice that stdin ended, and a closed stdout would end the
 * process with a stack trace; both are an ordinary goodbye.
 */
export async function serveStdio(server: Server): Promise<void> {
  const transport = new StdioServerTransport();
  const gone = new Promise<"ended" | "broken">((resolve) => {
    process.stdin.once("end", () => resolve("ended"));
    process.stdin.once("close", () => resolve("ended"));
    process.stdin.once("error", () => resolve("broken"));
    process.stdout.once("error", () => resolve("broken"));
    server.onclose = () => resolve("broken");
  });
  const flights = countFlights(transport);
  await server.connect(transport);
  flights.watch();
  if ((await gone) === "ended") await flights.landed(DRAIN_MS);
  server.onclose = () => {};
  await server.close();
}

/** Requests read from the transport and not yet answered. */
function countFlights(transport: StdioServerTransport) {
  const open = new Set<string | number>();
  let onLanded: (() => void) | undefined;

  function close(id: string | number): void {
    open.delete(id);
    if (open.size === 0) onLanded?.();
  }

  return {
    watch(): void {
      const deliver = transport.onmessage;
      transport.onmessage = (message) => {
        if ("method" in message && "id" in message) open.add(message.id);
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
        if (!("method" in message) && message.id !== undefined) close(message.id);
      };
    },
    landed(withinMs: number): Promise<void> {
      if (open.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        onLanded = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
