import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { billYields } from "../../../src/capabilities/economy/bill-yields.js";
import { billYieldsFromTreasury } from "../../../src/providers/treasury/bill-yields.js";
import { atTime } from "../../support/at-time.js";
import { createAsker, FEEDS } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";

const internet = useInternet();
atTime("2026-08-12T23:00:00Z");

const entryOf = (day: string, cells: string) =>
  `<entry><content><m:properties><d:NEW_DATE>${day}T00:00:00</d:NEW_DATE>${cells}</m:properties></content></entry>`;

describe("the 3-month yields of a year", () => {
  it("are those of its days, newest first, in one call, without days that have none", async () => {
    const asked: string[] = [];
    const entries = [
      entryOf("2025-01-02", "<d:BC_1MONTH>4.4</d:BC_1MONTH><d:BC_3MONTH>4.36</d:BC_3MONTH>"),
      entryOf("2025-01-03", "<d:BC_1MONTH>4.4</d:BC_1MONTH>"),
      entryOf("2025-01-06", "<d:BC_3MONTH>4.35</d:BC_3MONTH>"),
    ];
    internet.use(
      http.get(`${FEEDS.treasuryUrl}/*`, ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.text(`<feed>${entries.join("")}</feed>`);
      }),
    );
    const { data } = await createAsker({ contact: undefined }).ask(billYieldsFromTreasury, { year: 2025 });
    expect(data).toEqual({
      year: 2025,
      days: [
        { date: "2025-01-06", m3: 4.35 },
        { date: "2025-01-02", m3: 4.36 },
      ],
    });
    expect(asked).toEqual(["?data=daily_treasury_yield_curve&field_tdr_date_value=2025"]);
  });

  it.each([
    ["an ended year", { year: 2025, days: [{}] }, "2026-01-08T00:00:00.001Z", 30 * 86_400],
    ["a year that ended a week ago", { year: 2025, days: [{}] }, "2026-01-08T00:00:00Z", undefined],
    ["a year without days", { year: 2020, days: [] }, "2026-01-08T12:00:00Z", undefined],
  ])("of %s are kept as long as they may change", (_what, body, now, expected) => {
    vi.setSystemTime(new Date(now));
    expect(billYields.ttlSecondsOf!(body)).toBe(expected);
  });
});
