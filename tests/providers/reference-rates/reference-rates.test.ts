import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { referenceRates } from "../../../src/capabilities/economy/reference-rates.js";
import { parseInput } from "../../../src/contract/input.js";
import { referenceRatesFromOffices } from "../../../src/providers/reference-rates/reference-rates.js";
import { atTime } from "../../support/at-time.js";
import { createAsker, FEEDS } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";

const internet = useInternet();
atTime("2026-08-12T23:00:00Z");

const dayOf = (day: string, cells: string) =>
  `<entry><content><m:properties><d:NEW_DATE m:type="Edm.DateTime">${day}T00:00:00</d:NEW_DATE>${cells}</m:properties></content></entry>`;
const YIELDS = `<feed>${dayOf(
  "2026-08-12",
  '<d:BC_1MONTH m:type="Edm.Double">3.78</d:BC_1MONTH><d:BC_1_5MONTH m:null="true"></d:BC_1_5MONTH><d:BC_10YEAR m:type="Edm.Double">4.70</d:BC_10YEAR><d:BC_30YEAR m:type="Edm.Double">0.00</d:BC_30YEAR><d:BC_30YEARDISPLAY m:type="Edm.Double">5.24</d:BC_30YEARDISPLAY>',
)}${dayOf("2026-08-11", '<d:BC_1MONTH m:type="Edm.Double">3.79</d:BC_1MONTH>')}</feed>`;
const FED = {
  refRates: [
    { effectiveDate: "2026-08-11", type: "SOFR", percentRate: 3.65, revisionIndicator: "" },
    { effectiveDate: "2026-08-11", type: "EFFR", percentRate: 3.63, targetRateFrom: 3.5, targetRateTo: 3.75 },
  ],
};
const EURO = `<?xml version="1.0"?><Envelope><Cube><Cube time='2026-08-12'><Cube currency='USD' rate='1.0890'/><Cube currency="JPY" rate="171.42"/></Cube></Cube></Envelope>`;

interface Played {
  yields?: () => Response;
  euro?: () => Response;
}

/** Plays the three offices; returns the addresses and user agents of the calls. */
function play({ yields = () => HttpResponse.text(YIELDS), euro = () => HttpResponse.text(EURO) }: Played = {}) {
  const calls: string[] = [];
  const agents: (string | null)[] = [];
  const record = (request: Request) => {
    calls.push(request.url.replace(/^https:\/\/[^/]+\/(\w+)\/.*?(\d{6})?$/, "$1 $2").trim());
    agents.push(request.headers.get("user-agent"));
  };
  const route = (base: string, reply: () => Response) =>
    http.get(`${base}/*`, ({ request }) => {
      record(request);
      return reply();
    });
  internet.use(
    route(FEEDS.treasuryUrl, yields),
    route(FEEDS.nyfedUrl, () => HttpResponse.json(FED)),
    route(FEEDS.ecbUrl, euro),
  );
  return { calls, agents };
}

const ask = () => createAsker({ contact: undefined }).ask(referenceRatesFromOffices);

describe("reference rates by provider D", () => {
  it("are those of the newest day of each office, and need no contact", async () => {
    const { agents } = play();
    const nothing = {
      m2: null,
      m3: null,
      m4: null,
      m6: null,
      y1: null,
      y2: null,
      y3: null,
      y5: null,
      y7: null,
      y20: null,
    };
    expect((await ask()).data).toEqual({
      yields: { ...nothing, date: "2026-08-12", m1: 3.78, m1_5: null, y10: 4.7, y30: null, s2s10: null, m3y10: null },
      federalFunds: { date: "2026-08-11", targetFrom: 3.5, targetTo: 3.75, effective: 3.63 },
      sofr: { date: "2026-08-11", rate: 3.65 },
      euro: { date: "2026-08-12", rates: { USD: 1.089, JPY: 171.42 } },
      missing: [],
    });
    for (const agent of agents) expect(agent).toMatch(/^market-data-mcp\/[\d.]+$/);
  });

  it("take one call of each office and day", async () => {
    const { calls } = play();
    const asker = createAsker();
    for (let question = 0; question < 3; question++) await asker.ask(referenceRatesFromOffices);
    expect(calls.toSorted()).toEqual(["ecb", "nyfed", "treasury 202608"]);
  });

  it("are those of the month before while a month has no day yet", async () => {
    const answers = ["<feed></feed>", YIELDS];
    const { calls } = play({ yields: () => HttpResponse.text(answers.shift()) });
    expect((await ask()).data.yields).toMatchObject({ date: "2026-08-12" });
    expect(calls).toContain("treasury 202607");
  });

  it("have null for an office that does not answer, and name it", async () => {
    play({ euro: () => HttpResponse.text("<!DOCTYPE x [<!ENTITY a 'b'>]><Envelope/>") });
    const { data, missing } = await ask();
    expect(data).toMatchObject({ euro: null, sofr: { rate: 3.65 }, missing: ["euro"] });
    expect(missing).toEqual(["euro"]);
  });
});

