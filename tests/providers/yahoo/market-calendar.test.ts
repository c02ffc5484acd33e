import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { marketCalendarFromYahoo } from "../../../src/providers/yahoo/market/market-calendar.js";
import { marketCalendar } from "../../../src/capabilities/economy/market-calendar.js";
import { parseInput } from "../../../src/contract/input.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { crumbRoute, sessionRoutes } from "./upstream-yahoo.js";

const internet = useInternet();

atTime("2026-06-09T15:00:00Z");

type Row = readonly unknown[];
interface Operand {
  operands: string[];
}

function answer(columns: readonly string[], rows: readonly Row[], total = rows.length) {
  const asked: Record<string, unknown>[] = [];
  internet.use(
    ...sessionRoutes(),
    crumbRoute("/v1/finance/visualization", async (request) => {
      asked.push((await request.json()) as Record<string, unknown>);
      // Two columns of the upstream's answer have the same label.
      const documents = [{ columns: columns.map((id) => ({ id, label: "Event Start Date", type: "STRING" })), rows }];
      return HttpResponse.json({ finance: { result: [{ total, documents }], error: null } });
    }),
  );
  return asked;
}

const ask = async (input: Record<string, unknown> = {}) =>
  (await createAsker().ask(marketCalendarFromYahoo, input)).data;

const EARNINGS = [
  "ticker",
  "companyshortname",
  "intradaymarketcap",
  "eventname",
  "startdatetime",
  "startdatetimetype",
  "epsestimate",
  "epsactual",
  "epssurprisepct",
];
const ORACLE = [
  "ORCL",
  "Oracle Corporation",
  555249433738.4033,
  "Q4 2026",
  "2026-06-10T20:00:00Z",
  "AMC",
  1.96,
  null,
  0,
];

const SCOPE = "Only US listings of companies from 10 bn USD on are searched; market_cap_min changes that.";

