import { describe, expect, it } from "vitest";
import { cacheCard } from "../../src/status/answers.js";
import { countOf, toCount } from "../../src/status/format.js";
import { reportOf } from "./reports.js";

describe("counts on the status page", () => {
  it("have all digits below a million", () => {
    expect([toCount(0), toCount(12_345), countOf(999_999).text]).toEqual(["0", "12,345", "999,999"]);
  });

  it("are short from a million on, with all digits in the title", () => {
    expect(toCount(79_512_345)).toBe("79.5\u00a0M");
    expect(countOf(79_512_345).text).toBe('<span title="79,512,345">79.5\u00a0M</span>');
    const cache = { hits: 2_060_000_000, misses: 7, stale: 0, failures: 0, hit_ratio: 1 };
    expect(cacheCard(reportOf({ cache })).text).toContain('<span title="2,060,000,000">2.06\u00a0B</span>');
  });
});
