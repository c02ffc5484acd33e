import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { delay, http, HttpResponse, passthrough } from "msw";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ProviderError, UnreadableAnswer } from "../../src/contract/errors.js";
import type { Provider } from "../../src/contract/provider.js";
import type { UpstreamRequest } from "../../src/contract/upstream.js";
import { Pauses } from "../../src/upstream/pauses.js";
import { createUpstream, judged } from "../../src/upstream/judged-upstream.js";
import type { Asking } from "../../src/upstream/call-admission.js";
import type { Call } from "../../src/upstream/call.js";
import { LONG_BYTES } from "../../src/upstream/long-answers.js";
import { openLane, type LaneParts } from "../support/lane.js";
import { fakeProvider } from "../support/fakes.js";
import { createGate, errorOf, outcomeOf } from "../support/gate.js";
import { useInternet } from "../support/internet.js";

const internet = useInternet();
const ADDRESS = "https://a.example.test/quote";
const KEY = "canary-key-0123456789";

const REQUEST: UpstreamRequest = { url: new URL(`${ADDRESS}?symbol=AAPL&apikey=${KEY}`) };

type Reply = () => Response | Promise<Response>;
const ok = () => HttpResponse.json({ price: 1 });
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new HttpResponse("no", { status: code, headers });
const broken = () => HttpResponse.error();
const hang: Reply = async () => {
  await delay("infinite");
  return ok();
};

/** An upstream client whose server sends these replies in turn, and the last one repeatedly. */
function createLane(replies: Reply[], overrides: Partial<Provider> = {}, lane: LaneParts = {}) {
  let calls = 0;
  internet.use(http.get(ADDRESS, () => replies[Math.min(calls++, replies.length - 1)]!()));
  const whole = openLane(fakeProvider("provider-a", overrides), lane);
  function open(call: Partial<Call> = {}) {
    const patience = { deadline: performance.now() + 100_000 };
    return createUpstream(whole, { ...patience, ...call });
  }
  return {
    open,
    send: (request: Partial<UpstreamRequest> = {}, call: Partial<Call> = {}) =>
      open(call).send({ ...REQUEST, ...request }),
    calls: () => calls,
  };
}

/** Returns the description of a failure. */
async function failureOf(sent: Promise<unknown>) {
  const { kind, message, reason, retryAfterSeconds } = (await errorOf(sent)) as ProviderError;
  return { kind, message, reason, retryAfterSeconds };
}

const SERVER_ERROR = {
  kind: "upstream_unavailable",
  message: "Provider A answered with an error",
  reason: "server_error",
  retryAfterSeconds: undefined,
};

