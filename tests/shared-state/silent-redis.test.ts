/** Published pauses arrive again after Redis was silent for longer than a subscriber waits. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { SharedPause } from "../../src/contract/channels.js";
import { openRedis } from "../../src/store/redis.js";
import { hasRedis, startRedis } from "../support/redis.js";

const LIMITED: SharedPause = { provider: "provider-a", scope: undefined, ms: 30_000, reason: "rate_limited" };

it.skipIf(!hasRedis)("pauses are received again after the server did not answer for seven seconds", async () => {
  const server = await startRedis();
  const [listener, other] = [await openRedis(server.url), await openRedis(server.url)];
  const received: SharedPause[] = [];
  let links = 0;
  try {
    listener.pauses.subscribe(
      (pause) => received.push(pause),
      () => void links++,
    );
    await expect.poll(() => links).toBe(1);
    server.freeze();
    await sleep(7_000);
    server.thaw();
    await expect.poll(() => links, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
    // The other connection was silent too, and may reconnect a moment later.
    await expect.poll(() => other.pauses.publish(LIMITED).then(() => "published")).toBe("published");
    await expect.poll(() => received).toContainEqual(LIMITED);
  } finally {
    await Promise.all([listener.close(), other.close()]);
    await server.kill();
  }
});
