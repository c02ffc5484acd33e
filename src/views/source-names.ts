/**
 * The names by which people know the sources: "Yahoo Finance (provider B)". Codes, tool names and fields stay neutral,
 * so only sentences for readers contain these names.
 */
import type { Capability } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import { toTitle, type ProviderId } from "../contract/provider-id.js";
import { capital } from "../lib/capital.js";

export interface SourceNames {
  /** The names by the providers' ids. */
  byId: ReadonlyMap<string, string>;
  /** Returns the name of a provider by its id; the id itself if no row of the catalogue asks this provider. */
  nameOf(id: string): string;
  /** Returns one of our sentences with the vendor's name where it first mentions a provider. */
  inSentence(sentence: string): string;
}

/** Returns the names of the catalogue's providers. */
export function createSourceNames(catalogue: readonly Entry[]): SourceNames {
  const providers = catalogue.flatMap(({ sources }) => sources.map(({ provider }) => provider));
  const named = providers.map(({ id, vendor, title }) => [id as string, `${vendor} (${title})`] as const);
  return toNames(new Map(named.toSorted(([one], [other]) => (one < other ? -1 : 1))));
}

function toNames(byId: ReadonlyMap<string, string>): SourceNames {
  const titles = [...byId].map(([id, name]) => [toTitle(id as ProviderId), name] as const);
  const byTitle = new Map(titles.flatMap(([title, name]) => [title, capital(title)].map((each) => [each, name])));
  // Words in quotation marks are the caller's, and stay; a title in parentheses follows its vendor's name.
  const mention = new RegExp(`"(?:[^"\\\\]|\\\\.)*"|(?<![(\\w])(?:${[...byTitle.keys()].join("|")})(?!\\w)`, "g");
  return {
    byId,
    nameOf: (id) => byId.get(id) ?? id,
    inSentence(sentence) {
      if (byTitle.size === 0) return sentence;
      const named = new Set([...byId.values()].filter((name) => sentence.includes(name)));
      return sentence.replace(mention, (words) => {
        const name = byTitle.get(words);
        if (name === undefined || named.has(name)) return words;
        named.add(name);
        return name;
      });
    },
  };
}

/** Returns the name of a source of an answer: the provider, or the offices that publish the figures it passes on. */
export function sourceOf({ publishers }: Capability, provider: string, { nameOf }: SourceNames): string {
  const offices = publishers?.[provider as ProviderId];
  return offices === undefined ? nameOf(provider) : `${offices} (${toTitle(provider as ProviderId)})`;
}

/**
 * Returns the names in sentences about one capability: in place of a vendor, the offices whose figures it passes on. The
 * SEC has no interest rates.
 */
export function namesFor(capability: Capability, names: SourceNames): SourceNames {
  const ids = Object.keys(capability.publishers ?? {});
  if (ids.length === 0) return names;
  return toNames(new Map([...names.byId, ...ids.map((id) => [id, sourceOf(capability, id, names)] as const)]));
}