describe("send", () => {
  it("returns the answer unchanged", async () => {
    const { send, calls } = createLane([ok]);
    expect(await send()).toMatchObject({ status: 200, text: '{"price":1}', retryAfterSeconds: undefined });
    expect(calls()).toBe(1);
  });

  it("gives up a request at its own time limit if that is shorter than the provider's", async () => {
    const { send } = createLane([hang], { retries: false });
    expect(await failureOf(send({ timeoutMs: 20 }))).toMatchObject({ reason: "timed_out" });
  });

  it("removes our key from an answer that contains it, but does not search for very short keys", async () => {
    const quoting = (key: string) => () => new HttpResponse(`{"name":"a ${key}, ${encodeURIComponent(key)}"}`);
    const keyed = (key: string) => openLane(fakeProvider("provider-a"), { secrets: [key] });
    const long = createLane([quoting("k/3f+9a=77c1")], {}, keyed("k/3f+9a=77c1"));
    expect(await long.send()).toMatchObject({ text: '{"name":"a ***, ***"}' });
    const short = createLane([quoting("demo")], {}, keyed("demo"));
    expect(await short.send()).toMatchObject({ text: '{"name":"a demo, demo"}' });
  });

  it.each([200, 204, 302, 304, 400, 404, 418])("leaves status %i to the provider, without a retry", async (code) => {
    const { send, calls } = createLane([() => new HttpResponse(null, { status: code })]);
    expect(await send()).toMatchObject({ status: code });
    expect(calls()).toBe(1);
  });

  it.each([500, 502, 503, 504, 599])("retries once after %i", async (code) => {
    const { send, calls } = createLane([status(code), ok]);
    expect(await send()).toMatchObject({ status: 200 });
    expect(calls()).toBe(2);
  });

  it("retries exactly once after a connection that was reset", async () => {
    let calls = 0;
    // msw cannot reset connections, so this server resets the first three.
    const server = createServer((request, response) =>
      ++calls <= 3 ? request.socket.resetAndDestroy() : response.end("ok"),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/quote`);
    internet.use(http.get(url.href, () => passthrough()));
    const { send } = createLane([ok]);
    expect(await failureOf(send({ url }))).toMatchObject({ reason: "unreachable" });
    expect(calls).toBe(2);
    expect(await send({ url })).toMatchObject({ status: 200, text: "ok" });
    expect(calls).toBe(4);
    server.close();
    server.closeAllConnections();
  });

  it("does not knock again where a status outside HTTP, such as 999, says that our address is blocked", async () => {
    let calls = 0;
    // msw cannot send such a status.
    const server = createServer((_request, response) => void (calls++, response.writeHead(999).end()));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/quote`);
    internet.use(http.get(url.href, () => passthrough()));
    expect(await failureOf(createLane([ok]).send({ url }))).toEqual(SERVER_ERROR);
    expect(calls).toBe(1);
    server.close();
    server.closeAllConnections();
  });

  it("stops after the second failure", async () => {
    const { send, calls } = createLane([status(500)]);
    expect(await failureOf(send())).toEqual(SERVER_ERROR);
    expect(calls()).toBe(2);
  });

  it.each([
    ["answers 500", status(500), "server_error"],
    ["breaks the connection", broken, "unreachable"],
  ] as const)("never retries a provider without retries that %s", async (_what, reply, reason) => {
    const { send, calls } = createLane([reply], { retries: false });
    expect(await failureOf(send())).toMatchObject({ reason });
    expect(calls()).toBe(1);
  });

  it("does not retry after a timeout, because the time is over", async () => {
    const { send, calls } = createLane([hang], {}, { timeoutMs: 50 });
    expect(await failureOf(send())).toMatchObject({
      reason: "timed_out",
      message: "Provider A did not answer in time",
    });
    expect(calls()).toBe(1);
  });

  it("does not retry when too little time is left", async () => {
    const { send, calls } = createLane([status(500)]);
    expect(await failureOf(send({}, { deadline: performance.now() + 200 }))).toEqual(SERVER_ERROR);
    expect(calls()).toBe(1);
  });

  it("does not retry when the upstream states when to retry", async () => {
    const { send, calls } = createLane([status(503, { "retry-after": "120" })]);
    expect(await failureOf(send())).toEqual({ ...SERVER_ERROR, retryAfterSeconds: 120 });
    expect(calls()).toBe(1);
  });

  it("never waits beyond the question's own deadline", async () => {
    const { send } = createLane([hang], {}, { timeoutMs: 60_000 });
    expect(await failureOf(send({}, { deadline: performance.now() + 50 }))).toMatchObject({ reason: "timed_out" });
  });

  it("reports a timeout, not a full queue, when no time is left", async () => {
    const { send, calls } = createLane([ok], {}, { turn: () => Promise.reject(new Error("nobody is asked")) });
    expect(await failureOf(send({}, { deadline: performance.now() - 1 }))).toMatchObject({ reason: "timed_out" });
    expect(calls()).toBe(0);
  });

  it("waits for its turn before each attempt", async () => {
    let admitted = 0;
    const { send } = createLane([status(500), ok], {}, { turn: async () => void admitted++ });
    await send();
    expect(admitted).toBe(2);
  });

  it("blames our own limits, not the provider, where waiting for a turn has left it hardly any time", async () => {
    const turnAfter = (ms: number) => async () => void (await new Promise((resolve) => setTimeout(resolve, ms)));
    const reasonAfter = async (ms: number) => {
      const { send } = createLane([hang], { retries: false }, { turn: turnAfter(ms) });
      return (await failureOf(send({}, { deadline: performance.now() + 400 }))).reason;
    };
    expect([await reasonAfter(300), await reasonAfter(20)]).toEqual(["queue_full", "timed_out"]);
  });

  it("sends nothing when the queue is full", async () => {
    const refusal = new ProviderError("provider-a", "queue_full", { retryAfterSeconds: 9 });
    const { send, calls } = createLane([ok], {}, { turn: () => Promise.reject(refusal) });
    expect(await errorOf(send())).toBe(refusal);
    expect(calls()).toBe(0);
  });

  it("retries about one call in ten, so that an outage does not double the load", async () => {
    const failing = status(500);
    const eightGood = Array.from({ length: 8 }, () => ok);
    const { open, calls } = createLane([failing, ok, failing, ok, failing, ok, failing, ...eightGood, failing, ok]);
    const send = () => {
      const upstream = open();
      return judged(upstream, () => upstream.send(REQUEST));
    };
    for (let question = 0; question < 3; question++) expect(await send()).toMatchObject({ status: 200 });
    expect(await failureOf(send())).toEqual(SERVER_ERROR);
    expect(calls()).toBe(7);
    for (let question = 0; question < 9; question++) expect(await send()).toMatchObject({ status: 200 });
    expect(calls()).toBe(17);
  });

  it("does not retry when that would use the reserve of the daily quota", async () => {
    const { admission } = openLane(fakeProvider("provider-a"));
    const spent = { ...admission, hasSpare: async () => false };
    const { send, calls } = createLane([status(500), ok], {}, { admission: spent });
    expect(await failureOf(send())).toEqual(SERVER_ERROR);
    expect(calls()).toBe(1);
  });

  it("reports a cancellation when the caller cancels, in the queue or in flight", async () => {
    const inLine = new AbortController();
    const turn = () =>
      new Promise<void>((_, reject) => inLine.signal.addEventListener("abort", () => reject(inLine.signal.reason)));
    const waiting = createLane([ok], {}, { turn });
    const first = errorOf(waiting.send({}, { signal: inLine.signal }));
    inLine.abort();
    expect(await first).toMatchObject({ kind: "cancelled" });
    expect(waiting.calls()).toBe(0);

    const onTheWay = new AbortController();
    const flying = createLane([() => (onTheWay.abort(), hang())]);
    expect(await errorOf(flying.send({}, { signal: onTheWay.signal }))).toMatchObject({ kind: "cancelled" });
  });

  it("ends the delay before a retry when the caller cancels", async () => {
    // The delay would outlast the test.
    vi.spyOn(Math, "random").mockReturnValue(1_000_000);
    onTestFinished(() => void vi.restoreAllMocks());
    const leaving = new AbortController();
    const { admission } = openLane(fakeProvider("provider-a"));
    const leaves = { ...admission, hasSpare: async () => (setTimeout(() => leaving.abort(), 10), true) };
    const { send, calls } = createLane([status(500), ok], {}, { admission: leaves });
    expect(await errorOf(send({}, { signal: leaving.signal }))).toMatchObject({ kind: "cancelled" });
    expect(calls()).toBe(1);
  });
});

