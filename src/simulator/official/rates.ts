/** The simulated feeds of the US Treasury, the New York Fed and the ECB: invented rates of workdays. */
import { DAY_MS } from "../../lib/day.js";
import type { Market } from "../market/market.js";
import { round } from "../market/random.js";
import { dateOf, type SimulatedReply } from "../companies/world.js";

const XML = { "content-type": "text/xml" };

const YIELDS = {
  "1MONTH": 3.79,
  "1_5MONTH": 3.82,
  "2MONTH": 3.83,
  "3MONTH": 3.89,
  "4MONTH": 3.9,
  "6MONTH": 3.99,
  "1YEAR": 4.03,
  "2YEAR": 4.21,
  "3YEAR": 4.26,
  "5YEAR": 4.38,
  "7YEAR": 4.53,
  "10YEAR": 4.69,
  "20YEAR": 5.24,
  "30YEAR": 5.23,
} as const;
/** Further currencies of which the ECB has a rate and the market one as units for a dollar. */
const FOR_A_DOLLAR = "CAD CNY HKD INR KRW TRY BRL SEK DKK NOK PLN SGD MXN".split(" ");

/** Returns the reply of a feed; `undefined` for a path of no feed. */
export function replyOfFeed(
  market: Market,
  path: string,
  at: number,
  query: URLSearchParams = new URLSearchParams(),
): SimulatedReply | undefined {
  const last = lastWorkday(at - DAY_MS);
  if (path.endsWith("/interest-rates/pages/xml")) {
    const span = query.get("field_tdr_date_value_month") ?? query.get("field_tdr_date_value") ?? "";
    const year = span.slice(0, 4);
    const [from, to] = span.length === 6 ? monthOf(year, span.slice(4)) : [`${year}-01-01`, `${year}-12-31`];
    const entries = workdays(from, to < last ? to : last).map((day) => {
      const cells = Object.entries(YIELDS).map(
        ([name, value]) => `<d:BC_${name} m:type="Edm.Double">${moved(value, day)}</d:BC_${name}>`,
      );
      return `<entry><content><m:properties><d:NEW_DATE>${day}T00:00:00</d:NEW_DATE>${cells.join("")}</m:properties></content></entry>`;
    });
    return { status: 200, text: `<?xml version="1.0"?><feed>${entries.join("")}</feed>`, headers: XML };
  }
  if (path === "/api/rates/all/latest.json") {
    return { status: 200, body: { refRates: [fundsOf(last), sofrOf(last)] } };
  }
  const [from, to] = [
    query.get("startDate") ?? query.get("startPeriod"),
    query.get("endDate") ?? query.get("endPeriod"),
  ];
  const days = workdays(from ?? last, (to ?? last) < last ? to! : last).toReversed();
  if (path === "/api/rates/unsecured/effr/search.json") return { status: 200, body: { refRates: days.map(fundsOf) } };
  if (path === "/api/rates/secured/sofr/search.json") return { status: 200, body: { refRates: days.map(sofrOf) } };
  const [, currencies] = /^\/service\/data\/EXR\/D\.([A-Z+]*)\.EUR\.SP00\.A$/.exec(path) ?? [];
  if (currencies !== undefined) {
    const isAsked = (currency: string) => currencies === "" || currencies.split("+").includes(currency);
    const rows = days.flatMap((day) =>
      Object.entries(forOneEuro(market, day))
        .filter(([currency]) => isAsked(currency))
        .map(([currency, rate]) => `EXR.D.${currency}.EUR.SP00.A,D,${currency},EUR,SP00,A,${day},${rate}`),
    );
    const head = "KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE";
    return { status: 200, text: `${[head, ...rows].join("\n")}\n`, headers: { "content-type": "text/csv" } };
  }
  if (path !== "/stats/eurofxref/eurofxref-daily.xml") return undefined;
  const rows = Object.entries(forOneEuro(market, last)).map(
    ([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`,
  );
  const text = `<?xml version="1.0"?><Envelope><Cube><Cube time='${last}'>${rows.join("")}</Cube></Cube></Envelope>`;
  return { status: 200, text, headers: XML };
}

const fundsOf = (day: string) => ({
  effectiveDate: day,
  type: "EFFR",
  percentRate: 4.08,
  targetRateFrom: 4,
  targetRateTo: 4.25,
});

const sofrOf = (day: string) => ({ effectiveDate: day, type: "SOFR", percentRate: moved(4.11, day) });

/** Returns the units of each currency for one euro, from the rates of the market at the close of the day. */
function forOneEuro(market: Market, day: string): Record<string, number> {
  const at = (pair: string) => market.closeOn(market.find(pair)!, Date.parse(day) / DAY_MS);
  const euro = at("EURUSD");
  const rates = {
    USD: euro,
    JPY: euro * at("USDJPY"),
    GBP: euro / at("GBPUSD"),
    CHF: euro * at("USDCHF"),
    AUD: euro / at("AUDUSD"),
    ...Object.fromEntries(FOR_A_DOLLAR.map((currency) => [currency, euro * at(`USD${currency}`)])),
  };
  return Object.fromEntries(Object.entries(rates).map(([currency, rate]) => [currency, round(rate, rate < 1 ? 5 : 4)]));
}

/** Returns a rate as of a day: within three percent of the usual one, in a wave of a year. */
function moved(rate: number, day: string): number {
  const wave = Math.sin((Date.parse(day) / DAY_MS / 365) * 2 * Math.PI);
  return Number((rate * (1 + 0.03 * wave)).toFixed(2));
}

function monthOf(year: string, month: string): [from: string, to: string] {
  return [`${year}-${month}-01`, dateOf(Date.UTC(Number(year), Number(month), 0))];
}

/** The most days of a feed: more than the ECB has had since 1999. */
const MAX_DAYS = 8_000;

function workdays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to) && days.length < MAX_DAYS; at += DAY_MS) {
    if (![0, 6].includes(new Date(at).getUTCDay())) days.push(dateOf(at));
  }
  return days;
}

function lastWorkday(at: number): string {
  let day = at;
  while ([0, 6].includes(new Date(day).getUTCDay())) day -= DAY_MS;
  return dateOf(day);
}
