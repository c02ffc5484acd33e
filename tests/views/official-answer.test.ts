import { texts } from "../support/texts.js";
import { on, say, the } from "../../src/contract/sentence.js";
import { describe, expect, it } from "vitest";
import { financials } from "../../src/capabilities/companies/financials.js";
import { insiderTransactions } from "../../src/capabilities/companies/insider-transactions.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { MarketDataError } from "../../src/contract/errors.js";
import { toQuestion, type Question } from "../../src/contract/question.js";
import { answerOfficially } from "../../src/views/past-days.js";
import { envelopeOf, servedOf } from "../support/fakes.js";

const row = CATALOGUE.find(({ capability }) => capability === financials)!;
const question = toQuestion(row, { symbol: "AAPL", statement_type: "income", period: "annual" });

/** Answers with one statement of each day; `failing` is the number of the call that fails. */
function answering(failing?: number) {
  const asked: Question[] = [];
  const ask = async (each: Question) => {
    asked.push(each);
    if (asked.length === failing) throw new MarketDataError("upstream_unavailable", "No contact is set.");
    const data = [{ date: "2025-09-27", symbol: "AAPL", filingDate: "2025-10-31" }];
    return { ...servedOf({}), envelope: envelopeOf(0, { body: { symbol: "AAPL", data } }) };
  };
  const sources = () => asked.map(({ entry }) => entry.sources.map(({ provider }) => provider.id).join(" "));
  return { ask, asked, sources };
}

describe("an answer on a past day, or with provenance", () => {
  it.each([{ asOf: "2026-01-31" }, { provenance: true }])(
    "asks filings first, and no other source: %j",
    async (view) => {
      const { ask, asked, sources } = answering();
      await answerOfficially(view, question, ask);
      // The row has this source only, so that FALLBACK=off asks it, too.
      expect(sources()).toEqual(["provider-d"]);
      expect(asked[0]!.input).toMatchObject({ symbol: "AAPL", ...(view.asOf && { as_of: view.asOf }) });
    },
  );

  it("is from the usual sources if the filings fail, and says what nobody can know then", async () => {
    const { ask, sources } = answering(1);
    const { envelope } = await answerOfficially({ asOf: "2026-01-31" }, question, ask);
    expect(sources()).toEqual(["provider-d", "provider-a provider-d provider-b"]);
    expect(envelope.notes.slice(0, 2)).toEqual([
      "Nobody outside the source knows whether its figures are those of that day.",
      "The filings could not be used: No contact is set.",
    ]);
  });

  it("without rows has no sentence on rows, only why the filings have none", async () => {
    const { ask } = answering(1);
    const noted = async (each: Question) => {
      const served = await ask(each);
      return { ...served, envelope: { ...served.envelope, notes: [say`Since 2020.`] } };
    };
    const { envelope } = await answerOfficially({ asOf: "2020-01-31", provenance: true }, question, noted);
    expect(envelope.notes).toEqual([
      "The filings could not be used: No contact is set.",
      "As known on 2020-01-31: 0 of 1 were public by then.",
    ]);
  });

  it("is never the sentence that there is nothing only because a company does not file with the SEC", async () => {
    const insiders = CATALOGUE.find(({ capability }) => capability === insiderTransactions)!;
    const { ask, asked, sources } = answering(1);
    await answerOfficially({ provenance: true }, toQuestion(insiders, { symbol: "VOD.L" }), ask);
    expect(sources()).toEqual(["provider-d", "provider-b provider-d provider-a"]);
    expect(asked.map(({ entry }) => entry.capability.whenEmpty !== undefined)).toEqual([false, true]);
  });

  it("does not ask filings for the newest figures without provenance", async () => {
    const { ask, sources } = answering();
    await answerOfficially({}, question, ask);
    expect(sources()).toEqual(["provider-a provider-d provider-b"]);
  });
});

