/** Asks for keys at a terminal, which does not show them. */
import { ConfigError } from "../../contract/errors.js";
import { toKeyVariable } from "../../contract/provider-id.js";
import { PROVIDER_DESCRIPTIONS } from "../../providers/descriptions.js";

type Ask = (question: string) => Promise<string>;
type Keys = Readonly<Record<string, string>>;

/** Asks for the key of each provider that needs one; returns the typed ones by variable. */
export async function askForKeys(ask: Ask, present: Keys): Promise<Keys> {
  const typed: Record<string, string> = {};
  for (const { id, vendor, title, needsKey, signUpUrl } of PROVIDER_DESCRIPTIONS) {
    if (!needsKey) continue;
    const variable = toKeyVariable(id);
    const page = signUpUrl ? `, free at ${signUpUrl}` : "";
    const key = await askOnce(ask, `Key of ${vendor} (${title}${page})`, variable in present);
    if (key) typed[variable] = key;
  }
  return typed;
}

/** Asks for the key of a server elsewhere; returns it as the header that such a server takes. */
export async function askForRemoteKey(ask: Ask, present: Keys): Promise<Keys> {
  const key = await askOnce(ask, "Key of that server, if it needs one", "X-API-Key" in present);
  return key ? { "X-API-Key": key } : {};
}

async function askOnce(ask: Ask, what: string, isPresent: boolean): Promise<string> {
  const key = (await ask(`${what}; Enter to ${isPresent ? "keep the present one" : "go on without"}: `)).trim();
  if (!/^[\x21-\x7e]{0,200}$/.test(key))
    throw new ConfigError("A key has at most 200 printable characters without blanks.");
  return key;
}
