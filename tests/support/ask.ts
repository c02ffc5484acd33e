/** Asks one source through the real upstream client; msw simulates the internet. */
import type { Capability, DataOf, InputOf } from "../../src/contract/capability.js";
import { parseInput } from "../../src/contract/input.js";
import type { SourceAnswer, Provider, Source } from "../../src/contract/provider.js";
import type { Findings, Enrichment, Enricher } from "../../src/contract/enrichment.js";
import type { Upstream } from "../../src/contract/upstream.js";
import { Pauses } from "../../src/upstream/pauses.js";
import { createUpstream } from "../../src/upstream/judged-upstream.js";
import { openLane } from "./lane.js";
import { createSharedSession } from "./shared-session.js";

export const BASES = {
  "provider-a": "https://a.example.test/stable",
  "provider-b": "https://b.example.test",
  "provider-c": "https://c.example.test",
  "provider-d": "https://d.example.test",
} as const;
export const COOKIE_URL = "https://cookie.example.test/";
export const TEST_KEY = "test-key";
export const TEST_CONTACT = "operator@example.test";

/** The feeds of rates, below the address of their provider. */
export const FEEDS = {
  treasuryUrl: `${BASES["provider-d"]}/treasury`,
  nyfedUrl: `${BASES["provider-d"]}/nyfed`,
  ecbUrl: `${BASES["provider-d"]}/ecb`,
} as const;

/** A provider opened as in the program, with a cache of parts for one test. */
export function createAsker({ contact }: { contact?: string | undefined } = { contact: TEST_CONTACT }) {
  const kept = new Map<string, Promise<unknown>>();
  const pauses = new Pauses();
  const clients = new Map<Provider, (upstream: Upstream) => unknown>();

  function upstreamOf(provider: Provider): Upstream {
    const remember: Upstream["remember"] = ({ key, isGood = () => true, isCurrent = () => true }, fetch) => {
      const last = kept.get(key) as ReturnType<typeof fetch> | undefined;
      // Set before the first wait, so that questions asked together share one fetch.
      const known = last === undefined ? fetch() : last.then((old) => (isCurrent(old) ? old : fetch(old)));
      kept.set(key, known);
      known.then(
        (value) => isGood(value) || kept.delete(key),
        () => kept.delete(key),
      );
      return known;
    };
    const recall = (async ({ key }: { key: string }) => kept.get(key)) as Upstream["recall"];
    const lane = openLane(provider, { pauses });
    return createUpstream(lane, { deadline: performance.now() + 5000, remember, recall: recall! });
  }

  function clientOf(provider: Provider, upstream: Upstream): unknown {
    let open = clients.get(provider);
    if (!open) {
      open = provider.open({
        baseUrl: BASES[provider.id],
        options: { cookieUrl: COOKIE_URL, filesUrl: BASES["provider-d"], ...FEEDS, ...(contact && { contact }) },
        apiKey: TEST_KEY,
        shared: upstreamOf(provider),
        session: createSharedSession(provider.id, { pauses }),
      });
      clients.set(provider, open);
    }
    return open(upstream);
  }

  return {
    /** Resolves when calls have ended that no answer waited for, such as that for a PEG ratio after a failed summary. */
    settled: () => Promise.allSettled(kept.values()),
    /** Returns a source's answer to raw parameters. */
    async ask<C extends Capability>(
      source: Source<C>,
      raw: Record<string, unknown> = {},
    ): Promise<SourceAnswer<DataOf<C>>> {
      const upstream = upstreamOf(source.provider);
      const input = parseInput(source.capability, raw) as InputOf<C>;
      return source.fetch(input, clientOf(source.provider, upstream), upstream);
    },
    /** Returns an enricher's findings. */
    async supply<C extends Capability, Asked, Facts>(
      enricher: Enricher<Enrichment<C, Asked, Facts>>,
      asked: Asked,
    ): Promise<Findings<Facts>> {
      const upstream = upstreamOf(enricher.provider);
      return enricher.fetch(asked as never, clientOf(enricher.provider, upstream), upstream) as Promise<
        Findings<Facts>
      >;
    },
    pauses,
  };
}
