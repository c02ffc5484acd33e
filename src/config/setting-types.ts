/** Schemas that convert a setting's text to its value; each message states the valid form. */
import { isIPv6 } from "node:net";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { parseNetwork, type Network } from "../lib/network.js";
import { z } from "../contract/schema.js";
import { PROVIDER_IDS, toLetter, type ProviderId } from "../contract/provider-id.js";
import { readToolsets, TOOLSET_CHOICES, type Toolset } from "../contract/toolsets.js";

const TOGGLES: ReadonlyMap<string, boolean> = new Map([
  ...["1", "true", "on", "yes"].map((word) => [word, true] as const),
  ...["0", "false", "off", "no"].map((word) => [word, false] as const),
]);

/** Unchanged text. */
export const text = z.string();

/** The value of an HTTP header. */
export const headerValue = text.refine((value) => /^[\x20-\x7e]{1,200}$/.test(value), {
  message: "must be at most 200 printable ASCII characters.",
});

/** A mail address in its usual form, without quotes and comments. */
export const mail = text.refine((value) => value.length <= 200 && /^[\w.+-]+@(?:[a-z\d-]+\.)+[a-z]{2,}$/i.test(value), {
  message: "must be a mail address such as name@example.com.",
});

/** A whole number in plain decimal digits. */
export function whole(min: number, max: number) {
  return parsed((value) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  }, `must be a whole number from ${min} to ${max}.`);
}

/** Milliseconds from a second to ten minutes, as text. */
export const milliseconds = text.refine((value) => whole(1_000, 600_000).safeParse(value).success, {
  message: "must be a whole number from 1000 to 600000.",
});

/** A word from a fixed list, in any letter case. */
export function choice<const T extends string>(words: readonly T[]) {
  return parsed((value) => words.find((word) => word === value.toLowerCase()), `must be one of ${words.join(", ")}.`);
}

/** `stdio` or `http`; other servers call the latter `streamable-http`. */
export const transport = parsed(
  (value) => choice(["stdio", "http"]).safeParse(value.replace(/^streamable-http$/i, "http")).data,
  "must be one of stdio, http.",
);

/** An address to bind, or the name of a machine: with an empty one, Node would listen on all addresses. */
export const bindAddress = text.refine((value) => isIPv6(value) || /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(value), {
  message: "must be an address to bind, or a name of this machine.",
});

/** Returns the user's home; `undefined` for a user without one, as in some containers. */
export function homeFolder(): string | undefined {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}

/** An absolute folder; `~`, `$HOME` and `${HOME}` at its start are the home, because no shell reads a host's JSON. */
export const folder = parsed((value) => {
  // "." is no absolute path, so that a home that there is not ends in the error.
  const path = value.replace(/^(?:~|\$HOME|\$\{HOME\})(?=$|[\\/])/, () => homeFolder() ?? ".");
  return isAbsolute(path) ? path : undefined;
}, "must be an absolute path, or begin with ~/ for the home.");

/** On or off; `1`, `true` and `yes` also mean on. */
export const toggle = parsed((value) => TOGGLES.get(value.toLowerCase()), "must be on or off.");

/** An upstream's address without its trailing slash: https, or http on this machine; without credentials. */
export const url = parsed((value) => {
  const address = URL.canParse(value) ? new URL(value) : undefined;
  const allowed =
    address && (address.protocol === "https:" || (address.protocol === "http:" && isLoopback(address.hostname)));
  if (!allowed || address.username || address.password || address.search || address.hash) return undefined;
  return value.replace(/\/+$/, "");
}, "must be an https address (http on this machine) without user, query or fragment.");

/** An address validated like `url` but unchanged. */
export const exactUrl = text.refine((value) => url.safeParse(value).success, {
  message: "must be an https address (http on this machine) without user, query or fragment.",
});

/** An http or https address. */
export const webAddress = text.refine((value) => /^https?:\/\/[^/]/.test(value) && URL.canParse(value), {
  message: "must be an http or https address.",
});

