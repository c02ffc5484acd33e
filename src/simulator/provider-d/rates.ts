/** The simulated feeds of the US Treasury, the New York Fed and the ECB: invented rates of the last workday. */
import { DAY_MS } from "../../lib/day.js";
import { dateOf, type Reply } from "../world.js";

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
const FOR_ONE_EURO = { USD: 1.087, JPY: 163.2, GBP: 0.8451, CHF: 0.9612, CAD: 1.4821, CNY: 7.812 } as const;

/** Returns the reply of a feed; `undefined` for a path of no feed. */
export function replyOfFeed(path: string, at: number): Reply | undefined {
  const day = lastWorkday(at - DAY_MS);
  if (path.endsWith("/interest-rates/pages/xml")) {
    const cells = Object.entries(YIELDS).map(
      ([name, value]) => `<d:BC_${name} m:type="Edm.Double">${value}</d:BC_${name}>`,
    );
    const entry = `<entry><content><m:properties><d:NEW_DATE>${day}T00:00:00</d:NEW_DATE>${cells.join("")}</m:properties></content></entry>`;
    return { status: 200, text: `<?xml version="1.0"?><feed>${entry}</feed>`, headers: XML };
  }
  if (path === "/api/rates/all/latest.json") {
    const refRates = [
      { effectiveDate: day, type: "EFFR", percentRate: 4.08, targetRateFrom: 4, targetRateTo: 4.25 },
      { effectiveDate: day, type: "SOFR", percentRate: 4.11 },
    ];
    return { status: 200, body: { refRates } };
  }
  if (path !== "/stats/eurofxref/eurofxref-daily.xml") return undefined;
  const rows = Object.entries(FOR_ONE_EURO).map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`);
  const text = `<?xml version="1.0"?><Envelope><Cube><Cube time='${day}'>${rows.join("")}</Cube></Cube></Envelope>`;
  return { status: 200, text, headers: XML };
}

function lastWorkday(at: number): string {
  let day = at;
  while ([0, 6].includes(new Date(day).getUTCDay())) day -= DAY_MS;
  return dateOf(day);
}
