/** Yahoo's modules about holders; only companies have them, and only US companies have names in the lists. */
import { round, toKey, uniform } from "../market/random.js";
import type { Security } from "../market/security.js";
import type { World } from "../companies/world.js";
import { keyFields } from "./statistics.js";

const NAMES = "Alder,Birch,Cedar,Damson,Elder,Fir,Gorse,Hazel,Ivy,Juniper".split(",");
const QUARTER_END = { month: 3, day: 0 } as const;

export const holderModules = {
  majorHoldersBreakdown(world: World, security: Security, at: number) {
    if (security.kind !== "stock") return undefined;
    const { heldPercentInsiders, heldPercentInstitutions } = keyFields(world, security, at);
    return {
      maxAge: 1,
      insidersPercentHeld: heldPercentInsiders,
      institutionsPercentHeld: heldPercentInstitutions,
      institutionsFloatPercentHeld: round(Math.min(1, heldPercentInstitutions / 0.9), 5),
      institutionsCount: 40 + Math.floor(4_000 * uniform(keyOf(world, security), 1)),
    };
  },
  institutionOwnership: (world: World, security: Security, at: number) => listOf(world, security, at, "Capital"),
  fundOwnership: (world: World, security: Security, at: number) => listOf(world, security, at, "Index Fund"),
};

function keyOf({ market }: World, { company }: Security): number {
  return toKey(`owners of ${company}`, market.seed);
}

function listOf(world: World, security: Security, at: number, kind: "Capital" | "Index Fund") {
  if (security.kind !== "stock") return undefined;
  const key = keyOf(world, security) ^ (kind === "Capital" ? 0 : 77);
  const all = world.market.shares(security);
  const now = new Date(at);
  // The end of the quarter before the last one, because reports come 45 days after a quarter.
  const quarter = Math.floor(now.getUTCMonth() / 3) * 3 - QUARTER_END.month;
  const reportDate = Date.UTC(now.getUTCFullYear(), quarter, QUARTER_END.day) / 1000;
  // As upstream: the last price, whatever the day of the report.
  const { price } = world.market.snapshot(security, at);
  const ownershipList = (security.currency === "USD" ? NAMES : NAMES.slice(0, 1)).map((name, place) => {
    const held = round((kind === "Capital" ? 0.08 : 0.03) / (place + 1 + uniform(key, place)), 4);
    const position = Math.round(all * held);
    return {
      maxAge: 1,
      organization: `Simulated ${name} ${kind}`,
      reportDate,
      pctHeld: held,
      position,
      value: Math.round(position * price),
      // A change of 1 marks a new holder.
      pctChange: place === 7 ? 1 : round(0.12 * (uniform(key, place + 20) - 0.5), 4),
    };
  });
  return { maxAge: 1, ownershipList };
}
