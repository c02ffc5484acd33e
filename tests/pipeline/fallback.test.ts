import { on, say } from "../../src/contract/sentence.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { financials } from "../../src/capabilities/companies/financials.js";
import {
  FailedEverywhere,
  MarketDataError,
  ProviderError,
  isRetryable,
  type FailureKind,
  type Hint,
  type Reason,
} from "../../src/contract/errors.js";
import { entry, limitedTo, type Entry } from "../../src/contract/entry.js";
import { enricher, enrichment } from "../../src/contract/enrichment.js";
import { source as sourceOf } from "../../src/contract/provider.js";
import type { ProviderId } from "../../src/contract/provider-id.js";
import { toQuestion } from "../../src/contract/question.js";
import { z } from "../../src/contract/schema.js";
import { askSources } from "../../src/pipeline/fallback.js";
import { toMessage, toToolForm } from "../../src/views/hint-words.js";
import { createSourceNames } from "../../src/views/source-names.js";
import {
  ACME,
  fakeA,
  fakeProvider,
  fakeB,
  fakeC,
  gives,
  price,
  priceEntry,
  refuses,
  running,
  type Answering,
} from "../support/fakes.js";
import { errorOf } from "../support/gate.js";

const INPUT = { symbol: "ACME" };

interface Circumstances {
  fallback?: boolean;
  unconfigured?: ProviderId[];
  signal?: AbortSignal;
  seconds?: number;
}

function ask(row: Entry<typeof price>, circumstances: Circumstances = {}) {
  const { fallback = true, unconfigured = [], signal = new AbortController().signal, seconds = 1 } = circumstances;
  const patience = { deadline: performance.now() + seconds * 1000, signal };
  return askSources(toQuestion(row, INPUT), running({ unconfigured }), patience, fallback);
}

/** The error that a caller gets when no source answers. */
async function failureOf(row: Entry<typeof price>, circumstances?: Circumstances) {
  const error = (await errorOf(ask(row, circumstances))) as MarketDataError;
  const { kind, retryAfterSeconds } = error;
  return {
    kind,
    message: toMessage(error, toToolForm, createSourceNames([]).writer()),
    retryAfterSeconds,
    retryable: isRetryable(error),
  };
}

const OTHER: Hint = { tool: "get_other_price", why: "has it too" };

describe("askSources, when an answer is short,", () => {
  const short = gives({ ...ACME, price: 1 }, { isShort: true, missing: ["bars"] });
  const facts = async (row: Entry<typeof price>, circumstances?: Circumstances) => {
    const { data, source, missing = [], passedOver } = await ask(row, circumstances);
    return [data.price, source.provider.id, missing, passedOver];
  };
  const unknown: Answering = async () => {
    throw new MarketDataError("not_found", "Unknown.");
  };

  it("returns the answer of the next source", async () => {
    expect(await facts(priceEntry([fakeB, short], [fakeA, gives(ACME)]))).toEqual([
      12.5,
      "provider-a",
      [],
      [{ provider: "provider-b", reason: "incomplete" }],
    ]);
  });

  it.each<[string, Answering, object[]]>([
    ["fails", refuses("provider-a", "timed_out"), [{ provider: "provider-a", reason: "timed_out" }]],
    ["does not know the symbol", unknown, []],
    ["has a short one, too", gives(ACME, { isShort: true }), [{ provider: "provider-a", reason: "incomplete" }]],
  ])("returns it, with what is missing, when the next source %s", async (_what, answer, passedOver) => {
    expect(await facts(priceEntry([fakeB, short], [fakeA, answer]))).toEqual([1, "provider-b", ["bars"], passedOver]);
  });

  it("returns it when there is no other source, or none may be asked", async () => {
    const found = [1, "provider-b", ["bars"], []];
    expect(await facts(priceEntry([fakeB, short]))).toEqual(found);
    expect(await facts(priceEntry([fakeB, short], [fakeA, gives(ACME)]), { fallback: false })).toEqual(found);
  });
});

