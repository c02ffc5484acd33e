/**
 * Checks of the `doctor` command on providers: reachability, keys, quotas, missing fields, and the clock compared with
 * theirs.
 */
import type { App } from "../../app.js";
import type { Status } from "../../contract/status.js";
import { onlyFrom } from "../../catalogue.js";
import type { Config } from "../../config/config.js";
import { REASONS, type Reason } from "../../contract/errors.js";
import type { Entry } from "../../contract/entry.js";
import type { Probe } from "../../contract/diagnostics.js";
import type { Provider } from "../../contract/provider.js";
import { toKeyVariable, toLabel, toLetter, type ProviderId } from "../../contract/provider-id.js";
import { toUnsetOptions } from "../../contract/provider-description.js";
import { capital } from "../../lib/capital.js";
import { advise, ok, type Check } from "../install/check-machine.js";

/** Limit of the error of this machine's clock, in seconds; a larger error leads to wrong days, ages and market hours. */
const MAX_CLOCK_SECONDS = 5;
/** `doctor` warns when less than this share of a quota is left. */
const LOW_SHARE = 0.1;

/**
 * Returns the check of one provider and, if it has sessions and answered, that of its session; `probe` is undefined when no
 * call was allowed.
 */
export function checkProvider(
  provider: Provider,
  settings: Config["providers"][ProviderId],
  probe?: Probe,
  catalogue?: readonly Entry[],
): Check[] {
  const shown = { name: toShownName(provider) };
  const reached = checkReached(provider, settings, probe, catalogue);
  // The check of the option says what is missing.
  const isSaid = reached.state === "skipped" && toUnsetOptions(provider, settings).length > 0;
  const check = { ...reached, shown: isSaid ? null : shown };
  if (probe?.session === undefined) return [check];
  const name = `Session of ${toLetter(provider.id)}`;
  if (probe.session === null) return [check, ok(name, "opened", { ...shown, found: "session opened" })];
  const { state, fix } = adviceOn(probe.session.reason, provider, new URL(settings.baseUrl).host);
  // Calls that need no session answer, so there is nothing to fix on this machine.
  const advice = advise(state === "fail" ? "note" : state, name, foundOf(probe.session), fix);
  return [check, { ...advice, shown: { ...shown, found: `no session: ${advice.found}` } }];
}

/** Returns the name by which people know a provider: that of what an option turns on, or the vendor's. */
function toShownName({ vendor, options = {} }: Pick<Provider, "vendor" | "options">): string {
  return Object.values(options).find(({ title }) => title !== undefined)?.title ?? vendor;
}

function checkReached(
  provider: Provider,
  { baseUrl, apiKey }: Config["providers"][ProviderId],
  probe: Probe | undefined,
  catalogue: readonly Entry[] | undefined,
): Check {
  const name = capital(provider.title);
  if (provider.needsKey && apiKey === undefined) {
    const needed = onlyFrom(provider, catalogue);
    const found =
      needed.length > 0 ? `no key; without it there is no ${needed.join(", no ")}` : "no key; other sources answer";
    return advise(
      "note",
      name,
      found,
      `Get a free one at ${provider.signUpUrl} and set ${toKeyVariable(provider.id)}.`,
    );
  }
  // Nothing of the provider is set up; `checkOptions` says what is missing.
  if (probe?.failure?.reason === "not_configured") return { name, state: "skipped", found: "not set up" };
  if (!probe) return { name, state: "skipped", found: "not called" };
  if (!probe.failure) return ok(name, provider.needsKey ? "reached; the key is accepted" : "reached");
  const { state, fix } = adviceOn(probe.failure.reason, provider, new URL(baseUrl).host);
  return advise(state, name, foundOf(probe.failure), fix);
}

function foundOf({ error, reason }: NonNullable<Probe["failure"]>): string {
  const wait = error.retryAfterSeconds === undefined ? "" : `; try again in ${error.retryAfterSeconds} s`;
  return `${reason === undefined ? error.message : REASONS[reason].says}${wait}`;
}

/** Returns a check for each option that is not set and that some of the provider's sources need. */
export function checkOptions(provider: Provider, values: Config["providers"][ProviderId]): Check[] {
  return toUnsetOptions(provider, values).map(({ variable, enables, kind }) => {
    const name = `More of ${toLetter(provider.id)}`;
    const what = kind === "mail" ? "your mail address" : "a value";
    const shown = { name: toShownName(provider), found: `off: needs ${what} (${variable})`, needsNoFix: true };
    return { ...advise("note", name, `not set up: ${enables}`, `Set ${variable}; see docs/settings.md.`), shown };
  });
}

