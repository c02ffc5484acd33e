/** Counters in Redis while time passes: it uses its server's clock, which cannot be faked. */
import { afterAll, describe } from "vitest";
import { itCountsOverTime } from "../store/counters-over-time.js";
import { STORES, stopStores } from "../store/stores.js";

const redis = STORES.find(({ hasFakeClock }) => !hasFakeClock);

afterAll(stopStores);

describe.runIf(redis)("counters in Redis, over time", () => {
  itCountsOverTime(redis!);
});