describe("askSources, to detect changes of an upstream", () => {
  it("reports what each source answered, and an answer that could not be read, but no refusal", async () => {
    const answered: unknown[] = [];
    const providers = running();
    for (const each of providers.values()) {
      each.drift = {
        answered: (source, data) => answered.push([each.provider.id, source, data]),
        unreadable: (source) => answered.push([each.provider.id, source, "unreadable"]),
      };
    }
    const row = priceEntry(
      [fakeA, refuses("provider-a", "bad_answer")],
      [fakeC, refuses("provider-c", "not_in_plan")],
      [fakeB, refuses("provider-b", "bad_answer")],
      [fakeB, gives(ACME)],
    );
    const patience = { deadline: performance.now() + 1000, signal: new AbortController().signal };
    await askSources(toQuestion(row, INPUT), providers, patience, true);
    expect(answered).toEqual([
      ["provider-a", "price", "unreadable"],
      ["provider-b", "price", "unreadable"],
      ["provider-b", "price-2", ACME],
    ]);
  });
});

describe("askSources", () => {
  it("returns the best source's answer and asks no other one", async () => {
    const second = vi.fn<Answering>(gives(ACME));
    const found = await ask(priceEntry([fakeA, gives(ACME, { currency: "USD" })], [fakeB, second]));
    expect(found).toMatchObject({ data: ACME, currency: "USD", passedOver: [] });
    expect(found.source.provider).toBe(fakeA);
    expect(second).not.toHaveBeenCalled();
  });

  it("passes the input on unchanged", async () => {
    const source = vi.fn<Answering>(gives(ACME));
    await ask(priceEntry([fakeA, source]));
    expect(source.mock.calls[0]![0]).toEqual(INPUT);
  });

  it("passes over sources that cannot answer, best first, and states why", async () => {
    const row = priceEntry([fakeA, gives(ACME)], [fakeB, refuses("provider-b", "not_in_plan")], [fakeC, gives(ACME)]);
    const found = await ask(row, { unconfigured: ["provider-a"] });
    expect(found.source.provider).toBe(fakeC);
    expect(found.passedOver).toEqual([
      { provider: "provider-a", reason: "not_configured" },
      { provider: "provider-b", reason: "not_in_plan" },
    ]);
  });

  it("names a provider with two sources once, with its last reason", async () => {
    const row = priceEntry(
      [fakeB, refuses("provider-b", "timed_out")],
      [fakeB, refuses("provider-b", "server_error")],
      [fakeA, gives(ACME)],
    );
    const { passedOver } = await ask(row);
    expect(passedOver).toEqual([{ provider: "provider-b", reason: "server_error" }]);
  });

  it.each<FailureKind>(["no_coverage", "insufficient_history", "invalid_input"])(
    "ends the search at %s",
    async (kind) => {
      const second = vi.fn<Answering>(gives(ACME));
      const final = new MarketDataError(kind, "That is so.");
      const error = await errorOf(ask(priceEntry([fakeA, () => Promise.reject(final)], [fakeB, second])));
      expect(error).toBe(final);
      expect(second).not.toHaveBeenCalled();
    },
  );

  it("treats an unknown symbol as final, and names the providers that were asked", async () => {
    const unknown = () => Promise.reject(new MarketDataError("not_found", "That is so."));
    const second = vi.fn<Answering>(gives(ACME));
    expect(await failureOf(priceEntry([fakeA, unknown], [fakeB, second]))).toMatchObject({
      kind: "not_found",
      message: "Price of ACME: provider A does not know this symbol. search_symbols finds the right one.",
    });
    expect(second).not.toHaveBeenCalled();
    const row = priceEntry([fakeA, refuses("provider-a", "not_in_plan")], [fakeB, unknown]);
    expect((await failureOf(row)).message).toBe(
      "Price of ACME: provider A does not offer this in the plan of our API key; provider B does not know this symbol. search_symbols finds the right one.",
    );
    expect((await failureOf(row, { unconfigured: ["provider-a"] })).message).toBe(
      "Price of ACME: provider B does not know this symbol. search_symbols finds the right one.",
    );
    const [none] = [refuses("provider-a", "no_data")];
    expect((await failureOf(priceEntry([fakeA, none], [fakeB, unknown]))).message).toBe(
      "Price of ACME: provider A and provider B do not know this symbol. search_symbols finds the right one.",
    );
  });

  it("asks a later source that lists all markets for a symbol that the first one does not know", async () => {
    const unknown = () => Promise.reject(new MarketDataError("not_found", "That is so."));
    const listing = fakeProvider("provider-b", { listsAllMarkets: true });
    expect(await ask(priceEntry([fakeA, unknown], [listing, gives(ACME)]))).toMatchObject({
      data: ACME,
      passedOver: [{ provider: "provider-a", reason: "no_data" }],
    });
    expect((await failureOf(priceEntry([fakeA, unknown], [listing, unknown]))).message).toBe(
      "Price of ACME: provider A and provider B do not know this symbol. search_symbols finds the right one.",
    );
    expect(await failureOf(priceEntry([fakeA, unknown], [listing, refuses("provider-b", "timed_out")]))).toMatchObject({
      kind: "upstream_unavailable",
    });
    // Provider B lists more than A does, so A is not asked after it.
    const second = vi.fn<Answering>(gives(ACME));
    expect((await failureOf(priceEntry([listing, unknown], [fakeA, second]))).kind).toBe("not_found");
    expect(second).not.toHaveBeenCalled();
  });

  it("names the tool that asks another provider for a symbol that the first one does not know", async () => {
    const row = priceEntry([fakeA, () => Promise.reject(new MarketDataError("not_found", "That is so."))]);
    const tool = { ...price.tool, otherwise: OTHER };
    expect((await failureOf({ ...row, capability: { ...price, tool } })).message).toBe(
      "Price of ACME: provider A does not know this symbol. search_symbols finds the right one. get_other_price has it too.",
    );
  });

  it("asks a second-best source only after the failures that it is for", async () => {
    const second = vi.fn<Answering>(gives(ACME));
    const rowAfter = (reason: "no_cookie" | "timed_out") => {
      const first = sourceOf(fakeB, price, refuses("provider-b", reason));
      return entry(price, [first, sourceOf(fakeB, price, second, { after: new Set<Reason>(["no_cookie"]) })]);
    };
    expect((await failureOf(rowAfter("timed_out"))).kind).toBe("upstream_unavailable");
    expect(second).not.toHaveBeenCalled();
    expect(await ask(rowAfter("no_cookie"))).toMatchObject({ data: ACME });
  });

  it("rethrows a bug instead of hiding it behind the next source", async () => {
    const bug = new TypeError("oops");
    const row = priceEntry([fakeA, () => Promise.reject(bug)], [fakeB, gives(ACME)]);
    expect(await errorOf(ask(row))).toBe(bug);
  });

  it("asks only the first source when fallback is off", async () => {
    const second = vi.fn<Answering>(gives(ACME));
    const row = priceEntry([fakeA, refuses("provider-a", "timed_out")], [fakeB, second]);
    expect(await failureOf(row, { fallback: false })).toEqual({
      kind: "upstream_unavailable",
      message: "Price of ACME: provider A did not answer in time. Try again in 5 s.",
      retryAfterSeconds: 5,
      retryable: true,
    });
    expect(second).not.toHaveBeenCalled();
  });

  it("asks no further source for a cancelled question", async () => {
    const leaving = new AbortController();
    const second = vi.fn<Answering>(gives(ACME));
    const row = priceEntry(
      [fakeA, () => (leaving.abort(), refuses("provider-a", "timed_out")(INPUT))],
      [fakeB, second],
    );
    expect(await failureOf(row, { signal: leaving.signal })).toMatchObject({ kind: "cancelled" });
    expect(second).not.toHaveBeenCalled();
  });
});

