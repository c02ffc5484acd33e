import { describe, expect, it, vi } from "vitest";
import { createDriftWatch } from "../../src/pipeline/drift.js";

const START = Date.parse("2026-03-05T14:00:00Z");
const MINUTE = 60_000;

/** A drift watch whose clock advances by a minute with each answer. */
function createWatch() {
  let minutes = 0;
  const onMissing = vi.fn<(provider: string, source: string, field: string) => void>();
  const onShapeError = vi.fn<(provider: string, source: string) => void>();
  const watch = createDriftWatch({ onMissing, onShapeError, now: () => START + minutes++ * MINUTE });
  const answer = (data: object, times = 1) => {
    for (let each = 0; each < times; each++) watch.answered("provider-b", "overview", data);
  };
  return { watch, answer, onMissing, onShapeError };
}

describe("the drift watch", () => {
  it("reports a field that nearly every answer had and ten answers in a row lack, with the time of the first of these", () => {
    const { watch, answer, onMissing } = createWatch();
    answer({ price: 5, beta: 1.2 }, 20);
    answer({ price: 5, beta: null }, 9);
    expect(watch.report()).toEqual([]);
    expect(onMissing).not.toHaveBeenCalled();
    answer({ price: 5, beta: null });
    expect(watch.report()).toEqual([
      { provider: "provider-b", source: "overview", field: "beta", since: "2026-03-05T14:20:00.000Z" },
    ]);
    answer({ price: 5, beta: null }, 2);
    expect(onMissing.mock.calls).toEqual(Array.from({ length: 3 }, () => ["provider-b", "overview", "beta"]));
  });

  it("ends the report with the first answer that has the field again", () => {
    const { watch, answer } = createWatch();
    answer({ beta: 1.2 }, 20);
    answer({ beta: null }, 12);
    answer({ beta: 0.9 });
    expect(watch.report()).toEqual([]);
  });

  it("does not expect a field that fewer than 95 % of the answers had, or that has too few answers", () => {
    const { watch, answer } = createWatch();
    answer({ dividend: 1, price: 5 }, 17);
    answer({ dividend: null, price: 5 }, 2);
    answer({ dividend: 1, price: 5 }, 3);
    answer({ dividend: null, price: null }, 30);
    expect(watch.report().map(({ field }) => field)).toEqual(["price"]);
    const young = createWatch();
    young.answer({ price: 5 }, 19);
    young.answer({ price: null }, 30);
    expect(young.watch.report()).toEqual([]);
  });

  it("inspects lists and nested objects: a field is present if one row has it, and an empty list does not count", () => {
    const { watch, answer } = createWatch();
    const full = { symbol: "A", rows: [{ price: null }, { price: 4 }], side: { price: 1 } };
    answer(full, 20);
    answer({ ...full, rows: [] }, 20);
    expect(watch.report()).toEqual([]);
    answer({ ...full, rows: [{ price: null }], side: { price: null } }, 10);
    expect(watch.report().map(({ field }) => field)).toEqual(["rows.price", "side.price"]);
  });

  it("counts every answer that cannot be read, and reports a source after three in a row", () => {
    const { watch, answer, onShapeError } = createWatch();
    watch.unreadable("provider-b", "overview");
    watch.unreadable("provider-b", "overview");
    expect(watch.report()).toEqual([]);
    watch.unreadable("provider-b", "overview");
    expect(watch.report()).toEqual([
      { provider: "provider-b", source: "overview", field: null, since: "2026-03-05T14:00:00.000Z" },
    ]);
    expect(onShapeError).toHaveBeenCalledTimes(3);
    answer({ price: 1 });
    expect(watch.report()).toEqual([]);
  });

  it("follows at most 200 fields of a source, and none whose name cannot be a label", () => {
    const { watch, answer } = createWatch();
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`field${index}`, 1]));
    const none = Object.fromEntries(Object.keys(many).map((name) => [name, null]));
    answer({ "a b": 1, ...many }, 20);
    answer({ "a b": null, ...none }, 10);
    const fields = watch.report().map(({ field }) => field);
    expect(fields).toHaveLength(200);
    expect(fields).not.toContain("a b");
  });
});
