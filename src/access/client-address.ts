/** The client address of a request, behind trusted reverse proxies as well. */
import { isIP } from "node:net";
import type { IncomingMessage } from "node:http";
import { createNetworkCheck, type Network } from "../lib/network.js";

/** The parts of a request that determine the client address. */
export type Sent = Pick<IncomingMessage, "headers"> & { socket: Pick<IncomingMessage["socket"], "remoteAddress"> };

/** Maximum number of trusted proxies in a row. */
const MAX_HOPS = 20;

/**
 * Returns a function that finds the caller's address: the socket's address, or, if a trusted proxy sent the request,
 * the last address in `X-Forwarded-For` that is not a trusted proxy.
 *
 * Each proxy appends the address it saw. Addresses invented by the caller come before the caller's real address and are
 * never reached. An invalid entry ends the search; the proxy that forwarded it then counts as the caller.
 */
export function createAddressOf(trusted: readonly Network[]): (request: Sent) => string | undefined {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress;
  const isTrusted = createNetworkCheck(trusted);

  return ({ socket, headers }) => {
    let caller = socket.remoteAddress;
    const forwarded = headers["x-forwarded-for"];
    if (caller === undefined || forwarded === undefined || !isTrusted(caller)) return caller;
    let rest = String(forwarded);
    for (let hop = 0; hop < MAX_HOPS && rest !== ""; hop++) {
      const comma = rest.lastIndexOf(",");
      const entry = toAddress(rest.slice(comma + 1));
      if (entry === undefined) return caller;
      caller = entry;
      if (!isTrusted(entry)) return caller;
      rest = rest.slice(0, Math.max(0, comma));
    }
    return caller;
  };
}

/** Parses one entry; some proxies append the port and put brackets around IPv6. */
function toAddress(entry: string): string | undefined {
  const text = entry.trim();
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : bare;
}
