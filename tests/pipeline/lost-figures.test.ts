import { expect, it } from "vitest";
import { withLost } from "../../src/pipeline/lost-figures.js";
import { ACME, envelopeOf } from "../support/fakes.js";

const NOW = Date.UTC(2026, 2, 6, 1);
const envelope = (body: object, missing: string[] = []) => envelopeOf(NOW, { body: { ...ACME, ...body }, missing });

it("figures that are null now and were numbers in the last answer are missing", () => {
  const before = envelope({ price: 12.5, volume: 100 });
  expect(withLost(envelope({ price: 12.5, volume: null }, ["eps"]), before).missing).toEqual(["eps", "volume"]);
});

it("figures that were null before, or have no last answer, are not missing", () => {
  const poor = envelope({ volume: null });
  expect([withLost(poor, poor), withLost(poor, undefined)]).toEqual([poor, poor]);
});
