/** Networks in an operator's notation: one address, or a range (CIDR). */
import { BlockList, isIP } from "node:net";

export interface Network {
  address: string;
  /** Number of leading bits that count; all bits for a single address. */
  prefix: number;
  family: "ipv4" | "ipv6";
}

/**
 * Parses `10.0.0.0/8`, `192.0.2.7` or `2001:db8::/32`; `undefined` for anything else, and for `/0`, which would match
 * every address.
 */
export function parseNetwork(text: string): Network | undefined {
  const [, address = "", given] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = address.includes("%") ? 0 : isIP(address);
  if (version === 0) return undefined;
  const bits = version === 4 ? 32 : 128;
  const prefix = given === undefined ? bits : Number(given);
  return prefix >= 1 && prefix <= bits ? { address, prefix, family: version === 4 ? "ipv4" : "ipv6" } : undefined;
}

/**
 * Returns whether an address, in any spelling, is in one of the networks; `false` for a text that is not an address.
 */
export function createNetworkCheck(networks: readonly Network[]): (address: string) => boolean {
  const list = new BlockList();
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family);
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? "ipv4" : "ipv6");
  };
}
