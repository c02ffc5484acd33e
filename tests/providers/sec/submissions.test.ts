/** The newest filing with figures, which the figures of a company are as new as. */
import { expect, it } from "vitest";
import { newestWithFigures, NO_LIST } from "../../../src/providers/sec/submissions.js";

it.each(["10-K", "10-K/A", "10-KT", "10-KT/A", "10-Q", "10-QT", "10-QT/A", "20-F", "40-F/A"])(
  "a %s with XBRL has figures",
  (form) => {
    const lines = [
      "0000000001-26-000003\t8-K\t2026-03-03\t2026-03-03\t2.02\ta.htm\t1",
      `0000000001-26-000002\t${form}\t2026-03-02\t2025-12-31\t\tb.htm\t0`,
      `0000000001-26-000001\t${form}\t2026-03-01\t2025-12-31\t\tc.htm\t1`,
    ].join("\n");
    expect(newestWithFigures({ ...NO_LIST, lines })?.accession).toBe("0000000001-26-000001");
    expect(newestWithFigures({ ...NO_LIST, lines }, "2026-02-28")).toBeUndefined();
  },
);
