/** Names of sectors: the interface's own, and the two that both upstreams spell differently. */
import { SECTORS } from "../contract/sectors.js";

const UPSTREAM_NAMES: Readonly<Partial<Record<string, string>>> = {
  Industrial: "Industrials",
  Materials: "Basic Materials",
};

/** The upstreams' name of one of our sectors. */
export function toUpstreamSector(sector: string): string {
  return UPSTREAM_NAMES[sector] ?? sector;
}

/** Our name of an upstream's sector; one we do not list passes through. */
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

/** Our name of a sector that a caller wrote in any case or in the upstreams' words; anything else as it came. */
export function toSectorName(value: unknown): unknown {
  return typeof value === "string" ? (BY_LOWER_CASE.get(value.toLowerCase()) ?? value) : value;
}
