import { describe, expect, it } from "vitest";
import { ProviderError, type Reason } from "../../../src/contract/errors.js";
import type { UpstreamRequest } from "../../../src/contract/upstream.js";
import { Hosts } from "../../../src/providers/yahoo/session/hosts.js";

const FIRST = "query1.finance.yahoo.com";
const SECOND = "query2.finance.yahoo.com";

/** Hosts of which those in `failing` fail for its reason; `ask` makes a call and returns the hosts asked so far. */
function createHosts(base: string) {
  const failing = new Map<string, Reason>();
  const asked: string[] = [];
  const hosts = new Hosts(base);
  async function send({ url }: UpstreamRequest) {
    asked.push(url.host);
    const reason = failing.get(url.host);
    if (reason) throw new ProviderError("provider-b", reason);
    return { status: 200, headers: {}, text: "{}", retryAfterSeconds: undefined };
  }
  return {
    failing,
    async ask() {
      await hosts.send({ send }, (current) => ({ url: new URL(`${current}/v8/finance/chart/AAPL`) }));
      return asked.splice(0);
    },
    asked,
  };
}

describe("provider B's two hosts", () => {
  it("are asked as configured while that host can be reached", async () => {
    const { ask } = createHosts(`https://${FIRST}`);
    expect([await ask(), await ask()]).toEqual([[FIRST], [FIRST]]);
  });

  it("replace each other when one cannot be reached, and back", async () => {
    const { ask, failing } = createHosts(`https://${FIRST}`);
    failing.set(FIRST, "unreachable");
    expect([await ask(), await ask()]).toEqual([[FIRST, SECOND], [SECOND]]);
    failing.clear();
    failing.set(SECOND, "unreachable");
    expect([await ask(), await ask()]).toEqual([[SECOND, FIRST], [FIRST]]);
  });

  it("fail when neither can be reached, after one call to each", async () => {
    const { ask, failing, asked } = createHosts(`https://${SECOND}`);
    failing.set(FIRST, "unreachable").set(SECOND, "unreachable");
    await expect(ask()).rejects.toMatchObject({ reason: "unreachable" });
    expect(asked).toEqual([SECOND, FIRST]);
  });

  it.each<Reason>(["timed_out", "server_error", "rate_limited", "session_limited", "queue_full", "circuit_open"])(
    "do not replace each other after %s",
    async (reason) => {
      const { ask, failing, asked } = createHosts(`https://${FIRST}`);
      failing.set(FIRST, reason);
      await expect(ask()).rejects.toMatchObject({ reason });
      expect(asked).toEqual([FIRST]);
    },
  );

  it("are one host if another one is configured", async () => {
    const { ask, failing, asked } = createHosts("http://127.0.0.1:8080/b");
    failing.set("127.0.0.1:8080", "unreachable");
    await expect(ask()).rejects.toMatchObject({ reason: "unreachable" });
    expect(asked).toEqual(["127.0.0.1:8080"]);
  });
});
