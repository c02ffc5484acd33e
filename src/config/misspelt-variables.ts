/**
 * Environment variables that look like settings but are none. Without a word about them, a misspelt name of a key ends
 * in "no key", and a person sees no reason.
 */
import { nearestWithin } from "../lib/nearest-names.js";
import { PROVIDER_IDS, toLabel } from "../contract/provider-id.js";
import { longNameOf, type Environment } from "./setting.js";
import { SETTINGS } from "./settings.js";

/** A variable that is not a setting; its value is never read. */
export interface Misspelt {
  variable: string;
  /** The setting that was probably meant. */
  meant: string | undefined;
  /** Whether no other program can be meant by it, because its name begins with that of one of our providers. */
  isOurs: boolean;
}

/** Names with fewer letters are too often those of other programs. */
const MIN_LETTERS = 6;
/** The most letters in which a name may differ from a setting's. */
const MAX_EDITS = 2;
/** The most variables that are named. */
const MAX_NAMED = 10;

/**
 * Returns the variables whose names differ from a setting's in at most two letters or in the case of letters, and all
 * others that begin with `PROVIDER_`.
 */
export function findMisspelt(env: Environment): Misspelt[] {
  const settings = SETTINGS.flatMap((setting) => [setting.variable, longNameOf(setting) ?? []].flat());
  const labels = PROVIDER_IDS.map((id) => `${toLabel(id)}_`);
  return Object.keys(env)
    .filter((name) => /^\w{1,64}$/.test(name) && name.length >= MIN_LETTERS && !settings.includes(name) && env[name])
    .map((variable) => {
      const capitals = variable.toUpperCase();
      const isOurs = labels.some((label) => capitals.startsWith(label));
      return { variable, meant: nearestWithin(capitals, settings, MAX_EDITS), isOurs };
    })
    .filter(({ variable, meant }) => meant !== undefined || variable.startsWith("PROVIDER_"))
    .slice(0, MAX_NAMED);
}

/** Returns, for example, `PROVIDER_A_APIKEY is not a setting. Did you mean PROVIDER_A_API_KEY?` */
export function toMisspeltSentence({ variable, meant }: Misspelt): string {
  return `${variable} is not a setting. ${meant === undefined ? "help settings lists all." : `Did you mean ${meant}?`}`;
}