describe("the earnings calendar by provider B", () => {
  it("has values as sent, and null for the 0 of a missing surprise", async () => {
    answer(EARNINGS, [ORACLE], 391);
    expect(await ask({ kind: "earnings" })).toEqual({
      kind: "earnings",
      from: "2026-06-09",
      to: "2026-06-16",
      total: 391,
      items: [
        {
          date: "2026-06-10",
          when: "after close",
          symbol: "ORCL",
          name: "Oracle Corporation",
          marketCap: 555249433738.4033,
          epsEstimate: 1.96,
          epsActual: null,
          surprisePercent: null,
        },
      ],
    });
  });

  it.each(["TAS", null, "constructor"])("has null for a time of the day that B names %s", async (when) => {
    answer(EARNINGS, [ORACLE.with(EARNINGS.indexOf("startdatetimetype"), when)]);
    expect((await ask({ kind: "earnings" })).items).toMatchObject([{ when: null }]);
  });

  it("asks for US companies from 10 billion USD, in the order of days, by default", async () => {
    const [asked] = [answer(EARNINGS, [ORACLE])];
    await ask();
    expect(asked).toEqual([
      {
        sortType: "ASC",
        entityIdType: "sp_earnings",
        sortField: "startdatetime",
        includeFields: EARNINGS,
        size: 100,
        offset: 0,
        query: {
          operator: "AND",
          operands: [
            { operator: "GTE", operands: ["startdatetime", "2026-06-09"] },
            { operator: "LTE", operands: ["startdatetime", "2026-06-18"] },
            { operator: "EQ", operands: ["region", "us"] },
            {
              operator: "OR",
              operands: [
                { operator: "EQ", operands: ["eventtype", "EAD"] },
                { operator: "EQ", operands: ["eventtype", "ERA"] },
              ],
            },
            { operator: "GTE", operands: ["intradaymarketcap", 10_000_000_000] },
          ],
        },
      },
    ]);
  });

  it("asks for named symbols of any size, in B's spelling", async () => {
    const asked = answer(EARNINGS, []);
    await ask({ symbols: ["BRK.B"], offset: 100 });
    const { operands } = asked[0]!["query"] as { operands: unknown[] };
    expect(operands.slice(4)).toEqual([
      { operator: "OR", operands: [{ operator: "EQ", operands: ["ticker", "BRK-B"] }] },
    ]);
    expect(asked[0]!["offset"]).toBe(100);
  });

  it("leaves out the day after the last one, which is requested because it is unknown whether B counts a last day whole", async () => {
    answer(EARNINGS, [ORACLE, ["LATE", "Late Inc.", 2e10, "", "2026-06-17T12:00:00Z", "BMO", 1, null, 0]]);
    const { total, items } = await ask();
    expect([total, items.map(({ symbol }) => symbol)]).toEqual([1, ["ORCL"]]);
  });

  it("leaves out rows of other days, and says so where there are no others", async () => {
    const early = ["EARL", "Early Inc.", 2e10, "", "2026-06-08T12:00:00Z", "BMO", 1, null, 0];
    answer(EARNINGS, [early, ORACLE], 2);
    const asker = createAsker();
    const mixed = await asker.ask(marketCalendarFromYahoo, {});
    expect([mixed.data.total, mixed.data.items.map(({ symbol }) => symbol), mixed.notes]).toEqual([
      1,
      ["ORCL"],
      [SCOPE],
    ]);
    answer(EARNINGS, [early], 1);
    const other = await asker.ask(marketCalendarFromYahoo, {});
    expect([other.data.total, other.data.items.map(({ symbol }) => symbol), other.notes]).toEqual([
      0,
      [],
      [SCOPE, "Provider B sent rows of other days or symbols only, which are left out."],
    ]);
  });

  it("leaves out other symbols than asked for", async () => {
    answer(EARNINGS, [ORACLE, ["BRK-B", "Berkshire", 1e12, "", "2026-06-10T20:00:00Z", "AMC", 4, null, 0]]);
    const { total, items } = await ask({ symbols: ["BRK.B"] });
    expect([total, items.map(({ symbol }) => symbol)]).toEqual([1, ["BRK-B"]]);
  });

  it("counts the rows of the range on every page, without those of the days after it", async () => {
    const rowOn = (day: number, at: number) => [`S${at}`, "x", 2e10, "", `2026-06-${day}T16:00:00Z`, "AMC", 1, null, 0];
    const all = Array.from({ length: 160 }, (_, at) => rowOn(at < 140 ? 10 : 17, at));
    internet.use(
      ...sessionRoutes(),
      crumbRoute("/v1/finance/visualization", async (request) => {
        const { offset, query } = (await request.json()) as { offset: number; query: { operands: Operand[] } };
        const from = query.operands[0]!.operands[1]!;
        const found = all.filter((row) => String(row[4]) >= from);
        const columns = EARNINGS.map((id) => ({ id, label: id, type: "STRING" }));
        const documents = [{ columns, rows: found.slice(offset, offset + 100) }];
        return HttpResponse.json({ finance: { result: [{ total: found.length, documents }], error: null } });
      }),
    );
    for (const [offset, shown] of [
      [0, 100],
      [50, 90],
      [100, 40],
    ]) {
      const { total, items } = await ask({ offset });
      expect([total, items.length]).toEqual([140, shown]);
    }
  });

  it.each([
    [{}, SCOPE],
    [
      { market_cap_min: 5e9 },
      "Only US listings of companies with a market cap of at least 5000000000 USD are searched.",
    ],
    [{ market_cap_min: 10 }, "Only US listings of companies with a market cap of at least 10 USD are searched."],
    [{ symbols: ["SIE.DE"] }, "Only US listings are searched."],
  ])("says what was searched, so that an empty list does not say that no company reports: %j", async (input, note) => {
    answer(EARNINGS, []);
    expect((await createAsker().ask(marketCalendarFromYahoo, input)).notes).toEqual([note]);
  });

  it("can be empty", async () => {
    answer(EARNINGS, []);
    expect(await ask()).toMatchObject({ total: 0, items: [] });
  });

  it("is no valid answer when no row has a day", async () => {
    answer(EARNINGS, [["ORCL", "Oracle", 1e11, "", null, "AMC", 1, null, 0]]);
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });
});

describe("the economic calendar by provider B", () => {
  const COLUMNS = [
    "econ_release",
    "country_code",
    "startdatetime",
    "period",
    "after_release_actual",
    "consensus_estimate",
    "prior_release_actual",
    "originally_reported_actual",
  ];

  it("turns texts into numbers, with their unit apart and unconverted", async () => {
    answer(COLUMNS, [
      ["Urban Investment (YTD)YY", "CN", "2026-06-16T02:00:00Z", "May", null, null, "-1.6", null],
      ["CPI YY", "CN", "2026-06-16T03:00:00Z", "May", "3.4%", "3.3%", "3.1%", null],
      ["Housing Starts", "CN", "2026-06-16T04:00:00Z", "May", "1.2M", "980K", null, null],
      ["Speech", "CN", "2026-06-16T05:00:00Z", null, "none", "", null, null],
    ]);
    const common = { date: "2026-06-16", country: "CN", period: "May" };
    expect(await ask({ kind: "economic", country: "cn" })).toMatchObject({
      total: 4,
      items: [
        {
          ...common,
          event: "Urban Investment (YTD)YY",
          time: "2026-06-16T02:00:00Z",
          actual: null,
          estimate: null,
          previous: -1.6,
          unit: null,
        },
        { ...common, event: "CPI YY", actual: 3.4, estimate: 3.3, previous: 3.1, unit: "%" },
        {
          ...common,
          event: "Housing Starts",
          actual: 1.2,
          estimate: 980,
          previous: null,
          unit: "actual: M, estimate: K",
        },
        { event: "Speech", actual: null, estimate: null, previous: null, unit: null },
      ],
    });
  });
});