describe("long answers", () => {
  const long = () => new HttpResponse(JSON.stringify("a".repeat(LONG_BYTES)));

  it("of two questions are in memory until these have mapped them; the third question waits", async () => {
    const lane = createLane([long]);
    const [one, two, three] = [lane.open(), lane.open(), lane.open()];
    await Promise.all([one.send(REQUEST), two.send(REQUEST)]);
    let isRead = false;
    const third = three.send(REQUEST).then((response) => ((isRead = true), response));
    await expect.poll(() => lane.calls()).toBe(3);
    // A short answer that was requested later has been read meanwhile.
    const other = createLane([ok]);
    await other.send();
    expect(isRead).toBe(false);
    two.judge();
    expect(await third).toMatchObject({ status: 200 });
  });

  it("that wait until the deadline are refused as an overload, which is no failure of the provider", async () => {
    const lane = createLane([long]);
    await Promise.all([lane.send(), lane.send()]);
    for (let question = 0; question < 6; question++) {
      expect(await failureOf(lane.send({}, { deadline: performance.now() + 300 }))).toEqual({
        kind: "overloaded",
        message: "Provider A has as many requests from us as our own limits allow",
        reason: "queue_full",
        retryAfterSeconds: undefined,
      });
    }
  });

  it("end their places when the question fails, and when they come after its end", async () => {
    const lane = createLane([long]);
    for (let question = 0; question < 3; question++) {
      const upstream = lane.open();
      const failed = judged(upstream, async () => {
        await upstream.send(REQUEST);
        throw new ProviderError("provider-a", "bad_answer");
      });
      expect(await failureOf(failed)).toMatchObject({ reason: "bad_answer" });
      const late = lane.open();
      const sent = late.send(REQUEST);
      late.judge();
      expect(await sent).toMatchObject({ status: 200 });
    }
  });
});

