/** Links that sources send, as readers may open them. */
import { lenient, toText } from "./values.js";

const MAX_ADDRESS = 500;

/** Characters that a URL may contain only percent-encoded; unencoded, they can end a link in a page or a text. */
const INVALID_IN_URL = /[\s"<>\\^`{|}]/;

/**
 * Returns the address if readers may open it, written as browsers read it, so that it shows its real host
 * (`https://bank.example。evil.example`, letters that look like others); otherwise `null`. It must be https and without
 * a user name, which would make one host look like another (`https://bank.example@evil.example`), and its host a public
 * name. An address that is too long becomes `null`; a shortened one would lead elsewhere.
 */
function toLink(value: unknown): string | null {
  const address = toText(value, MAX_ADDRESS + 1);
  if (address === null || address.length > MAX_ADDRESS || INVALID_IN_URL.test(address)) return null;
  if (!URL.canParse(address)) return null;
  const { href, hostname, protocol, username, password } = new URL(address);
  if (protocol !== "https:" || username !== "" || password !== "" || !PUBLIC_NAME.test(hostname)) return null;
  return href.length > MAX_ADDRESS ? null : href;
}

/**
 * A host name on the internet: with a dot, and with a last part that no address has. `URL` writes every form of an IPv4
 * address (`0x7f.1`) with four numbers, and an IPv6 address in brackets.
 */
const PUBLIC_NAME = /^(?!.*\.(?:localhost|local|internal|home\.arpa)\.?$)[^[\]]+\.(?!\d+\.?$)[^.]+\.?$/;

/** Schema part for a link of an upstream. */
export const link = lenient(toLink);