/** Plays the feeds by date; returns the addresses of the calls. */
function playDates(feeds: { yields?: Record<string, string>; euro?: () => Response } = {}) {
  const calls: string[] = [];
  const search = (type: string) =>
    http.get(`${FEEDS.nyfedUrl}/api/rates/*/${type.toLowerCase()}/search.json`, ({ request }) => {
      calls.push(`${type} ${new URL(request.url).search}`);
      const rows = [
        { effectiveDate: "2024-01-04", type, percentRate: 5.32, targetRateFrom: 5.25, targetRateTo: 5.5 },
        { effectiveDate: "2024-01-05", type, percentRate: 5.33, targetRateFrom: 5.25, targetRateTo: 5.5 },
      ];
      return HttpResponse.json({ refRates: rows });
    });
  const cells = (m3: number, y2: number, y10: number) =>
    `<d:BC_3MONTH>${m3}</d:BC_3MONTH><d:BC_2YEAR>${y2}</d:BC_2YEAR><d:BC_10YEAR>${y10}</d:BC_10YEAR>`;
  const january = `<feed>${dayOf("2024-01-04", cells(5.48, 4.38, 3.99))}${dayOf("2024-01-05", cells(5.47, 4.4, 4.05))}</feed>`;
  const december = `<feed>${dayOf("2023-12-29", cells(5.4, 4.23, 3.88))}</feed>`;
  const yields: Record<string, string> = { "202401": january, "202312": december, "2024": january, "2023": december };
  internet.use(
    search("EFFR"),
    search("SOFR"),
    http.get(`${FEEDS.treasuryUrl}/*`, ({ request }) => {
      const { searchParams: query } = new URL(request.url);
      const span = query.get("field_tdr_date_value_month") ?? query.get("field_tdr_date_value")!;
      calls.push(`treasury ${span}`);
      return HttpResponse.text({ ...yields, ...feeds.yields }[span]);
    }),
    http.get(`${FEEDS.ecbDataUrl}/*`, ({ request }) => {
      calls.push(`ecb ${new URL(request.url).search}`);
      if (feeds.euro) return feeds.euro();
      const row = (code: string, day: string, rate: string) =>
        `EXR.D.${code}.EUR.SP00.A,D,${code},EUR,SP00,A,${day},${rate}`;
      const head = "KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE";
      const rows = [
        row("JPY", "2024-01-04", "158.54"),
        row("JPY", "2024-01-05", "158.88"),
        row("USD", "2024-01-04", "1.0953"),
        row("USD", "2024-01-05", "1.0921"),
        row("USD", "2024-01-08", "1.0946"),
        row("RUB", "2024-01-05", "NaN"),
      ];
      return HttpResponse.text([head, ...rows].join("\r\n"));
    }),
  );
  return calls;
}

describe("reference rates of a past day", () => {
  const askOn = (input: Record<string, unknown>) =>
    createAsker({ contact: undefined }).ask(referenceRatesFromOffices, input);

  it("are the last ones at or before it, with the slopes of the curve", async () => {
    const calls = playDates();
    // A Sunday.
    const { data } = await askOn({ date: "2024-01-07" });
    expect(data).toMatchObject({
      yields: { date: "2024-01-05", m3: 5.47, y2: 4.4, y10: 4.05, s2s10: -0.35, m3y10: -1.42 },
      federalFunds: { date: "2024-01-05", targetFrom: 5.25, targetTo: 5.5, effective: 5.33 },
      sofr: { date: "2024-01-05", rate: 5.33 },
      euro: { date: "2024-01-05", rates: { JPY: 158.88, USD: 1.0921 } },
      missing: [],
    });
    expect(data).not.toHaveProperty("days");
    expect(calls.toSorted()).toEqual([
      "EFFR ?startDate=2023-12-28&endDate=2024-01-07",
      "SOFR ?startDate=2023-12-28&endDate=2024-01-07",
      "ecb ?startPeriod=2023-12-28&endPeriod=2024-01-07&detail=dataonly&format=csvdata",
      "treasury 202401",
    ]);
  });

  it("are those of the month before where the month has none by then", async () => {
    playDates();
    expect((await askOn({ date: "2024-01-01" })).data).toMatchObject({
      yields: { date: "2023-12-29", y10: 3.88 },
      sofr: null,
      missing: ["federalFunds", "sofr", "euro"],
    });
  });

  it("have null for an office without rates of that time", async () => {
    playDates({ euro: () => new HttpResponse("No results found.", { status: 404 }) });
    expect((await askOn({ date: "2024-01-05" })).data).toMatchObject({ euro: null, missing: ["euro"] });
  });

  it("of a range are rows of its days, newest first", async () => {
    const calls = playDates();
    const { data } = await askOn({ from: "2023-12-29", to: "2024-01-05" });
    expect(
      data.days?.map(({ date, y10, s2s10, effective, sofr, eurUsd, eurGbp }) => [
        date,
        y10,
        s2s10,
        effective,
        sofr,
        eurUsd,
        eurGbp,
      ]),
    ).toEqual([
      ["2024-01-05", 4.05, -0.35, 5.33, 5.33, 1.0921, null],
      ["2024-01-04", 3.99, -0.39, 5.32, 5.32, 1.0953, null],
      ["2023-12-29", 3.88, -0.35, null, null, null, null],
    ]);
    expect(data).toMatchObject({ yields: { date: "2024-01-05" }, euro: { date: "2024-01-05" } });
    expect(calls.filter((call) => call.startsWith("treasury")).toSorted()).toEqual(["treasury 2023", "treasury 2024"]);
  });

  it.each([
    [{ date: "2026-08-20" }, "in the future"],
    [{ date: "1989-12-31" }, "1990-01-02"],
    [{ date: "2024-01-05", from: "2024-01-01" }, "date"],
    [{ to: "2024-01-05" }, '"from"'],
    [{ from: "2024-01-05", to: "2024-01-01" }, "before"],
    [{ from: "2022-01-05", to: "2024-01-01" }, "366"],
  ])("refuse %j without a call", (input, words) => {
    expect(() => parseInput(referenceRates, input)).toThrow(words);
  });
});
