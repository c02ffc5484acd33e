import { describe, expect, it, vi } from "vitest";
import { announcements } from "../../src/capabilities/companies/earnings-announcements.js";
import { NO_REACTION } from "../../src/market/statements/earnings-reactions.js";
import type { Announcement } from "../../src/market/statements/announcements.js";
import type { EarningsQuarter, NextEarnings } from "../../src/capabilities/companies/earnings.js";
import { earnings } from "../../src/capabilities/companies/earnings.js";
import type { DataOf } from "../../src/contract/capability.js";
import { toPlainText } from "../../src/contract/sentence.js";
import { atTime } from "../support/at-time.js";

atTime("2026-04-05T12:00:00Z");

const quarter = (periodEnd: string, epsActual: number, more: Partial<EarningsQuarter> = {}): EarningsQuarter => ({
  periodEnd,
  fiscalQuarter: null,
  announced: null,
  epsActual,
  epsEstimate: epsActual - 0.1,
  surprise: 0.1,
  surprisePercent: 5,
  revenueActual: null,
  revenueEstimate: null,
  ...NO_REACTION,
  ...more,
});
const announced = (day: string, epsActual: number | null, more: Partial<Announcement> = {}): Announcement => ({
  day,
  epsActual,
  epsEstimate: 1,
  revenueActual: epsActual === null ? null : 100,
  revenueEstimate: 90,
  ...more,
});

const HISTORY = [quarter("2025-12-31", 2.84), quarter("2025-09-30", 1.85)];
const LIST = [
  announced("2026-07-30", null, { revenueEstimate: null }),
  announced("2026-05-07", null),
  announced("2026-01-29", 2.84),
  announced("2025-10-30", 1.85),
  announced("2025-07-31", 1.57),
  announced("2025-05-01", 1.65),
];
const NEXT: NextEarnings = {
  date: "2026-04-30",
  from: "2026-04-30",
  to: "2026-04-30",
  estimated: false,
  when: "after close",
  epsEstimate: 1.9,
  epsLow: 1.8,
  epsHigh: 2,
  revenueEstimate: 95,
  revenueLow: 94,
  revenueHigh: 96,
};

type EarningsData = DataOf<typeof earnings>;
const dataOf = (more: Partial<EarningsData> = {}): EarningsData => ({
  symbol: "AAPL",
  currency: "USD",
  reportingCurrency: "USD",
  next: NEXT,
  history: HISTORY,
  estimates: null,
  ...more,
});