describe("a question for more rows than the first source has", () => {
  const ADVICE = on.advice(say`Older ones may be there.`);
  const rowsOf = (years: readonly number[]) => years.map((year) => ({ date: `${year}-12-31`, symbol: "AAPL" }));
  const notes = [say`Since 2024.`, ADVICE];

  const DOWN: readonly number[] = [];

  /** Answers with the rows of A, or with those of D, which `null` makes fail. */
  function sources(filed: readonly number[] | null) {
    const asked: string[] = [];
    const ask = async ({ entry: { sources: all } }: Question) => {
      const [id] = all.map(({ provider }) => provider.id);
      asked.push(id!);
      if (id === "provider-a") {
        return { ...servedOf({}), envelope: envelopeOf(0, { body: { data: rowsOf([2025, 2024]) }, notes }) };
      }
      if (filed === null) throw new MarketDataError("not_configured", "No contact is set.");
      if (filed === DOWN) throw new MarketDataError("upstream_unavailable", "The SEC is down.");
      const body = { data: rowsOf(filed) };
      return { ...servedOf({}), envelope: envelopeOf(0, { body, provider: "provider-d", notes: [say`Filed.`] }) };
    };
    return { ask, asked };
  }
  const answer = async (limit: number | undefined, filed: readonly number[] | null, more: object = {}) => {
    const { ask, asked } = sources(filed);
    const { envelope } = await answerOfficially({ limit, ...more }, question, ask);
    return [envelope.provider, envelope.notes, asked.length];
  };

  it("is answered from the filings where they reach further back, and says so", async () => {
    const note = say`${the.source("provider-a")} has 2 of these periods; this answer is from filings, which reach further back.`;
    expect(await answer(3, [2025, 2024, 2023])).toEqual(["provider-d", [note, "Filed."], 2]);
  });

  it("has the periods that only the usual source has beside the filings, each with its source", async () => {
    const { ask } = sources([2024, 2023]);
    const { envelope } = await answerOfficially({ limit: 3 }, question, ask);
    expect(envelope.body["data"]).toEqual([
      { ...rowsOf([2025])[0], source: "PROVIDER_A" },
      ...rowsOf([2024, 2023]).map((period) => ({ ...period, source: "PROVIDER_D" })),
    ]);
    expect(texts([envelope.provider, envelope.notes, envelope.filled])).toEqual([
      "provider-d",
      [
        'Provider A has 2 of these periods; this answer is from filings, which reach further back, and has 1 that only provider A has: "source", in "fields", names it.',
        "Filed.",
      ],
      [{ provider: "provider-a", fields: [] }],
    ]);
  });

  it.each([
    ["they are shorter", [2025, 2024]],
    ["they cannot be asked", null],
  ])("keeps the answer without its advice where %s", async (_why, filed) => {
    expect(await answer(3, filed)).toEqual(["provider-a", ["Since 2024."], 2]);
  });

  it("says that the filings could not be used where a later question may use them", async () => {
    const why = "The filings, which may reach further back, could not be used: The SEC is down.";
    expect(await answer(3, DOWN)).toEqual(["provider-a", [why, "Since 2024."], 2]);
  });

  it("is sent again while both answers are fresh, and never where a later question may use the filings", async () => {
    const times = async (filed: readonly number[]) => {
      const { ask } = sources(filed);
      const timed = async (each: Question) => {
        const isUsual = each.entry.sources.length > 1;
        return { ...(await ask(each)), key: "K", freshForSeconds: isUsual ? 60 : 600, freshUntil: isUsual ? 6 : 60 };
      };
      const { key, freshForSeconds, freshUntil } = await answerOfficially({ limit: 3 }, question, timed);
      return [key, freshForSeconds, freshUntil];
    };
    expect(await times([2025, 2024, 2023])).toEqual(["K", 60, 6]);
    expect((await times(DOWN)).slice(0, 2)).toEqual([undefined, 0]);
  });

  it.each([2, undefined])("is none with the limit %j: the filings are not asked", async (limit) => {
    expect(await answer(limit, [2023])).toEqual(["provider-a", notes, 1]);
  });

  it("has no advice where the filings of a past day failed", async () => {
    const [, said] = await answer(undefined, null, { provenance: true });
    expect(said).not.toContain(ADVICE);
  });
});