/** Returns a check for each configured provider's quota, with the calls that are left. */
export function checkQuotas({ providers: lines }: Status, providers: readonly Provider[]): Check[] {
  return lines.flatMap((line): Check[] => {
    const { provider, configured, quota_used: used, quota_limit: limit, quota_resets_at: freeAt } = line;
    if (!configured || used === null) return [];
    const name = `Quota of ${toLetter(provider as ProviderId)}`;
    const shownName = toShownName(providers.find(({ id }) => id === provider)!);
    if (limit === null)
      return [
        ok(name, `${used} used in the last 24 hours; no limit set`, {
          name: shownName,
          found: `${used} ${used === 1 ? "call" : "calls"} in 24 hours`,
          isMinor: true,
        }),
      ];
    const left = Math.max(0, limit - used);
    const found = `${left} of ${limit} left`;
    const shown = { name: shownName, found: `${left} of ${limit} calls left` };
    if (left >= limit * LOW_SHARE && left > 0) return [ok(name, found, shown)];
    const when =
      freeAt === null ? "Calls come back 24 hours after they were made." : `The next call is free at ${freeAt}.`;
    const fix = `${when} With a larger plan, raise ${toLabel(provider as ProviderId)}_DAILY_QUOTA.`;
    return [{ ...advise("note", name, found, fix), shown }];
  });
}

/** Checks this machine's clock against the providers' clocks. */
export function checkClock(probes: readonly Probe[]): Check {
  const name = "Clock";
  const ahead = probes.map((probe) => probe.clockAheadSeconds).filter((seconds) => seconds !== undefined);
  // A provider's clock may be wrong, so compare with the one that is nearest to ours.
  const [nearest] = ahead.toSorted((one, other) => Math.abs(one) - Math.abs(other));
  if (nearest === undefined) return { name, state: "skipped", found: "cannot be compared without a provider's answer" };
  if (Math.abs(nearest) <= MAX_CLOCK_SECONDS) return ok(name, "agrees with the clocks of the providers");
  const found = `${Math.round(Math.abs(nearest))} s ${nearest > 0 ? "ahead" : "behind"}`;
  return advise(
    "fail",
    name,
    found,
    "Set it, preferably with a time service: days, ages and market hours depend on it.",
  );
}

interface Advice {
  state: "note" | "fail";
  fix: string;
}

function adviceOn(reason: Reason | undefined, provider: Provider, host: string): Advice {
  const note = (fix: string): Advice => ({ state: "note", fix });
  const fail = (fix: string): Advice => ({ state: "fail", fix });
  const own = reason && provider.advice?.[reason];
  if (own) return reason === "blocked" || reason === "contact_refused" ? fail(own.fix) : note(own.fix);
  switch (reason) {
    case "key_refused":
      return fail(`Check ${toKeyVariable(provider.id)}, character by character, at ${provider.signUpUrl}.`);
    case "not_in_plan":
      return note("The key is known, but its plan lacks this call; other sources answer where they can.");
    case "rate_limited":
    case "quota_spent":
    case "queue_full":
    case "circuit_open":
      return note("Wait; until then, answers come from the cache and from other providers.");
    case "consent_changed":
      return note(
        "It answers, but opens no session. Quotes, search, statements and short overviews still work. Update if a newer version exists; the server tries again automatically.",
      );
    case "timed_out":
    case "unreachable":
      return fail(`Check that this machine reaches ${host}: network, DNS, proxy, firewall.`);
    case "server_error":
      return fail(`${host} has a problem; there is nothing to fix on this machine unless it lasts.`);
    default:
      return fail(`Check that ${host} is the provider and not a proxy's page: ${provider.label}_BASE_URL.`);
  }
}

/** Makes one probe call to each of these providers that is configured. */
export async function probeAll(
  app: App,
  config: Config,
  providers: readonly Provider[],
): Promise<Map<Provider, Probe>> {
  const ready = providers.filter(({ id, needsKey }) => !needsKey || config.providers[id].apiKey !== undefined);
  const { probe } = await app.engine();
  const probes = await Promise.all(ready.map(async (provider) => [provider, await probe(provider.id)] as const));
  return new Map(probes);
}