describe("send to a provider that refuses", () => {
  const refusal: Provider["refusal"] = ({ status: code, retryAfterSeconds }, { scopes }) => {
    if (code === 429) return { reason: "rate_limited", retryAfterSeconds, pauseSeconds: retryAfterSeconds };
    if (code === 402) return { reason: "not_in_plan", pauseSeconds: 60, pauseScope: scopes?.[1] };
    if (code === 400) return { reason: "bad_answer" };
    return undefined;
  };
  const limited = status(429, { "retry-after": "30" });

  it("makes no further call to a provider that limits us before the stated time", async () => {
    const { send, calls } = createLane([limited, ok], { refusal });
    const refused = {
      kind: "upstream_limited",
      message: "Provider A is limiting our requests",
      reason: "rate_limited",
      retryAfterSeconds: 30,
    };
    expect(await failureOf(send())).toEqual(refused);
    for (let again = 0; again < 20; again++) expect(await failureOf(send({ scopes: [`/${again}`] }))).toEqual(refused);
    expect(calls()).toBe(1);
  });

  it("calls again when the pause is over", async () => {
    const clock = { ms: 0 };
    const { send } = createLane([limited, ok], { refusal }, { pauses: new Pauses(() => clock.ms) });
    await errorOf(send());
    clock.ms = 29_999;
    expect(await failureOf(send())).toMatchObject({ retryAfterSeconds: 1 });
    clock.ms = 30_000;
    expect(await send()).toMatchObject({ status: 200 });
  });

  it("pauses only the scope that a refusal names", async () => {
    const { send, calls } = createLane([status(402), ok], { refusal });
    const refused = { scopes: ["/income", "/income AAPL"] };
    expect(await failureOf(send(refused))).toMatchObject({ reason: "not_in_plan" });
    expect(await failureOf(send(refused))).toMatchObject({ reason: "not_in_plan", retryAfterSeconds: 60 });
    expect(calls()).toBe(1);
    expect(await send({ scopes: ["/income", "/income MSFT"] })).toMatchObject({ status: 200 });
  });

  it("sends none of the queued calls after the provider has limited us", async () => {
    const gate = createGate();
    let waiting = false;
    let counted = 0;
    const turn = async ({ check }: Asking) => {
      if (waiting) await gate.passed;
      waiting = true;
      check();
      counted++;
    };
    const { send, calls } = createLane([limited, ok], { refusal }, { turn });
    const first = failureOf(send());
    const inLine = Array.from({ length: 5 }, () => failureOf(send()));
    expect(await first).toMatchObject({ reason: "rate_limited" });
    gate.open();
    for (const { reason } of await Promise.all(inLine)) expect(reason).toBe("rate_limited");
    expect([calls(), counted]).toEqual([1, 1]);
  });

  it("makes no retry when another call has met the provider's limit in the meantime", async () => {
    const pauses = new Pauses();
    const { send, calls } = createLane(
      [() => (pauses.set("provider-a", undefined, 30, "rate_limited"), status(500)()), ok],
      {},
      { pauses },
    );
    expect(await failureOf(send())).toEqual(SERVER_ERROR);
    expect(calls()).toBe(1);
  });

  it("does not pause for a refusal that names no time", async () => {
    const { send, calls } = createLane([status(400), ok], { refusal });
    expect(await failureOf(send())).toMatchObject({ reason: "bad_answer" });
    expect(await send()).toMatchObject({ status: 200 });
    expect(calls()).toBe(2);
  });
});

