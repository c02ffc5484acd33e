/** The calls to the official sources: the SEC, which wants a contact, and offices that need none. */
import manifest from "../../../package.json" with { type: "json" };
import { ProviderError } from "../../contract/errors.js";
import type { ProviderSettings } from "../../contract/provider.js";
import type { TextReader, Upstream, UpstreamRequest, UpstreamResponse } from "../../contract/upstream.js";
import { OPTIONS } from "./description.js";

/** The scope of pauses of all hosts of the SEC, which limits them together. */
const SEC = "SEC";
/** The hosts of the SEC, by the scope of their own pauses. */
const SEC_HOSTS = { data: "SEC data", files: "SEC files", search: "SEC search" } as const;

/** The offices that need no contact, by the setting with their address. */
const OFFICES = {
  treasury: "treasuryUrl",
  nyfed: "nyfedUrl",
  ecb: "ecbUrl",
  ecbData: "ecbDataUrl",
  bls: "blsUrl",
  bea: "beaUrl",
  fed: "fedUrl",
  eurostat: "eurostatUrl",
  worldBank: "worldBankUrl",
} as const;
type Office = keyof typeof OFFICES;

type Options = NonNullable<ProviderSettings["options"]>;

/** The objects that the questions of a process share, by the function that creates each. */
export type SharedObjects = Map<(options: Options) => unknown, unknown>;

/** The calls for one question. */
export type OfficialClient = ReturnType<typeof createClient>;

/** Creates the calls over one question's `upstream`. */
export function createClient({ baseUrl, options = {} }: ProviderSettings, objects: SharedObjects, upstream: Upstream) {
  const secUrls = {
    data: baseUrl,
    files: options.filesUrl ?? OPTIONS.filesUrl.default,
    search: options.searchUrl ?? OPTIONS.searchUrl.default,
  };

  /** Sends a call to an office, which gets no contact, and whose limit affects no other office and not the SEC. */
  function ask(office: Office, path: string, more: Partial<UpstreamRequest> = {}): Promise<UpstreamResponse> {
    const base = options[OFFICES[office]] ?? OPTIONS[OFFICES[office]].default;
    const headers = { "user-agent": `market-data-mcp/${manifest.version}`, ...more.headers };
    return upstream.send({ url: new URL(`${base}/${path}`), scopes: [office], ...more, headers });
  }

  async function sendToOffice(office: Office, path: string, more: Partial<UpstreamRequest> = {}): Promise<string> {
    const { status, text } = await ask(office, path, more);
    if (status !== 200) throw new ProviderError("provider-d", "no_data");
    return text;
  }

  return {
    upstream,
    options,

    /** The object that all questions share, which the first one creates. */
    shared<T>(create: (options: Options) => T): T {
      if (!objects.has(create)) objects.set(create, create(options));
      return objects.get(create) as T;
    },

    /**
     * Sends a call to a host of the SEC, with our contact, which no other office gets.
     *
     * @throws {ProviderError} `not_configured` without a contact.
     */
    async sendToSec(
      host: keyof typeof SEC_HOSTS,
      path: string,
      more: Pick<UpstreamRequest, "headers" | "reader" | "readsAnyBody"> = {},
    ) {
      const { contact } = options;
      if (contact === undefined) throw new ProviderError("provider-d", "not_configured");
      const url = new URL(`${secUrls[host]}/${path}`);
      const agent = { "user-agent": `market-data-mcp/${manifest.version} ${contact}` };
      return upstream.send({ url, scopes: [SEC_HOSTS[host], SEC], ...more, headers: { ...agent, ...more.headers } });
    },

    sendToOffice,

    /**
     * The text that `reader` makes of an office's file, and its `Last-Modified`; `null` when it has not changed since
     * `lastModified`, which is that of an earlier answer.
     *
     * @throws {ProviderError} `no_data` when there is no such file.
     */
    async file(office: Office, path: string, reader: () => TextReader, lastModified?: string) {
      const condition: Record<string, string> = lastModified === undefined ? {} : { "if-modified-since": lastModified };
      const { status, text, headers } = await ask(office, path, { headers: condition, reader, readsAnyBody: true });
      if (status === 304 && lastModified !== undefined) return null;
      if (status !== 200) throw new ProviderError("provider-d", "no_data");
      const changed = headers["last-modified"];
      return { text, lastModified: typeof changed === "string" ? changed : undefined };
    },

    /**
     * The text of an office's feed of rates. XML may not declare a document type, because its entities could grow
     * without limit.
     *
     * @throws {ProviderError} `no_data` when there is no such feed.
     */
    async feed(office: Office, path: string): Promise<string> {
      const text = await sendToOffice(office, path);
      if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new ProviderError("provider-d", "bad_answer");
      return text;
    },
  };
}
