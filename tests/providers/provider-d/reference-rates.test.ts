import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { referenceRatesFromD } from "../../../src/providers/provider-d/reference-rates.js";
import { createAsker, FEEDS } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";

const internet = useInternet();
beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-08-12T23:00:00Z"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

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

const ask = () => createAsker({ contact: undefined }).ask(referenceRatesFromD);

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
      yields: { ...nothing, date: "2026-08-12", m1: 3.78, m1_5: null, y10: 4.7, y30: null },
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
    for (let question = 0; question < 3; question++) await asker.ask(referenceRatesFromD);
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
