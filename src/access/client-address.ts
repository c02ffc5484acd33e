/** Where a request comes from, when proxies of our own stand in front. */
import { isIP } from "node:net";
import type { IncomingMessage } from "node:http";
import { createNetworkCheck, type Network } from "../lib/network.js";

/** What of a request is looked at. */
export type Sent = Pick<IncomingMessage, "headers"> & { socket: Pick<IncomingMessage["socket"], "remoteAddress"> };

/** More proxies in a row than anybody has. */
const MAX_HOPS = 20;

/**
 * The caller's address: the socket's, unless that is a listed proxy's; then the
 * last address in `X-Forwarded-For` that is not a listed proxy's itself.
 *
 * Each proxy puts the address it saw at the end, so whatever a caller wrote
 * there stands before his own address and is never reached. An entry that is
 * no address ends the search: the one who passed it on is the caller then.
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

/** The address of one entry: some proxies write its port after it, and brackets around IPv6. */
function toAddress(entry: string): string | undefined {
  const text = entry.trim();
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : bare;
}