describe("askSources when a source is slow", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const never: Answering = () => new Promise(() => {});
  const after =
    (seconds: number): Answering =>
    async () => {
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      return { data: ACME };
    };

  it.each([
    ["an attempt's time", 20, 12],
    ["half of the remaining time, when that is less", 10, 5],
  ])("leaves time for the next one: %s", async (_what, seconds, share) => {
    const second = vi.fn<Answering>(gives(ACME));
    const found = ask(priceEntry([fakeB, never], [fakeA, second]), { seconds });
    await vi.advanceTimersByTimeAsync(share * 1000 - 1);
    expect(second).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await found).toMatchObject({
      source: { provider: fakeA },
      passedOver: [{ provider: "provider-b", reason: "timed_out" }],
    });
  });

  it("leaves each of several sources its share of the time", async () => {
    const found = ask(priceEntry([fakeC, never], [fakeB, never], [fakeA, gives(ACME)]), { seconds: 20 });
    await vi.advanceTimersByTimeAsync(16_000);
    expect((await found).source.provider).toBe(fakeA);
  });

  it("waits until the deadline when no other source can be asked", async () => {
    const row = priceEntry([fakeB, after(19)], [fakeA, gives(ACME)]);
    const found = Promise.all([
      ask(row, { seconds: 20, unconfigured: ["provider-a"] }),
      ask(row, { seconds: 20, fallback: false }),
    ]);
    await vi.advanceTimersByTimeAsync(19_000);
    for (const { source } of await found) expect(source.provider).toBe(fakeB);
  });

  it("keeps no time for a source that is asked after other failures only", async () => {
    const slow = sourceOf(fakeB, price, after(19));
    const reduced = sourceOf(fakeB, price, gives(ACME), { after: new Set<Reason>(["no_cookie"]) });
    const found = ask(entry(price, [slow, reduced]), { seconds: 20 });
    await vi.advanceTimersByTimeAsync(19_000);
    expect(await found).toMatchObject({ source: slow, passedOver: [] });
  });

  it("ignores the later result of the slow one", async () => {
    const late: Answering = async () => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      throw new Error("too late");
    };
    const found = ask(priceEntry([fakeB, late], [fakeA, gives(ACME)]));
    await vi.advanceTimersByTimeAsync(1000);
    expect((await found).source.provider).toBe(fakeA);
  });
});

