/** The calls to provider D's hosts. */
import manifest from "../../../package.json" with { type: "json" };
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import type { ProviderSettings } from "../../contract/provider.js";
import type { TextReader, Upstream, UpstreamRequest, UpstreamResponse } from "../../contract/upstream.js";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import { OPTIONS } from "./description.js";
import { createBookWriter } from "./fact-book.js";
import { createFactsReader, NO_FIGURES, type FactsWriter } from "./facts-reader.js";
import type { OneAtATime } from "./one-at-a-time.js";
import type { ReadBooks } from "./read-books.js";
import { createTagWriter } from "./tag-list.js";

const DATA = "SEC data";
const FILES = "SEC files";
const SEARCH = "SEC search";

/** The offices that need no contact, by the setting with their address. */
const FEEDS = {
  treasury: "treasuryUrl",
  nyfed: "nyfedUrl",
  ecb: "ecbUrl",
  ecbData: "ecbDataUrl",
  bls: "blsUrl",
} as const;
export type Feed = keyof typeof FEEDS;
/** The scopes of pauses of the offices: a limit of one affects neither another nor the SEC. */
export const FEED_SCOPES: ReadonlySet<string> = new Set(Object.keys(FEEDS));

/** Limits of the Bureau of Labor Statistics without a key and with one: calls a day, and years in a call. */
const BLS_PLANS = {
  v1: { calls: 25, years: 10 },
  v2: { calls: 500, years: 20 },
} as const;

/** Provider D's calls for one question. */
export type ClientD = ReturnType<typeof createClient>;

/** Creates the calls over one question's `upstream`; all questions share the `books` and the queue of `documents`. */
export function createClient(
  { baseUrl, options = {} }: ProviderSettings,
  { books, documents }: { books: ReadBooks; documents: OneAtATime },
  upstream: Upstream,
) {
  const { contact, filesUrl = OPTIONS.filesUrl.default, searchUrl = OPTIONS.searchUrl.default, blsKey } = options;
  const blsVersion = blsKey === undefined ? "v1" : "v2";

  /** Sends a call to a host of the SEC, with our contact, which no other host gets. */
  async function send(
    base: string,
    path: string,
    scope: string,
    more: Pick<UpstreamRequest, "headers" | "reader" | "readsAnyBody"> = {},
  ) {
    if (contact === undefined) throw new ProviderError("provider-d", "not_configured");
    const url = new URL(`${base}/${path}`);
    const agent = { "user-agent": `market-data-mcp/${manifest.version} ${contact}` };
    return upstream.send({ url, scopes: [scope], ...more, headers: { ...agent, ...more.headers } });
  }

  async function sendForFacts(cik: string, toWriter: () => FactsWriter): Promise<string | null> {
    const reader = () => createFactsReader(toWriter());
    const response = await send(baseUrl, `api/xbrl/companyfacts/CIK${cik}.json`, DATA, { reader });
    if (isMissing(response) || response.text === NO_FIGURES) return null;
    if (response.text === "") throw new UnreadableAnswer("provider-d");
    return response.text;
  }

  /** Sends a call to an office, which gets no contact. */
  async function sendToOffice(feed: Feed, path: string, more: Partial<UpstreamRequest> = {}) {
    const base = options[FEEDS[feed]] ?? OPTIONS[FEEDS[feed]].default;
    const headers = { "user-agent": `market-data-mcp/${manifest.version}`, ...more.headers };
    const response = await upstream.send({ url: new URL(`${base}/${path}`), scopes: [feed], ...more, headers });
    if (response.status !== 200) throw new ProviderError("provider-d", "no_data");
    return response.text;
  }

  return {
    upstream,
    books,
    documents,
    /** The years that one call of `bls` may have. */
    blsYears: BLS_PLANS[blsVersion].years,

    /**
     * The parsed JSON of a path of the SEC's data host.
     *
     * @throws {ProviderError} `not_configured` without a contact, `no_data` when there is no such file, `bad_answer` when
     * it is not an object in JSON.
     */
    async data(path: string) {
      const response = await send(baseUrl, path, DATA);
      if (isMissing(response)) throw new ProviderError("provider-d", "no_data");
      const answer = parseJson(response.text);
      if (!isObject(answer)) throw new UnreadableAnswer("provider-d");
      return answer;
    },

    /**
     * All facts of a company as the text of a book of facts; `null` for a company without figures.
     *
     * @throws {ProviderError} `not_configured` without a contact, `bad_answer` when the answer cannot be read.
     */
    async facts(cik: string) {
      return sendForFacts(cik, createBookWriter);
    },

    /** All tags of a company with their labels, as the text of a list of tags; otherwise as `facts`. */
    async tags(cik: string) {
      return sendForFacts(cik, createTagWriter);
    },

    /**
     * The text of an office's feed of rates; the office gets no contact.
     *
     * @throws {ProviderError} `no_data` when there is no such feed.
     */
    feed: (feed: Feed, path: string) => sendToOffice(feed, path),

    /**
     * The text of the Bureau of Labor Statistics' answer about series; it counts calls by the day.
     *
     * @throws {ProviderError} `quota_spent` when the calls of a day are used up.
     */
    bls: (ids: readonly string[], first: number, last: number) =>
      sendToOffice("bls", `publicAPI/${blsVersion}/timeseries/data/`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          seriesid: ids,
          startyear: String(first),
          endyear: String(last),
          ...(blsKey === undefined ? {} : { registrationkey: blsKey }),
        }),
        quota: { name: "bls", limit: BLS_PLANS[blsVersion].calls },
      }),

    /**
     * A file of the SEC, such as its list of companies; `null` when it has not changed since `lastModified`, which is the
     * header of an earlier answer.
     *
     * @throws {ProviderError} `not_configured` without a contact, `no_data` when there is no such file.
     */
    async file(path: string, lastModified?: string) {
      const condition = lastModified === undefined ? {} : { headers: { "if-modified-since": lastModified } };
      const response = await send(filesUrl, path, FILES, condition);
      if (response.status === 304 && lastModified !== undefined) return null;
      if (isMissing(response)) throw new ProviderError("provider-d", "no_data");
      const { text, headers } = response;
      const changed = headers["last-modified"];
      return { text, lastModified: typeof changed === "string" ? changed : undefined };
    },

    /**
     * The text that `reader` makes of a filed document, or of the page of a filing.
     *
     * @throws {ProviderError} `not_configured` without a contact, `no_data` when there is no such file, `bad_answer`
     * when it is no document.
     */
    async document(path: string, reader: () => TextReader) {
      const response = await send(filesUrl, path, FILES, { reader, readsAnyBody: true });
      if (isMissing(response)) throw new ProviderError("provider-d", "no_data");
      // Any text may be a filed document, but none is JSON.
      if (/json/i.test(String(response.headers["content-type"]))) throw new UnreadableAnswer("provider-d");
      return response.text;
    },

    /**
     * The parsed answer of the SEC's full-text search.
     *
     * @throws {ProviderError} `not_configured` without a contact, `bad_answer` when it is not an object in JSON.
     */
    async search(query: Readonly<Record<string, string>>) {
      const path = `LATEST/search-index?${new URLSearchParams(query).toString()}`;
      const { status, text } = await send(searchUrl, path, SEARCH);
      const answer = parseJson(text);
      if (status !== 200 || !isObject(answer)) throw new UnreadableAnswer("provider-d");
      return answer;
    },
  };
}

/** Whether the file does not exist: 404, or 403 with a message in XML, which `refusal` tells from the other 403s. */
function isMissing({ status }: UpstreamResponse): boolean {
  return status === 404 || status === 403;
}