describe("the calendars of IPOs and splits by provider B", () => {
  it("have days in New York, where rows without a time begin, and null for prices of 0", async () => {
    answer(
      [
        "ticker",
        "companyshortname",
        "exchange_short_name",
        "startdatetime",
        "pricefrom",
        "priceto",
        "offerprice",
        "currencyname",
        "shares",
        "dealtype",
      ],
      [["QLEP", "Quantum Leap Acquisition Corp", "NYSE", "2026-06-15T04:00:00Z", null, 0, 0, "", null, "Expected"]],
    );
    expect((await ask({ kind: "ipos" })).items).toEqual([
      {
        date: "2026-06-15",
        symbol: "QLEP",
        name: "Quantum Leap Acquisition Corp",
        exchange: "NYSE",
        priceFrom: null,
        priceTo: null,
        price: null,
        currency: null,
        shares: null,
        status: "Expected",
      },
    ]);
  });

  it("have a reverse split with fewer new shares than old ones", async () => {
    answer(
      ["ticker", "companyshortname", "startdatetime", "optionable", "old_share_worth", "share_worth"],
      [["021880.KQ", "Mason Capital Corp", "2026-06-12T04:00:00Z", false, 2, 1]],
    );
    expect((await ask({ kind: "splits" })).items).toEqual([
      { date: "2026-06-12", symbol: "021880.KQ", name: "Mason Capital Corp", numerator: 1, denominator: 2 },
    ]);
  });
});

describe("a question for a calendar", () => {
  it("about economic releases that are not there says so", () => {
    const input = parseInput(marketCalendar, { kind: "economic", country: "jp" });
    const shown = { kind: input.kind, from: "2026-06-09", to: "2026-06-16", items: [], timestamp: "" };
    const notesOf = (total: number) => marketCalendar.viewNotes!({ ...shown, total }, input, { ...shown, total });
    expect(notesOf(0)).toEqual([
      "The source lists no economic release of JP from 2026-06-09 to 2026-06-16; it may not cover every country.",
    ]);
    expect(notesOf(3)).toEqual([]);
  });

  it("about some companies, of which none is there, says that only these days were searched", () => {
    const input = parseInput(marketCalendar, { symbols: ["AAPL", "NVDA"] });
    const shown = { kind: input.kind, from: "2026-06-09", to: "2026-06-16", items: [], timestamp: "" };
    const notesOf = (total: number) => marketCalendar.viewNotes!({ ...shown, total }, input, { ...shown, total });
    expect(notesOf(0)).toEqual([
      "The source lists nothing of AAPL, NVDA from 2026-06-09 to 2026-06-16, the only days searched.",
    ]);
    expect(notesOf(1)).toEqual([]);
  });

  it.each([
    [
      { kind: "bonds" },
      /Invalid "kind": got "bonds"\. Allowed: earnings, economic, ipos, splits, company, dividends\./,
    ],
    [{ kind: "company" }, /company needs "symbols"/],
    [{ kind: "company", symbols: Array.from({ length: 11 }, (_, at) => `S${at}`) }, /got 11\. Allowed: at most 10/],
    [{ kind: "company", symbols: ["KO"], from: "2026-06-09", to: "2026-09-10" }, /at most 92 days, up to 2026-09-09/],
    [{ kind: "economic", country: "XX" }, /Invalid "country"/],
    [
      { from: "2026-06-01", to: "2026-07-03" },
      /2026-06-01 to 2026-07-03 is too long\. Allowed: at most 31 days, up to 2026-07-02\./,
    ],
    [{ from: "2026-06-10", to: "2026-06-09" }, /from/],
    [{ kind: "splits", market_cap_min: 1 }, /"market_cap_min" was given with kind splits/],
    [{ country: "US" }, /"country" was given with kind earnings/],
    [{ kind: "economic", symbols: ["AAPL"] }, /"symbols" was given with kind economic/],
  ])("%j is rejected before any call", async (input, message) => {
    await expect(ask(input)).rejects.toMatchObject({ kind: "invalid_input", message: expect.stringMatching(message) });
  });

  it("may span exactly 31 days", async () => {
    const asked = answer(EARNINGS, []);
    await ask({ from: "2026-06-01", to: "2026-07-02" });
    expect(asked).toHaveLength(1);
  });
});
