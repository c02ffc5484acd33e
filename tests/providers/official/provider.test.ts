import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/contract/errors.js";
import { Pauses } from "../../../src/upstream/pauses.js";
import type { SharedPause } from "../../../src/contract/channels.js";
import { filingsFromSec } from "../../../src/providers/sec/filings.js";
import { officialSources } from "../../../src/providers/official/provider.js";
import { BASES, createAsker, TEST_CONTACT } from "../../support/ask.js";
import { healthyBody } from "../../support/healthy-upstream.js";
import { useInternet } from "../../support/internet.js";

const internet = useInternet();
const BASE = BASES["provider-d"];
const LIST = "/files/company_tickers.json";

/** Answers all calls healthily, but those of `path` with `reply`; returns the calls that come. */
function play(path?: string, reply?: () => Response) {
  const calls: Request[] = [];
  internet.use(
    http.get(`${BASE}/*`, ({ request }) => {
      calls.push(request);
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === path && reply) return reply();
      return HttpResponse.json(healthyBody(`/d${pathname}`, searchParams) as object);
    }),
  );
  return calls;
}

async function failureOf(asker: ReturnType<typeof createAsker>): Promise<ProviderError> {
  const error = await asker.ask(filingsFromSec, { symbol: "AAPL" }).catch((thrown: unknown) => thrown);
  if (!(error instanceof ProviderError)) throw new Error("expected a ProviderError", { cause: error });
  return error;
}

/** The pauses that hold for any call of provider D. */
function pausedIn({ pauses }: ReturnType<typeof createAsker>): string[] {
  return [undefined, "SEC", "SEC data", "SEC files", "SEC search", "treasury", "bls"].flatMap((scope) => {
    const pause = pauses.get("provider-d", scope === undefined ? [] : [scope]);
    return pause ? [`${scope} ${pause.reason} ${pause.seconds}`] : [];
  });
}

const response = (text: string, status: number) => ({
  status,
  text,
  headers: { "content-type": "text/html" },
  retryAfterSeconds: undefined,
});
const page = (title: string) => `<!DOCTYPE html PUBLIC "-//W3C//DTD">\n<html>\n<head>\n<title>${title}</title>`;
const UNDECLARED = page("SEC.gov | Your Request Originates from an Undeclared Automated Tool");
const BLOCK = page("SEC.gov | Request Rate Threshold Exceeded");
const reply = (text: string, status: number, type: string) => () =>
  new HttpResponse(text, { status, headers: { "content-type": type } });

describe("provider D", () => {
  it("names this program and the operator's contact to the SEC", async () => {
    const calls = play();
    await createAsker().ask(filingsFromSec, { symbol: "AAPL" });
    expect(calls.map(({ headers }) => headers.get("user-agent"))).toEqual(
      calls.map(() => expect.stringMatching(`^market-data-mcp/\\S+ ${TEST_CONTACT}$`)),
    );
  });

  it("makes no call without a contact", async () => {
    const calls = play();
    const error = await failureOf(createAsker({ contact: undefined }));
    expect([error.reason, calls.length]).toEqual(["not_configured", 0]);
  });

  it.each([
    ["403", 403],
    ["429", 429],
  ])("pauses for ten minutes when a page with %s says that the address is blocked", async (_code, status) => {
    play("/submissions/CIK0000320193.json", reply(BLOCK, status, "text/html"));
    const asker = createAsker();
    const error = await failureOf(asker);
    expect([error.reason, error.retryAfterSeconds]).toEqual(["rate_limited", 600]);
    expect(pausedIn(asker)).toEqual(["SEC rate_limited 600"]);
  });

  it("shares the pause after a block with the other processes", () => {
    const published: SharedPause[] = [];
    const pauses = new Pauses(() => 0, { onPublish: (pause) => void published.push(pause) });
    pauses.set("provider-d", "SEC", 600, "rate_limited");
    expect(published).toEqual([{ provider: "provider-d", scope: "SEC", ms: 600_000, reason: "rate_limited" }]);
  });

  it.each([200, 403])("does not ask the SEC again that refuses the contact with %i", async (status) => {
    const calls = play("/submissions/CIK0000320193.json", reply(UNDECLARED, status, "text/html"));
    const asker = createAsker();
    expect((await failureOf(asker)).reason).toBe("contact_refused");
    const before = calls.length;
    expect((await failureOf(asker)).reason).toBe("contact_refused");
    expect(calls.length).toBe(before);
    expect(pausedIn(asker)).toEqual(["SEC contact_refused 3600"]);
  });

  it.each([
    ["403 with XML", reply("<?xml version='1.0'?>\n<Error><Code>AccessDenied</Code></Error>", 403, "application/xml")],
    ["404", reply("<?xml version='1.0'?>\n<Error><Code>NoSuchKey</Code></Error>", 404, "application/xml")],
  ])("takes %s for a file that does not exist", async (_name, missing) => {
    play("/submissions/CIK0000320193.json", missing);
    const asker = createAsker();
    expect((await failureOf(asker)).reason).toBe("no_data");
    expect(pausedIn(asker)).toEqual([]);
  });

  it("takes any other page with 403 for a block of the host", async () => {
    play(LIST, reply(page("Access Denied"), 403, "text/html"));
    const asker = createAsker();
    expect((await failureOf(asker)).reason).toBe("blocked");
    expect(pausedIn(asker)).toEqual(["SEC files blocked 600"]);
  });

  it.each(["treasury", "nyfed", "ecb", "ecbData", "bls"])(
    "takes 429 of %s for a limit of that office alone",
    (office) => {
      const refusal = officialSources.refusal(response("Too many requests", 429), {
        url: new URL(BASE),
        scopes: [office],
      });
      expect(refusal).toMatchObject({ reason: "rate_limited", pauseScope: office });
    },
  );
});

