/** A Redis connection that only receives published messages. */
import type { createClient as CreateClient, RedisClientOptions } from "@keyv/redis";
import type { Subscriber } from "./redis-pauses.js";

/** Interval of pings, and the silence after which the client reconnects. */
const PING_MS = 1_000;
const SILENT_MS = 5_000;

/**
 * Opens the connection without waiting for it; it reconnects after every loss and restores its
 * subscriptions.
 */
export function openSubscriber(
  createClient: typeof CreateClient,
  { url, socket }: Pick<RedisClientOptions, "url" | "socket">,
): Subscriber & { close(): void } {
  const client = createClient({
    ...(url === undefined ? {} : { url }),
    pingInterval: PING_MS,
    // A subscriber sends nothing, so it would never notice a dead connection without this timeout.
    socket: { ...socket, socketTimeout: SILENT_MS } as NonNullable<RedisClientOptions["socket"]>,
  });
  // The store's other connection already reports an unavailable server.
  client.on("error", () => {});
  const connected = client.connect();
  connected.catch(() => {});
  return {
    async subscribe(channel, onMessage, onConnected) {
      await connected;
      await client.subscribe(channel, onMessage);
      // The client restores its subscriptions before it emits `ready`.
      client.on("ready", onConnected);
      onConnected();
    },
    close() {
      if (client.isOpen) client.destroy();
    },
  };
}