describe("earnings with another provider's announcements", () => {
  it("have the days, the expected revenue and the quarters before", () => {
    const { data, fields } = announcements.apply(dataOf(), LIST);
    expect(data.history).toEqual([
      { ...HISTORY[0], announced: "2026-01-29", revenueActual: 100, revenueEstimate: 90 },
      { ...HISTORY[1], announced: "2025-10-30", revenueActual: 100, revenueEstimate: 90 },
      {
        ...quarter("2025-06-30", 1.57, {
          announced: "2025-07-31",
          epsEstimate: 1,
          surprise: 0.57,
          surprisePercent: 57,
        }),
        revenueActual: 100,
        revenueEstimate: 90,
      },
      {
        ...quarter("2025-03-31", 1.65, {
          announced: "2025-05-01",
          epsEstimate: 1,
          surprise: 0.65,
          surprisePercent: 65,
        }),
        revenueActual: 100,
        revenueEstimate: 90,
      },
    ]);
    expect(fields).toEqual(["announced", "revenueActual", "revenueEstimate", "history"]);
  });

  it("keep the estimate, the revenue and the day that the answer has", () => {
    const own = quarter("2025-12-31", 2.84, { epsEstimate: 2.6708, announced: "2026-01-28", revenueActual: 101 });
    const { data } = announcements.apply(dataOf({ history: [own] }), [announced("2026-01-29", 2.84)]);
    expect(data.history).toEqual([{ ...own, revenueEstimate: 90 }]);
  });

  it("keep their next announcement, whether confirmed or a window", () => {
    const window = { ...NEXT, date: null, to: "2026-05-04", estimated: true };
    for (const next of [NEXT, window]) expect(announcements.apply(dataOf({ next }), LIST).data.next).toEqual(next);
  });

  it("have the nearest expected day as an estimate where none is known", () => {
    const { data, fields } = announcements.apply(dataOf({ next: null }), LIST);
    expect(data.next).toEqual({
      date: "2026-05-07",
      from: "2026-05-07",
      to: "2026-05-07",
      estimated: true,
      when: null,
      epsEstimate: 1,
      epsLow: null,
      epsHigh: null,
      revenueEstimate: 90,
      revenueLow: null,
      revenueHigh: null,
    });
    expect(fields).toContain("next");
    for (const list of [LIST.slice(2), [announced("2026-10-29", null)], [announced("2026-04-04", null)]]) {
      expect(announcements.apply(dataOf({ next: null }), list).data.next).toBeNull();
    }
  });

  it("take days only from a provider whose amounts are in another currency", () => {
    const dollars = LIST.map((each) => ({ ...each, epsActual: each.epsActual && each.epsActual / 7.2 }));
    const { data, fields } = announcements.apply(dataOf({ next: null }), dollars);
    expect(data.history).toEqual([
      { ...HISTORY[0], announced: "2026-01-29" },
      { ...HISTORY[1], announced: "2025-10-30" },
    ]);
    expect(data.next).toMatchObject({ date: "2026-05-07", epsEstimate: null, revenueEstimate: null });
    expect(fields).toEqual(["announced", "next"]);
  });

  it("take no revenue of a quarter whose revenue is another one", () => {
    const history = [quarter("2025-12-31", 2.84, { revenueActual: 700 }), HISTORY[1]!];
    const { data } = announcements.apply(dataOf({ history }), LIST);
    expect(data.history![0]).toMatchObject({ announced: "2026-01-29", revenueActual: 700, revenueEstimate: null });
  });

  it("date no quarter by a day that may be of another", () => {
    const twice = [announced("2026-03-20", 2), announced("2026-01-29", 2.84)];
    const late = [announced("2026-04-03", 2.84)];
    const expected = [announced("2026-01-29", null)];
    for (const list of [twice, late, expected, []]) {
      expect(announcements.apply(dataOf(), list).data.history![0]!.announced).toBeNull();
    }
  });

  it("end before a quarter without an announcement", () => {
    const { data } = announcements.apply(dataOf(), [...LIST.slice(0, 4), announced("2025-05-01", 1.65)]);
    expect(data.history).toHaveLength(2);
  });

  it("are eight quarters at most, and look nothing up when nothing can be added", () => {
    const many = Array.from({ length: 12 }, (_, back) => {
      const end = new Date(Date.UTC(2026, 0 - 3 * back, 0)).toISOString();
      return announced(new Date(Date.parse(end) + 29 * 86_400_000).toISOString().slice(0, 10), 2.84);
    });
    expect(announcements.apply(dataOf({ history: [HISTORY[0]!] }), many).data.history).toHaveLength(8);
    const asked = (more: Partial<EarningsData>) => announcements.ask(dataOf(more), { symbol: "AAPL" });
    expect([asked({}), asked({ history: [] }), asked({ history: [], next: null })]).toEqual(["AAPL", null, "AAPL"]);
  });

  it("are outdated when the newest quarter has no announcement yet", () => {
    expect(announcements.isOutdated!(dataOf(), LIST)).toBe(false);
    expect(announcements.isOutdated!(dataOf(), LIST.slice(3))).toBe(true);
    expect(announcements.isOutdated!(dataOf({ history: [] }), [])).toBe(false);
  });
});

describe("the freshness of earnings", () => {
  const body = (next: NextEarnings | null) => ({ ...dataOf({ next }), timestamp: "2026-04-30T10:00:00.000000" });
  const window = { ...NEXT, date: null, from: "2026-04-28", to: "2026-05-04", estimated: true };

  it("is five minutes on the day, or on the days of a window, and an hour otherwise", () => {
    const ttlOf = (next: NextEarnings | null) => earnings.ttlSecondsOf!(body(next));
    expect([ttlOf(NEXT), ttlOf(window)]).toEqual([300, 300]);
    expect([ttlOf(null), ttlOf({ ...NEXT, from: "2026-05-01", to: "2026-05-01" })]).toEqual([undefined, undefined]);
    expect(earnings.freshness).toMatchObject({ ttlSeconds: 3600, staleSeconds: 86_400 });
  });

  it("does not let a kept answer call a past announcement the next one", () => {
    const shown = () => earnings.view!(body(NEXT), { symbol: "AAPL" }).next;
    vi.setSystemTime(new Date("2026-05-01T03:00:00Z"));
    expect(shown()).toEqual(NEXT);
    vi.setSystemTime(new Date("2026-05-01T04:00:00Z"));
    expect(shown()).toBeNull();
  });
});

describe("the notes on earnings", () => {
  const notesOn = (history: EarningsQuarter[] | null) => {
    const body = { history } as Parameters<NonNullable<typeof earnings.viewNotes>>[0];
    return earnings.viewNotes!(body, { symbol: "AAPL" }, body).map(toPlainText);
  };

  it("say that no past quarter is known, where an empty list stands for it", () => {
    expect(notesOn([])).toEqual(["No reported quarter of AAPL is known."]);
    for (const history of [HISTORY, null]) expect(notesOn(history)).toEqual([]);
  });
});