describe("askSources when no source answers", () => {
  const limited = refuses("provider-b", "rate_limited", 30);

  it("names each provider, those without a key last, its reason, the missing setting and the time to retry", async () => {
    const row = priceEntry([fakeA, gives(ACME)], [fakeB, limited], [fakeC, refuses("provider-c", "key_refused")]);
    expect(await failureOf(row, { unconfigured: ["provider-a"] })).toEqual({
      kind: "upstream_limited",
      message:
        "Price of ACME: provider B is limiting our requests; provider C refuses our API key (check PROVIDER_C_API_KEY); " +
        "provider A is not configured (set PROVIDER_A_API_KEY). Try again in 30 s.",
      retryAfterSeconds: 30,
      retryable: true,
    });
  });

  it("prefers a failure to a missing key", async () => {
    const row = priceEntry([fakeA, gives(ACME)], [fakeB, refuses("provider-b", "unreachable")]);
    expect(await failureOf(row, { unconfigured: ["provider-a"] })).toMatchObject({ kind: "upstream_unavailable" });
  });

  it("states that nothing is configured when that is the only reason", async () => {
    const row = priceEntry([fakeA, gives(ACME)]);
    expect(await failureOf(row, { unconfigured: ["provider-a"] })).toEqual({
      kind: "not_configured",
      message: "Price of ACME: provider A is not configured (set PROVIDER_A_API_KEY).",
      retryAfterSeconds: undefined,
      retryable: false,
    });
  });

  it("does not suggest a retry after a refused key or a plan without the call", async () => {
    for (const reason of ["key_refused", "not_in_plan"] as const) {
      const failure = await failureOf(priceEntry([fakeA, refuses("provider-a", reason)]));
      expect(failure).toMatchObject({ kind: "upstream_unavailable", retryable: false });
    }
  });

  it("names the alternative when the only source fails", async () => {
    const row = priceEntry([fakeA, refuses("provider-a", "server_error")]);
    const capability = {
      ...price,
      tool: { ...price.tool, otherwise: OTHER },
    };
    expect(await failureOf({ ...row, capability })).toMatchObject({
      message: "Price of ACME: provider A answered with an error. Try again in 5 s. get_other_price has it too.",
    });
  });

  it("records the decisive failure", async () => {
    const spent = refuses("provider-a", "quota_spent", 86_400);
    const error = await errorOf(ask(priceEntry([fakeA, spent], [fakeB, limited])));
    expect(error).toBeInstanceOf(FailedEverywhere);
    expect((error as FailedEverywhere).decisive).toMatchObject({ provider: "provider-b", reason: "rate_limited" });
  });
});

