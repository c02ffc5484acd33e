import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { MarketDataError, ProviderError } from "../../src/contract/errors.js";
import type { ProviderId } from "../../src/contract/provider-id.js";
import { ordinaryQuestion } from "../support/ordinary-question.js";
import { BASES, COOKIE_URL, createAsker, TEST_KEY } from "../support/ask.js";
import { useInternet } from "../support/internet.js";
import { nameOf } from "../support/source-names.js";

const internet = useInternet();

/** Every source of every row, with an ordinary question. */
const SOURCES = CATALOGUE.flatMap(({ sources }) =>
  sources.map((source) => ({ name: nameOf(source), source, question: ordinaryQuestion(source) })),
);
const OF_ONE_SYMBOL = SOURCES.filter(({ question }) => "symbol" in question);

/** Sends the same answer to every call except provider B's handshake, which succeeds. */
function answerEverything(reply: (id: ProviderId, path: string) => Response) {
  internet.use(
    http.get(
      COOKIE_URL,
      () => new HttpResponse(null, { status: 404, headers: { "set-cookie": "A3=d; Domain=.example.test; Path=/" } }),
    ),
    http.get(`${BASES["provider-b"]}/v1/test/getcrumb`, () => new HttpResponse("CRUMBCRUMB1")),
    ...Object.entries(BASES).map(([id, base]) =>
      http.all(`${base}/*`, ({ request }) => reply(id as ProviderId, new URL(request.url).pathname)),
    ),
  );
}

async function failureOf({ source, question }: (typeof SOURCES)[number]): Promise<MarketDataError> {
  const asker = createAsker();
  const error: unknown = await asker.ask(source, question).then(
    () => "an answer",
    (thrown: unknown) => thrown,
  );
  await asker.settled();
  expect(error).toBeInstanceOf(MarketDataError);
  return error as MarketDataError;
}

const LIMITS: Record<ProviderId, () => Response> = {
  "provider-a": () => HttpResponse.json({ "Error Message": "Limit Reach . Please upgrade your plan" }, { status: 429 }),
  "provider-b": () => new HttpResponse("Too Many Requests\r\n", { status: 429 }),
  "provider-c": () => HttpResponse.json({ Note: "our standard API call frequency is 5 calls per minute" }),
  "provider-d": () =>
    new HttpResponse("<!DOCTYPE html><title>SEC.gov | Request Rate Threshold Exceeded</title>", { status: 403 }),
  "provider-e": () => HttpResponse.json({ error: "API limit reached. Please try again later." }, { status: 429 }),
};

describe.each(SOURCES)("$name", (asked) => {
  it("reports a limit of the upstream, and when to retry", async () => {
    answerEverything((id) => LIMITS[id]());
    // A limit of a call with provider B's crumb leaves its open calls alone.
    const reason = asked.source.provider.id === "provider-b" ? /^(?:rate|session)_limited$/ : /^rate_limited$/;
    const retryAfterSeconds = asked.source.provider.id === "provider-d" ? 600 : 60;
    expect(await failureOf(asked)).toMatchObject({ reason: expect.stringMatching(reason), retryAfterSeconds });
  });

  it.each([
    ["an error of the upstream", () => new HttpResponse("boom", { status: 503 }), "server_error"],
    ["a broken connection", () => HttpResponse.error() as Response, "unreachable"],
    ["half a JSON text", () => new HttpResponse('[{"symbol":"AAPL","price":25'), "bad_answer"],
    ["a web page with status 200", () => new HttpResponse("<!doctype html><title>Hello</title>"), "bad_answer"],
    [
      "a redirect",
      () => new HttpResponse(null, { status: 302, headers: { location: "https://x.test/" } }),
      "bad_answer",
    ],
    ["a text where data should be", () => HttpResponse.json("AAPL"), "bad_answer"],
  ] as const)("cannot be used after %s", async (_what, reply, reason) => {
    answerEverything(reply);
    const error = await failureOf(asked);
    expect(error).toBeInstanceOf(ProviderError);
    expect((error as ProviderError).reason).toBe(reason);
  });

  it("keeps the upstream's words and our key out of its failure", async () => {
    answerEverything(() => HttpResponse.json({ error: `rejected ${TEST_KEY} with these words` }, { status: 400 }));
    const error = await failureOf(asked);
    const told = `${error.message} ${error.stack} ${JSON.stringify(error)}`;
    expect(told).not.toContain(TEST_KEY);
    expect(told).not.toContain("these words");
  });

  it.each([
    ["an empty list", []],
    ["an empty object", {}],
    ["null", null],
  ])("has no answer when the upstream sends %s", async (_what, body) => {
    answerEverything(() => HttpResponse.json(body));
    const outcome = await createAsker()
      .ask(asked.source, asked.question)
      .then(
        ({ data }) => Object.values(data).find(Array.isArray),
        (error: ProviderError) => error.reason ?? error.kind,
      );
    // Either an empty list or an error that nothing was found; never an answer without data.
    expect(["no_data", "not_found", "bad_answer"].includes(outcome as string) || (outcome as []).length === 0).toBe(
      true,
    );
  });
});

describe.each(OF_ONE_SYMBOL)("$name", (asked) => {
  it("does not answer for a symbol that the upstream does not know", async () => {
    answerEverything((id, path) => unknownSymbol(id, path));
    const error = await failureOf(asked);
    expect(error instanceof ProviderError ? error.reason : error.kind).toMatch(/^(?:not_found|no_data)$/);
  });
});

/** How each upstream reports an unknown symbol. */
function unknownSymbol(id: ProviderId, path: string): Response {
  if (id === "provider-a") return HttpResponse.json([]);
  if (path.includes("eurofxref"))
    return new HttpResponse("<Cube time='2026-04-14'><Cube currency='JPY' rate='181.07'/>");
  if (id === "provider-e") {
    if (path.endsWith("/quote")) return HttpResponse.json({ c: 0, d: null, dp: null, h: 0, l: 0, o: 0, pc: 0, t: 0 });
    if (path.endsWith("/calendar/earnings")) return HttpResponse.json({ earningsCalendar: [] });
    return HttpResponse.json(path.endsWith("/stock/profile2") ? {} : []);
  }
  if (path.endsWith("/search-index")) return HttpResponse.json({ hits: { total: { value: 0 }, hits: [] } });
  if (path.startsWith("/v7/finance/options/")) return HttpResponse.json({ optionChain: { result: [], error: null } });
  if (path.startsWith("/v7/")) return HttpResponse.json({ quoteResponse: { result: [], error: null } });
  if (path.startsWith("/ws/")) return HttpResponse.json({ timeseries: { result: [], error: null } });
  const envelope = path.includes("/chart/") ? "chart" : "quoteSummary";
  const description =
    envelope === "chart" ? "No data found, symbol may be delisted" : "Quote not found for symbol: AAPL";
  return HttpResponse.json(
    { [envelope]: { result: null, error: { code: "Not Found", description } } },
    { status: 404 },
  );
}
