/**
 * The names by which people know the sources: "Yahoo Finance (provider B)". Codes, tool names and fields stay neutral,
 * so only sentences for readers contain these names.
 */
import type { Capability } from "../contract/capability.js";
import { providersOf, type Entry } from "../contract/entry.js";
import { toTitle, type ProviderId } from "../contract/provider-id.js";

export interface SourceNames {
  /** Returns who answers as a provider: `Yahoo Finance`; the neutral name if no row of the catalogue asks this provider. */
  vendorOf(id: ProviderId): string;
  /** Returns the vendor with the provider's neutral name: `Yahoo Finance (provider B)`. */
  nameOf(id: ProviderId): string;
  /** Returns a writer of the names in one text: the first mention of a provider has the vendor, and later ones are neutral. */
  writer(): (id: ProviderId) => string;
}

/** Returns the names of the catalogue's providers. */
export function createSourceNames(catalogue: readonly Entry[]): SourceNames {
  return toNames(new Map(providersOf(catalogue).map(({ id, vendor }) => [id, vendor])));
}

/** Returns the names without the neutral ones, for readers who see no codes. */
export function vendorsAlone({ vendorOf }: SourceNames): SourceNames {
  return { vendorOf, nameOf: vendorOf, writer: () => vendorOf };
}

/**
 * Returns the names in sentences about one capability: in place of a vendor, the offices whose figures it passes on. The
 * SEC has no interest rates.
 */
export function namesFor(capability: Capability, names: SourceNames): SourceNames {
  const offices = new Map(Object.entries(capability.publishers ?? {}) as [ProviderId, string][]);
  return offices.size === 0 ? names : toNames(offices, names);
}

function toNames(vendors: ReadonlyMap<ProviderId, string>, others?: SourceNames): SourceNames {
  const named = new Map([...vendors].map(([id, vendor]) => [id, `${vendor} (${toTitle(id)})`]));
  const nameOf = (id: ProviderId) => named.get(id) ?? others?.nameOf(id) ?? toTitle(id);
  return {
    vendorOf: (id) => vendors.get(id) ?? others?.vendorOf(id) ?? toTitle(id),
    nameOf,
    writer() {
      const before = new Set<ProviderId>();
      return (id) => {
        if (before.has(id)) return toTitle(id);
        before.add(id);
        return nameOf(id);
      };
    },
  };
}
