/** A connection to Redis that only listens. */
import type { createClient as CreateClient, RedisClientOptions } from "@keyv/redis";
import type { Subscriber } from "./redis-pauses.js";

/** How often it asks whether the server is there, and after how long a silence it connects anew. */
const PING_MS = 1_000;
const SILENT_MS = 5_000;

/** Opens it; nobody waits for it, and it comes back as often as it is lost, listening to what it listened to. */
export function openSubscriber(
  createClient: typeof CreateClient,
  { url, socket }: Pick<RedisClientOptions, "url" | "socket">,
): Subscriber & { close(): void } {
  const client = createClient({
    ...(url === undefined ? {} : { url }),
    pingInterval: PING_MS,
    // A way that is dead without a word would never be noticed by who only listens.
    socket: { ...socket, socketTimeout: SILENT_MS } as NonNullable<RedisClientOptions["socket"]>,
  });
  // The store says when the server is away; once is enough.
  client.on("error", () => {});
  const connected = client.connect();
  connected.catch(() => {});
  return {
    async follow(channel, onMessage, onLinked) {
      await connected;
      await client.subscribe(channel, onMessage);
      // After a break it subscribes again before it is ready.
      client.on("ready", onLinked);
      onLinked();
    },
    close() {
      if (client.isOpen) client.destroy();
    },
  };
}
