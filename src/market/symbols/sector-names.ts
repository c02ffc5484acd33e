/** Names of sectors in the interface, and the upstreams' names where they differ. */

export const SECTORS = [
  "Technology",
  "Healthcare",
  "Financial Services",
  "Consumer Cyclical",
  "Consumer Defensive",
  "Energy",
  "Utilities",
  "Industrial",
  "Materials",
  "Real Estate",
  "Communication Services",
] as const;

const UPSTREAM_NAMES: Readonly<Partial<Record<string, string>>> = {
  Industrial: "Industrials",
  Materials: "Basic Materials",
};

/** Returns the upstreams' name of one of our sectors. */
export function toUpstreamSector(sector: string): string {
  return UPSTREAM_NAMES[sector] ?? sector;
}

/** Returns our name of an upstream's sector; the name of any other sector is returned unchanged. */
export function fromUpstreamSector(sector: string | null): string | null {
  const ours = Object.keys(UPSTREAM_NAMES).find((name) => UPSTREAM_NAMES[name] === sector);
  return ours ?? sector;
}

const BY_LOWER_CASE = new Map(
  SECTORS.flatMap((sector) => [
    [sector.toLowerCase(), sector],
    [toUpstreamSector(sector).toLowerCase(), sector],
  ]),
);

/**
 * Returns our name of a sector that a caller wrote in any letter case or by the upstreams' name; any other value
 * unchanged.
 */
export function toSectorName(value: unknown): unknown {
  return typeof value === "string" ? (BY_LOWER_CASE.get(value.toLowerCase()) ?? value) : value;
}