describe("askSources when no source has the data", () => {
  const [noneA, noneB] = [refuses("provider-a", "no_data"), refuses("provider-b", "no_data")];

  it("reports what a source says in place of an unknown symbol, unless a source that may know it failed", async () => {
    const instead = new MarketDataError("invalid_input", "ACME may be one of two.");
    const finds: Answering = async () => {
      throw new ProviderError("provider-a", "no_data", { instead });
    };
    const unknown: Answering = async () => {
      throw new MarketDataError("not_found", "Unknown.");
    };
    for (const next of [refuses("provider-b", "no_data"), unknown])
      expect(await failureOf(priceEntry([fakeA, finds], [fakeB, next]))).toMatchObject({ message: instead.message });
    expect(await failureOf(priceEntry([fakeA, finds], [fakeB, refuses("provider-b", "timed_out")]))).toMatchObject({
      kind: "upstream_unavailable",
    });
    expect((await ask(priceEntry([fakeA, finds], [fakeB, gives(ACME)]))).source.provider).toBe(fakeB);
  });

  it("reports an unknown symbol", async () => {
    expect(await failureOf(priceEntry([fakeA, noneA], [fakeB, noneB]))).toEqual({
      kind: "not_found",
      message: "Price of ACME: provider A and provider B do not know this symbol. search_symbols finds the right one.",
      retryAfterSeconds: undefined,
      retryable: false,
    });
  });

  it("reports an unknown symbol even when no other source could be asked", async () => {
    const row = priceEntry([fakeA, gives(ACME)], [fakeB, noneB], [fakeC, refuses("provider-c", "not_in_plan")]);
    expect(await failureOf(row, { unconfigured: ["provider-a"] })).toMatchObject({ kind: "not_found" });
  });

  it("does not call a symbol unknown when a source that may know it failed", async () => {
    const row = priceEntry([fakeA, noneA], [fakeB, refuses("provider-b", "timed_out")]);
    expect(await failureOf(row)).toMatchObject({ kind: "upstream_unavailable" });
  });

  it("reports no coverage, not an unknown symbol, when a source knows the symbol and has no data", async () => {
    const row = priceEntry(
      [fakeA, refuses("provider-a", "not_in_plan")],
      [fakeB, refuses("provider-b", "not_covered")],
    );
    expect(await failureOf(row)).toMatchObject({
      kind: "no_coverage",
      message: expect.stringMatching(/provider B knows the symbol and has none of this/i),
    });
    const open = priceEntry([fakeA, refuses("provider-a", "timed_out")], [fakeB, refuses("provider-b", "not_covered")]);
    expect(await failureOf(open)).toMatchObject({ kind: "upstream_unavailable" });
  });

  it("returns the capability's empty answer, if it has one, in the name of the best source that was asked", async () => {
    const empty = { symbol: "ACME", price: 0, volume: null };
    const row = priceEntry([fakeC, gives(ACME)], [fakeB, noneB], [fakeA, noneA]);
    const whenEmpty = vi.fn<() => typeof empty>(() => empty);
    const capability = { ...price, whenEmpty };
    const found = await ask({ ...row, capability }, { unconfigured: ["provider-c"] });
    expect(found.data).toEqual(empty);
    expect(whenEmpty).toHaveBeenCalledOnce();
    expect(found.source.provider).toBe(fakeB);
    expect(found.passedOver).toEqual([
      { provider: "provider-c", reason: "not_configured" },
      { provider: "provider-a", reason: "no_data" },
    ]);
  });
});