describe("the circuit of a provider", () => {
  const refusal: Provider["refusal"] = ({ status: code, text }) =>
    code === 418 || text.includes("error") ? { reason: "bad_answer" } : undefined;
  /** Makes a call, and treats an answer that is not JSON as a source does. */
  async function use(upstream: ReturnType<ReturnType<typeof createLane>["open"]>) {
    return judged(upstream, async () => {
      const { text } = await upstream.send(REQUEST);
      if (text.startsWith("<")) throw new UnreadableAnswer("provider-a");
      if (text.includes("price 0")) throw new ProviderError("provider-a", "bad_answer");
      if (text === "no") throw new ProviderError("provider-a", "no_data");
      return text;
    });
  }
  const page = () => new HttpResponse("<html>");
  const open = { reason: "circuit_open", retryAfterSeconds: expect.any(Number) };

  it.each<[string, Reply]>([
    ["web pages", page],
    ["answers that the provider's refusal function calls unusable", status(418)],
    ["bodies that are no text", () => new HttpResponse(new Uint8Array([0xff]))],
    ["server errors", status(500)],
  ])("opens at the fifth unusable answer in a row: %s", async (_what, reply) => {
    const lane = createLane([reply], { refusal, retries: false });
    for (let call = 0; call < 5; call++) {
      expect(await failureOf(use(lane.open()))).not.toMatchObject(open);
    }
    expect(await failureOf(use(lane.open()))).toMatchObject(open);
    expect(lane.calls()).toBe(5);
  });

  it.each<[string, Reply]>([
    ["a price of 0", () => HttpResponse.json("price 0")],
    ["a refusal with status 200", () => HttpResponse.json({ error: "oops" })],
  ])("stays closed however often a readable answer is unusable for its symbol: %s", async (_what, reply) => {
    const lane = createLane([reply], { refusal });
    for (let call = 0; call < 12; call++) {
      expect(await failureOf(use(lane.open()))).toMatchObject({ reason: "bad_answer" });
    }
    expect(lane.calls()).toBe(12);
  });

  it("closes after a probe whose answer is readable, although it is unusable for its symbol", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const lane = createLane([page, page, page, page, page, () => HttpResponse.json("price 0")]);
      for (let call = 0; call < 5; call++) await outcomeOf(use(lane.open()));
      vi.advanceTimersByTime(20_000);
      for (let call = 0; call < 3; call++) {
        expect(await failureOf(use(lane.open()))).toMatchObject({ reason: "bad_answer" });
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([400, 401, 404, 422, 429])("stays closed however often the answer is %i", async (code) => {
    const lane = createLane([status(code)]);
    for (let call = 0; call < 12; call++) await outcomeOf(use(lane.open()));
    expect(lane.calls()).toBe(12);
  });

  it("stays closed when one symbol's answer is unusable and others are valid", async () => {
    const lane = createLane([page, page, page, page, ok, ok, ok, ok, ok, ok, ok, ok, page, page, page, ok]);
    for (let call = 0; call < 16; call++) await outcomeOf(use(lane.open()));
    expect(lane.calls()).toBe(16);
  });

  it("counts one failure when one of several parallel answers was unusable", async () => {
    const lane = createLane([ok]);
    for (let question = 0; question < 4; question++) {
      const upstream = lane.open();
      const together = async () => {
        await Promise.all([upstream.send(REQUEST), upstream.send(REQUEST), upstream.send(REQUEST)]);
        throw new UnreadableAnswer("provider-a");
      };
      await outcomeOf(judged(upstream, together));
    }
    expect(await lane.send()).toMatchObject({ status: 200 });
  });

  it("counts one failure when several calls of a question and their retries fail", async () => {
    const lane = createLane([status(500)]);
    const askOverview = () => {
      const upstream = lane.open();
      return judged(upstream, () => Promise.all([REQUEST, REQUEST, REQUEST].map((part) => upstream.send(part))));
    };
    for (let question = 0; question < 5; question++) {
      expect(await failureOf(askOverview())).toMatchObject({ reason: "server_error" });
    }
    expect(await failureOf(askOverview())).toMatchObject(open);
  });

  it("counts a call that several questions share as one of the question that began it", async () => {
    const lane = createLane([status(500)], { retries: false });
    const askOverview = () => {
      const upstream = lane.open();
      const shared = lane.open({ question: upstream.question });
      return Promise.all([judged(shared, () => shared.send(REQUEST)), judged(upstream, () => upstream.send(REQUEST))]);
    };
    for (let question = 0; question < 5; question++) {
      expect(await failureOf(askOverview())).toMatchObject({ reason: "server_error" });
    }
    expect(await failureOf(askOverview())).toMatchObject(open);
  });

  it("lets one call through after its time, and stays open when the answer is unusable", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const lane = createLane([page]);
      for (let call = 0; call < 5; call++) await outcomeOf(use(lane.open()));
      vi.advanceTimersByTime(20_000);
      expect(await failureOf(use(lane.open()))).toMatchObject({ reason: "bad_answer" });
      const { retryAfterSeconds } = await failureOf(use(lane.open()));
      expect(retryAfterSeconds).toBeGreaterThan(20);
    } finally {
      vi.useRealTimers();
    }
  });

  it("does not stay half open because of an answer that arrives after its question has ended", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const lane = createLane([page, page, page, page, page, ok]);
      for (let call = 0; call < 5; call++) await outcomeOf(use(lane.open()));
      vi.advanceTimersByTime(20_000);
      const upstream = lane.open();
      const late = upstream.send(REQUEST);
      upstream.judge(new ProviderError("provider-a", "circuit_open"));
      await late;
      expect(await use(lane.open())).toBe('{"price":1}');
    } finally {
      vi.useRealTimers();
    }
  });

  it("stays closed when callers had too little time, which shows nothing about the provider", async () => {
    const lane = createLane([hang, hang, hang, hang, hang, hang, ok], {}, { timeoutMs: 5000 });
    for (let call = 0; call < 6; call++) {
      const deadline = performance.now() + 100;
      expect(await failureOf(use(lane.open({ deadline })))).toMatchObject({ reason: "timed_out" });
    }
    expect(await use(lane.open())).toBe('{"price":1}');
  });

  it("opens when a provider has no answer within the time of an attempt", async () => {
    const lane = createLane([hang], {}, { timeoutMs: 20 });
    for (let call = 0; call < 5; call++) await outcomeOf(use(lane.open()));
    expect(await failureOf(use(lane.open()))).toMatchObject(open);
  });

  it("allows another probe when the first one was cancelled in the queue", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const leaving = new AbortController();
      const turn = ({ signal }: Asking) =>
        signal === leaving.signal ? Promise.reject(new Error("left")) : Promise.resolve();
      const lane = createLane([page, page, page, page, page, ok], {}, { turn });
      for (let call = 0; call < 5; call++) await outcomeOf(use(lane.open()));
      vi.advanceTimersByTime(20_000);
      leaving.abort();
      expect(await errorOf(use(lane.open({ signal: leaving.signal })))).toMatchObject({ kind: "cancelled" });
      expect(await use(lane.open())).toBe('{"price":1}');
    } finally {
      vi.useRealTimers();
    }
  });

  it("sends none of the queued calls when it opens", async () => {
    const gate = createGate();
    let turns = 0;
    const lane = createLane([page], {}, { turn: async () => void (++turns > 5 && (await gate.passed)) });
    const asked = Array.from({ length: 8 }, () => failureOf(use(lane.open())));
    await Promise.all(asked.slice(0, 5));
    gate.open();
    for (const failure of await Promise.all(asked.slice(5))) expect(failure).toMatchObject(open);
    expect(lane.calls()).toBe(5);
  });
});

