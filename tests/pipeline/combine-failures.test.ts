import { describe, expect, it } from "vitest";
import { entry } from "../../src/contract/entry.js";
import { source } from "../../src/contract/provider.js";
import { z } from "../../src/contract/schema.js";
import type { MarketDataError, Reason } from "../../src/contract/errors.js";
import { toUnknownSymbol } from "../../src/pipeline/combine-failures.js";
import { askSources } from "../../src/pipeline/fallback.js";
import { fakeA, fakeB, price, priceEntry, refuses, running } from "../support/fakes.js";
import { errorOf } from "../support/gate.js";
import { toQuestion } from "../../src/contract/question.js";
import { toMessage, toToolForm } from "../../src/views/hint-words.js";
import { createSourceNames } from "../../src/views/source-names.js";

/**
 * How a source fails: the reason, the seconds to wait that the error names, and the seconds for which its circuit
 * breaker or pause still blocks it.
 */
const STATES = {
  "quota spent": { reason: "quota_spent", named: 86_400, free: 0 },
  "rate limited": { reason: "rate_limited", named: 30, free: 0 },
  paused: { reason: "rate_limited", named: 40, free: 40 },
  "queue full": { reason: "queue_full", named: 60, free: 0 },
  "circuit open": { reason: "circuit_open", named: 15, free: 15 },
  "circuit just opened": { reason: "server_error", named: undefined, free: 16 },
  unreachable: { reason: "unreachable", named: undefined, free: 0 },
  "timed out": { reason: "timed_out", named: undefined, free: 0 },
} as const satisfies Record<string, { reason: Reason; named: number | undefined; free: number }>;

type State = keyof typeof STATES;
const NAMES = Object.keys(STATES) as State[];

/** The kind (limited, overloaded or down) and the seconds for each pair; columns in the order of STATES. */
const EXPECTED: Record<State, string> = {
  "quota spent": "limited 86400, limited 30, limited 40, overloaded 60, down 15, down 16, down 5, down 5",
  "rate limited": "limited 30, limited 30, limited 30, limited 30, down 15, down 16, down 5, down 5",
  paused: "limited 40, limited 30, limited 40, limited 40, down 15, down 16, down 5, down 5",
  "queue full": "overloaded 60, limited 30, limited 40, overloaded 60, down 15, down 16, down 5, down 5",
  "circuit open": "down 15, down 15, down 15, down 15, down 15, down 15, down 5, down 5",
  "circuit just opened": "down 16, down 16, down 16, down 16, down 15, down 16, down 5, down 5",
  unreachable: "down 5, down 5, down 5, down 5, down 5, down 5, down 5, down 5",
  "timed out": "down 5, down 5, down 5, down 5, down 5, down 5, down 5, down 5",
};

const KINDS: Record<string, string> = {
  limited: "upstream_limited",
  overloaded: "overloaded",
  down: "upstream_unavailable",
};

const PAIRS = NAMES.flatMap((a) =>
  EXPECTED[a].split(", ").map((expected, column) => {
    const [kind, seconds] = expected.split(" ") as [string, string];
    return { a, b: NAMES[column]!, kind: KINDS[kind]!, seconds: Number(seconds) };
  }),
);

async function failureOf(a: State, b?: State): Promise<MarketDataError> {
  const fails = (id: "provider-a" | "provider-b", state: State) =>
    refuses(id, STATES[state].reason, STATES[state].named);
  const row = b
    ? priceEntry([fakeA, fails("provider-a", a)], [fakeB, fails("provider-b", b)])
    : priceEntry([fakeA, fails("provider-a", a)]);
  const free = { "provider-a": STATES[a].free, "provider-b": b ? STATES[b].free : 0 };
  const patience = { deadline: performance.now() + 1000, signal: new AbortController().signal };
  return (await errorOf(
    askSources(toQuestion(row, { symbol: "ACME" }), running({ free }), patience, true),
  )) as MarketDataError;
}