describe("askSources, when a source cannot apply a parameter,", () => {
  const row = (parameter = "range"): Entry<typeof price> => {
    const made = priceEntry([fakeA, gives({ ...ACME, price: 1 })], [fakeB, gives(ACME)]);
    return {
      ...made,
      sources: made.sources.map((each, index) => (index === 0 ? { ...each, cannot: () => [parameter] } : each)),
    };
  };

  it.each([true, false])("asks the next source, with fallback %j", async (fallback) => {
    const { source, passedOver } = await ask(row(), { fallback });
    expect([source.provider.id, passedOver]).toEqual(["provider-b", []]);
  });

  it("asks a source that cannot after those that can, if an enrichment makes up for it", async () => {
    const supplied = enrichment(price, {
      name: "supplied",
      fields: ["price"],
      supplies: ["range"],
      ask: () => null,
      apply: (data) => ({ data, fields: [] }),
    });
    const helper = enricher(fakeC, supplied, async () => ({ facts: null }));
    const helped = { ...row(), enrichers: [helper] };
    expect((await ask(helped)).source.provider).toBe(fakeB);
    expect((await ask(helped, { unconfigured: ["provider-b"] })).source.provider).toBe(fakeA);
    expect(await failureOf(helped, { unconfigured: ["provider-b", "provider-c"] })).toMatchObject({
      kind: "invalid_input",
    });
  });

  it("says which provider could, if that one is not configured", async () => {
    const says = 'Only provider B can apply "range", and this server cannot ask it.';
    const failure = (asked: ReturnType<typeof row>) => failureOf(asked, { unconfigured: ["provider-b"] });
    expect(await failure(row())).toMatchObject({ kind: "invalid_input", message: `${says} Leave "range" out.` });
    const withKey = row();
    const sources = withKey.sources.map((each) => ({ ...each, provider: { ...each.provider, needsKey: true } }));
    expect(await failure({ ...withKey, sources })).toMatchObject({
      message: `${says} Set PROVIDER_B_API_KEY, or leave "range" out.`,
    });
  });

  it("says what is not configured for a part of the path, which nobody can leave out", async () => {
    expect(await failureOf(row("symbol"), { unconfigured: ["provider-b"] })).toMatchObject({
      kind: "not_configured",
      message: expect.not.stringContaining("out"),
    });
  });

  it("says what the setting PROVIDERS would have to name, where it leaves out all that can", async () => {
    const refuse = () => new MarketDataError("not_configured", "None.");
    const limited = (parameter: string) => limitedTo(["provider-a"], row(parameter), refuse) as Entry<typeof price>;
    const failure = { kind: "not_configured" };
    expect(await failureOf(limited("symbol"))).toMatchObject({
      ...failure,
      message: 'Price: no source of this server can apply "symbol". Add B to the setting PROVIDERS.',
    });
    const withRange = { ...price, input: price.input.extend({ range: z.string().optional() }) };
    expect(await failureOf({ ...limited("range"), capability: withRange })).toMatchObject({
      ...failure,
      message:
        'Price: no source of this server can apply "range". Add B to the setting PROVIDERS, or leave "range" out.',
    });
  });

  it("says with which word a source can answer where a choice has one, also if the caller made none", async () => {
    const refuse = () => new MarketDataError("not_configured", "None.");
    const large = (input: object) => ("kind" in input && input.kind === "large" ? [] : ["kind"]);
    const [first, ...others] = row().sources;
    const onlyLarge = { ...row(), sources: [{ ...first!, cannot: large }, ...others] };
    const limited = limitedTo(["provider-a"], onlyLarge, refuse) as Entry<typeof price>;
    const withKind = { ...price, input: price.input.extend({ kind: z.enum(["funds", "large"]).optional() }) };
    expect(await failureOf({ ...limited, capability: withKind })).toMatchObject({
      kind: "not_configured",
      message: 'Price: this server can answer only with "kind" large. Add B to the setting PROVIDERS for others.',
    });
  });

  it("points to the tool that its capability names for the value", async () => {
    const hint = { tool: "get_filing_text", why: "has the note on segments of a filing" };
    const capability = { ...price, hintFor: (name: string) => (name === "symbol" ? hint : undefined) };
    const hinted = { ...row(), capability };
    expect(await failureOf(hinted, { unconfigured: ["provider-b"] })).toMatchObject({
      message: expect.stringMatching(/out\. get_filing_text has the note on segments of a filing\.$/) as string,
    });
    expect(financials.hintFor?.("statement_type", "revenue_by_region")).toEqual(hint);
    expect(financials.hintFor?.("statement_type", "income")).toBeUndefined();
  });
});

describe("the advice to ask the filings", () => {
  const advised = on.advice(say`Filings may have older ones.`);
  const notesWith = async (official: ProviderId, unconfigured: ProviderId[] = []) => {
    const row = entry(price, [
      sourceOf(fakeA, price, gives(ACME, { notes: [say`Since 2020.`, advised] })),
      sourceOf(fakeProvider(official), price, gives(ACME), { official: true }),
    ]);
    return (await ask(row, { unconfigured })).notes;
  };

  it("stays while this server can ask them, and goes otherwise", async () => {
    expect(await notesWith("provider-b")).toEqual(["Since 2020.", advised]);
    expect(await notesWith("provider-b", ["provider-b"])).toEqual(["Since 2020."]);
  });
});
