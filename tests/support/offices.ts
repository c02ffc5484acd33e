/** Plays the offices of economic series; each test gives the bodies of the addresses that it asks for. */
import { http, HttpResponse } from "msw";
import type { SetupServer } from "msw/node";
import { economicSeriesFromOffices } from "../../src/providers/economic-series/economic-series.js";
import { createAsker, FEEDS } from "./ask.js";

/** A body, or a response with status and headers. */
type Played = string | object | Response;

export interface OfficeCall {
  /** The path with its query, below the office's address. */
  path: string;
  modifiedSince: string | null;
  agent: string | null;
}

/** Plays an office by the beginnings of its paths; returns the calls. An address without a body is not found. */
export function playOffice(
  internet: Pick<SetupServer, "use">,
  office: keyof typeof FEEDS,
  bodies: Readonly<Record<string, Played | ((call: OfficeCall) => Played)>>,
): OfficeCall[] {
  const calls: OfficeCall[] = [];
  const base = FEEDS[office];
  internet.use(
    http.get(`${base}/*`, ({ request }) => {
      const { headers, url } = request;
      const call = {
        path: url.slice(base.length + 1),
        modifiedSince: headers.get("if-modified-since"),
        agent: headers.get("user-agent"),
      };
      calls.push(call);
      const [, body] = Object.entries(bodies).find(([path]) => call.path.startsWith(path)) ?? [];
      const played = typeof body === "function" ? (body as (asked: OfficeCall) => Played)(call) : body;
      if (played === undefined) return new HttpResponse("Not found", { status: 404 });
      if (played instanceof Response) return played.clone();
      return typeof played === "string" ? HttpResponse.text(played) : HttpResponse.json(played as never);
    }),
  );
  return calls;
}

/** Asks a new program about series. */
export const askSeries = (series: readonly string[], raw: Record<string, unknown> = {}, asker = createAsker()) =>
  asker.ask(economicSeriesFromOffices, { series, ...raw });
