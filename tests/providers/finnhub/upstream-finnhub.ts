/** Simulates provider E: a table of its paths and their answers. Every figure is invented. */
import { http, HttpResponse } from "msw";
import type { useInternet } from "../../support/internet.js";
import { BASES } from "../../support/ask.js";

/** Answers these paths of provider E and no others. Returns the calls: path, query, and the header with the key. */
export function simulateFinnhub(server: ReturnType<typeof useInternet>, replies: Readonly<Record<string, unknown>>) {
  const base = `${BASES["provider-e"]}/`;
  const calls: { call: string; key: string | null }[] = [];
  server.use(
    http.get(`${base}*`, ({ request }) => {
      const [path = "", query = ""] = request.url.slice(base.length).split("?");
      if (!Object.hasOwn(replies, path)) return undefined;
      calls.push({ call: `${path}?${query}`, key: request.headers.get("x-finnhub-token") });
      const reply = replies[path];
      return reply instanceof Response ? reply.clone() : HttpResponse.json(reply as object);
    }),
  );
  return calls;
}

export const PROFILE = {
  country: "US",
  currency: "USD",
  estimateCurrency: "USD",
  exchange: "NEW YORK STOCK EXCHANGE, INC.",
  finnhubIndustry: "Machinery",
  floatingShare: 411.7,
  ipo: "1991-02-03",
  logo: "https://logo.example.test/ACME.png",
  marketCapitalization: 45593.676171373,
  name: "Acme Anvils Inc",
  phone: "15550100",
  shareOutstanding: 412.36,
  ticker: "ACME",
  weburl: "https://www.acme.example/",
};