describe("a filed document", () => {
  const refusalOf = (text: string) =>
    officialSources.refusal(response(text, 200), {
      url: new URL(BASE),
      scopes: ["SEC files", "SEC"],
      readsAnyBody: true,
    });
  const filler = (length: number, text: string) => text + " ".repeat(length - text.length);
  const whole = (text: string) => `${text}</head><body><p>Reference ID: 0.ac182117.1758761934.2fa5f2c7</p>`;

  it.each([
    ["an exhibit about such a page", page("Exhibit 99.1 - Request Rate Threshold Exceeded at our data centre")],
    ["a report on undeclared tools", page("An Undeclared Automated Tool")],
    ["blocks with a title in their text", JSON.stringify([{ kind: "paragraph", text: BLOCK }])],
    ["a document with the very title of the page", `${BLOCK}</head><body><p>Item 1. Business</p>`],
    ["a page as long as no page of the SEC", filler(10_000, whole(BLOCK))],
    ["plain text that quotes the page", `Their answer was:\n${whole(UNDECLARED)}`],
  ])("is never taken for a refusal: %s", (_what, text) => expect(refusalOf(text)).toBeUndefined());

  it.each([
    ["rate_limited", filler(9_999, whole(BLOCK))],
    ["contact_refused", whole(UNDECLARED)],
  ])("is answered with %s where the SEC's page stands in its place, which pauses nothing", (reason, text) => {
    expect(refusalOf(text)).toMatchObject({ reason, pauseSeconds: undefined });
  });
});

describe("the list of companies", () => {
  it("is fetched once for many questions, and a foreign listing costs no call", async () => {
    const calls = play();
    const asker = createAsker();
    await asker.ask(filingsFromSec, { symbol: "AAPL" });
    await asker.ask(filingsFromSec, { symbol: "ACME" });
    const foreign = await asker.ask(filingsFromSec, { symbol: "7203.T" }).catch((error: ProviderError) => error.reason);
    expect(foreign).toBe("no_data");
    expect(calls.filter(({ url }) => url.endsWith(LIST)).length).toBe(1);
  });

  it("finds share classes in the SEC's spelling, and says nothing of symbols that it lacks", async () => {
    const rows = { 0: { cik_str: 1067983, ticker: "BRK-B", title: "BERKSHIRE HATHAWAY INC" } };
    play(LIST, () => HttpResponse.json(rows));
    const asker = createAsker();
    expect(await asker.ask(filingsFromSec, { symbol: "BRK.B" })).toMatchObject({ data: { cik: "0001067983" } });
    expect((await failureOf(asker)).reason).toBe("no_data");
  });

  it("skips rows that cannot be read, and is unreadable without any", async () => {
    const broken = [{ ticker: "AAPL" }, { ticker: "A\tB", cik_str: 1 }, { ticker: "ACME", cik_str: "1" }, null];
    play(LIST, () => HttpResponse.json({ ...broken }));
    expect((await failureOf(createAsker())).reason).toBe("bad_answer");
  });
});