/** The address of a store. */
export const storeUrl = text.refine((value) => value === "memory:" || isRedisUrl(value), {
  message: "must be memory: or redis://host:port/db.",
});

/** `Host` names with or without a port, as clients may send them. */
export const hosts = list(
  (item) => (isHost(item) ? item : undefined),
  "must list names or addresses such as market.example.com, 10.0.0.5:8443 or [2001:db8::1], nothing else.",
);

/** Web origins in the form that browsers send. */
export const origins = list(toOrigin, "must list origins such as https://app.example.com, without a path or a *.");

/** Addresses and address ranges. */
export const networks = list<Network>(
  (item) => parseNetwork(item) ?? undefined,
  "must list addresses or ranges such as 10.0.0.0/8; /0 is not allowed.",
);

/** Scopes in the form of RFC 6749. */
export const scopes = list(
  (item) => (/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(item) ? item : undefined),
  "must list scopes such as plan:starter, separated by commas.",
);

/** Sets of tools; `core` is always among them. */
export const toolsets = parsed((value): readonly Toolset[] | undefined => {
  const read = readToolsets(value);
  return "sets" in read ? read.sets : undefined;
}, `must be a comma list of ${TOOLSET_CHOICES}.`);

/** The provider of the official sources, which publish for everybody. */
const OFFICIAL: ProviderId = "provider-d";

/** Providers by their letters in any case, or `official` alone. An empty list is none: a server would ask nobody. */
export const providers = parsed(
  (value): readonly ProviderId[] | undefined => {
    const words = value.toUpperCase().split(",");
    if (words.length === 1 && words[0]!.trim() === "OFFICIAL") return [OFFICIAL];
    const letters = new Set(words.map((word) => word.trim()).filter(Boolean));
    const chosen = PROVIDER_IDS.filter((id) => letters.has(toLetter(id)));
    return chosen.length === 0 || chosen.length < letters.size ? undefined : chosen;
  },
  `must be a comma list of ${PROVIDER_IDS.map(toLetter).join(", ")}, at least one of them, or the word official alone.`,
);

/** Whether a host name means this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** Creates a schema that converts text with `parse`, or fails with `message` when it returns `undefined`. */
function parsed<T>(parse: (value: string) => T | undefined, message: string) {
  return z.string().transform((value, context): T => {
    const result = parse(value);
    if (result !== undefined) return result;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** Creates a schema for a comma-separated list; empty items are skipped. */
function list<T>(parse: (item: string) => T | undefined, message: string) {
  return parsed((value) => {
    const items = value.split(",").map((item) => item.trim());
    const results = items.filter(Boolean).map(parse);
    return results.some((result) => result === undefined) ? undefined : (results as T[]);
  }, message);
}

/**
 * Returns an origin as browsers send it. Schemes other than http and https belong to extensions and apps; `null` is
 * sent by pages without an origin.
 */
function toOrigin(item: string): string | undefined {
  const [, scheme = "", host = ""] = /^([a-z][a-z0-9+.-]*):\/\/([^/]+)\/?$/i.exec(item) ?? [];
  const isWeb = /^https?$/i.test(scheme);
  if (isHost(host) && (!isWeb || URL.canParse(item))) return isWeb ? new URL(item).origin : item;
  return /^(?:null|file:\/\/\/)$/i.test(item) ? item : undefined;
}

/** Whether a text is a name, an address or an IPv6 address in brackets, with or without a port. */
function isHost(value: string): boolean {
  const [, name, address = "", port = "0"] = /^(?:([\w.-]+)|\[([^\]]+)\])(?::(\d{1,5}))?$/.exec(value) ?? [];
  return (name !== undefined || isIPv6(address)) && Number(port) <= 65_535;
}

function isRedisUrl(value: string): boolean {
  if (!/^rediss?:\/\/[^/]/.test(value) || !URL.canParse(value)) return false;
  const { username, password, pathname } = new URL(value);
  try {
    decodeURIComponent(username + password);
    return /^\/?\d*$/.test(pathname);
  } catch {
    return false;
  }
}
