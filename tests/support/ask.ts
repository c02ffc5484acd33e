/** Asks one source through the real upstream client; msw simulates the internet. */
import type { Capability, DataOf, InputOf } from "../../src/contract/capability.js";
import { parseInput } from "../../src/contract/input.js";
import type { SourceAnswer, Provider, Source } from "../../src/contract/provider.js";
import { say, toPlainText, type Sentence } from "../../src/contract/sentence.js";
import type { Findings, Enrichment, Enricher } from "../../src/contract/enrichment.js";
import type { Upstream } from "../../src/contract/upstream.js";
import { toLetter, type ProviderId } from "../../src/contract/provider-id.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { Pauses } from "../../src/upstream/pauses.js";
import { createUpstream } from "../../src/upstream/judged-upstream.js";
import { openLane } from "./lane.js";
import { createSharedSession } from "./shared-session.js";

/** Each provider's address in tests, with the path of its real one. */
export const BASES = Object.fromEntries(
  PROVIDER_DESCRIPTIONS.map(({ id, defaults }) => {
    const { pathname } = new URL(defaults.baseUrl);
    return [id, `https://${toLetter(id).toLowerCase()}.example.test${pathname === "/" ? "" : pathname}`];
  }),
) as Record<ProviderId, string>;
export const COOKIE_URL = "https://cookie.example.test/";
export const TEST_KEY = "test-key";
export const TEST_CONTACT = "operator@example.test";

/** The feeds of rates, below the address of their provider. */
export const FEEDS = {
  treasuryUrl: `${BASES["provider-d"]}/treasury`,
  nyfedUrl: `${BASES["provider-d"]}/nyfed`,
  ecbUrl: `${BASES["provider-d"]}/ecb`,
  ecbDataUrl: `${BASES["provider-d"]}/ecb-data`,
  blsUrl: `${BASES["provider-d"]}/bls`,
  beaUrl: `${BASES["provider-d"]}/bea`,
  fedUrl: `${BASES["provider-d"]}/fed`,
  eurostatUrl: `${BASES["provider-d"]}/eurostat`,
  worldBankUrl: `${BASES["provider-d"]}/world-bank`,
} as const;

/** The SEC's other hosts. */
const SEC = { filesUrl: BASES["provider-d"], searchUrl: BASES["provider-d"] } as const;

/** Returns a sentence without values: as text it is the same. */
const asText = (sentence: Sentence) => say`${toPlainText(sentence)}`;

/** A provider opened as in the program, with a cache of parts for one test. */
export function createAsker(
  { contact, blsKey, readingMs }: { contact?: string | undefined; blsKey?: string; readingMs?: string } = {
    contact: TEST_CONTACT,
  },
) {
  const kept = new Map<string, { value: Promise<unknown>; fetchedAt: number }>();
  const served: { key: string; fetchedAt: number }[] = [];
  const pauses = new Pauses();
  const clients = new Map<Provider, (upstream: Upstream) => unknown>();

  function upstreamOf(provider: Provider): Upstream {
    const remember: Upstream["remember"] = (part, fetch) => {
      const { key, keepSeconds, isGood = () => true, isCurrent = () => true } = part;
      const last = kept.get(key);
      const entry = { value: Promise.resolve<unknown>(undefined), fetchedAt: Date.now() };
      const fetchNew = (old?: Parameters<typeof fetch>[0]) => {
        entry.fetchedAt = Date.now();
        return fetch(old);
      };
      const isKept = last !== undefined && Date.now() < last.fetchedAt + keepSeconds * 1000;
      const known = !isKept
        ? fetchNew()
        : (last.value as ReturnType<typeof fetch>).then((old) => {
            if (!isCurrent(old)) return fetchNew(old);
            entry.fetchedAt = last.fetchedAt;
            served.push({ key, fetchedAt: last.fetchedAt });
            return old;
          });
      // Set before the first wait, so that questions asked together share one fetch.
      entry.value = known;
      kept.set(key, entry);
      known.then(
        (value) => isGood(value) || kept.delete(key),
        () => kept.delete(key),
      );
      return known;
    };
    const recall = (async ({ key }: { key: string }) => kept.get(key)?.value) as Upstream["recall"];
    const lane = openLane(provider, { pauses });
    return { ...createUpstream(lane, { deadline: performance.now() + 100_000, recall: recall! }), remember };
  }

  function clientOf(provider: Provider, upstream: Upstream): unknown {
    let open = clients.get(provider);
    if (!open) {
      open = provider.open({
        baseUrl: BASES[provider.id],
        options: {
          cookieUrl: COOKIE_URL,
          ...SEC,
          ...FEEDS,
          ...(contact && { contact }),
          ...(blsKey && { blsKey }),
          ...(readingMs && { readingMs }),
        },
        apiKey: TEST_KEY,
        shared: upstreamOf(provider),
        runShared: (work) => work(upstreamOf(provider)),
        session: createSharedSession(provider.id, { pauses }),
      });
      clients.set(provider, open);
    }
    return open(upstream);
  }

  return {
    /** Resolves when calls have ended that no answer waited for, such as that for a PEG ratio after a failed summary. */
    settled: () => Promise.allSettled([...kept.values()].map(({ value }) => value)),
    /** The parts that came from the cache, each with the time of its fetch. */
    served,
    /** Returns a source's answer to raw parameters; `further` ones are those of a question that no caller can ask. */
    async ask<C extends Capability>(
      source: Source<C>,
      raw: Record<string, unknown> = {},
      further: Record<string, unknown> = {},
    ): Promise<SourceAnswer<DataOf<C>>> {
      const upstream = upstreamOf(source.provider);
      const input = { ...parseInput(source.capability, raw), ...further } as InputOf<C>;
      const answer = await source.fetch(input, clientOf(source.provider, upstream), upstream);
      return answer.notes === undefined ? answer : { ...answer, notes: answer.notes.map(asText) };
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