describe("symbols of a list that no source knows", () => {
  const failureFor = async (symbols: string[], ...reasons: Reason[]) => {
    const capability = { ...price, title: "Prices", input: z.object({ symbols: z.array(z.string()) }) };
    const providers = [fakeA, fakeB];
    const sources = reasons.map((reason, at) =>
      source(providers[at]!, capability as never, refuses(providers[at]!.id, reason) as never),
    );
    const patience = { deadline: performance.now() + 1000, signal: new AbortController().signal };
    const asked = toQuestion(entry(capability as never, sources), { symbols } as never);
    return (await errorOf(askSources(asked, running(), patience, true))) as MarketDataError;
  };

  it.each([
    [["X"], ["no_data"], "Prices: X is not known to provider A. search_symbols finds the right one."],
    [
      ["X"],
      ["no_data", "no_data"],
      "Prices: X is not known to provider A or provider B. search_symbols finds the right one.",
    ],
    [
      ["X", "Y"],
      ["no_data", "no_data"],
      "Prices: none of the 2 symbols is known to provider A or provider B: X, Y. search_symbols finds the right ones.",
    ],
    [
      ["X", "Y"],
      ["not_in_plan", "no_data"],
      "Prices: provider A does not offer this in the plan of our API key; none of the 2 symbols is known to provider B: X, Y. search_symbols finds the right ones.",
    ],
  ] as [string[], Reason[], string][])(
    "%j are not found when the sources fail with %j",
    async (symbols, reasons, message) => {
      const failure = await failureFor(symbols, ...reasons);
      expect([failure.kind, toMessage(failure, toToolForm, createSourceNames([]).writer())]).toEqual([
        "not_found",
        message,
      ]);
    },
  );

  it("are asked for by a title that names no provider, whom the sentence names itself", () => {
    const quoteOfB = { capability: { ...price, title: "Price from provider B", subject: "Price" } } as never;
    expect(toUnknownSymbol(quoteOfB, ["X"], ["provider-b"], []).message).toBe(
      "Price of X: provider B does not know this symbol.",
    );
  });

  it("may be known after all when a source failed", async () => {
    expect(await failureFor(["X"], "no_data", "timed_out")).toMatchObject({ kind: "upstream_unavailable" });
  });
});

describe("the time to retry when no source answered", () => {
  it.each(PAIRS)("is $seconds s ($kind) when A is $a and B is $b", async ({ a, b, kind, seconds }) => {
    const { message, ...failure } = await failureOf(a, b);
    expect(failure).toMatchObject({ kind, retryAfterSeconds: seconds });
    expect(message).toContain(` Try again in ${seconds} s.`);
  });

  it.each(NAMES)("is that of the only source when it is %s", async (state) => {
    const { named, free } = STATES[state];
    expect(await failureOf(state)).toMatchObject({ retryAfterSeconds: named ?? (free || 5) });
  });

  it.each<Reason>(["not_configured", "key_refused", "not_in_plan", "no_data"])(
    "is that of the other source when one failed with %s, which a retry does not change",
    async (reason) => {
      const patience = { deadline: performance.now() + 1000, signal: new AbortController().signal };
      const row = priceEntry(
        [fakeA, refuses("provider-a", reason, 86_000)],
        [fakeB, refuses("provider-b", "unreachable")],
      );
      const error = await errorOf(askSources(toQuestion(row, { symbol: "ACME" }), running(), patience, true));
      expect(error).toMatchObject({ kind: "upstream_unavailable", retryAfterSeconds: 5 });
    },
  );

  it("is not stated when a retry cannot help", async () => {
    const patience = { deadline: performance.now() + 1000, signal: new AbortController().signal };
    const row = priceEntry([fakeA, refuses("provider-a", "not_in_plan", 86_000)]);
    const error = await errorOf(askSources(toQuestion(row, { symbol: "ACME" }), running(), patience, true));
    expect((error as MarketDataError).retryAfterSeconds).toBeUndefined();
    expect(error.message).not.toContain("Try again");
  });

  it("uses the longest wait of each provider: no source of B can be asked while B's quota is used up", async () => {
    const patience = { deadline: performance.now() + 1000, signal: new AbortController().signal };
    const row = priceEntry(
      [fakeB, refuses("provider-b", "unreachable")],
      [fakeB, refuses("provider-b", "quota_spent", 500)],
      [fakeA, refuses("provider-a", "rate_limited", 90)],
    );
    const error = await errorOf(askSources(toQuestion(row, { symbol: "ACME" }), running(), patience, true));
    expect(error).toMatchObject({ kind: "upstream_limited", retryAfterSeconds: 90 });
  });
});