describe("permanentlyMissing of a question's calls", () => {
  const refusal: Provider["refusal"] = ({ status: code }) => (code === 402 ? { reason: "not_in_plan" } : undefined);
  const notInPlan = status(402);

  it.each<[string, Reply[], boolean]>([
    ["is false when no call failed", [ok, ok], false],
    ["is true when all failed calls are not in our plan", [notInPlan, ok, notInPlan], true],
    ["is false when a call failed for another reason", [notInPlan, broken], false],
  ])("%s", async (_what, replies, permanent) => {
    const upstream = createLane(replies, { refusal, retries: false }).open();
    for (const _reply of replies) await outcomeOf(upstream.send(REQUEST));
    expect(upstream.permanentlyMissing()).toBe(permanent);
  });

  it("is not known while a call is in flight", async () => {
    const leaving = new AbortController();
    const upstream = createLane([notInPlan, hang], { refusal }).open({ signal: leaving.signal });
    await outcomeOf(upstream.send(REQUEST));
    const flying = outcomeOf(upstream.send(REQUEST));
    expect(upstream.permanentlyMissing()).toBe(false);
    leaving.abort();
    await flying;
  });
});

describe("a failure of send", () => {
  it.each<[string, Reply]>([
    ["a broken connection", broken],
    ["a server error that quotes the address", () => new HttpResponse(`${ADDRESS}?apikey=${KEY}`, { status: 500 })],
    ["a timeout", hang],
    ["a body that is not text", () => new HttpResponse(new Uint8Array([0xff, 0xfe, 0xff]))],
    ["a false compression", () => new HttpResponse("plain", { headers: { "content-encoding": "gzip" } })],
  ])("does not contain the API key: %s", async (_what, reply) => {
    const { send } = createLane([reply], { retries: false }, { timeoutMs: 100 });
    const error = await errorOf(send());
    const texts = [
      error.message,
      error.stack,
      JSON.stringify(error),
      inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    ];
    expect(error).toBeInstanceOf(ProviderError);
    expect(error.cause).toBeUndefined();
    expect(texts.filter((text) => text?.includes(KEY) || text?.includes("a.example.test"))).toEqual([]);
  });

  it("is no unhandled rejection when the caller cancels the moment its answer arrives", async () => {
    const { send } = createLane([status(404)]);
    const leaving = new AbortController();
    expect(await send({}, { signal: leaving.signal })).toMatchObject({ status: 404 });
    leaving.abort();
    // got would report it one tick later without a listener, which would end the process.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it("is no unhandled rejection after the caller has cancelled", async () => {
    const { send } = createLane([broken]);
    const leaving = new AbortController();
    const sent = outcomeOf(send({}, { signal: leaving.signal }));
    leaving.abort();
    expect(await sent).toMatchObject({ kind: "cancelled" });
  });
});
