/** The parts of a simulated 10-K that people ask for: the auditor, segments, notes and exhibits. */
import { describe, expect, it } from "vitest";
import { createWorld } from "../../src/simulator/companies/world.js";
import { segmentsOver } from "../../src/simulator/companies/segments.js";
import { documentOf, documentsOf } from "../../src/simulator/sec/documents.js";
import { filersOf, filingsOf } from "../../src/simulator/sec/filers.js";

const AT = Date.parse("2026-11-28T12:00:00Z");
const world = createWorld(20_260);
const APPLE = filersOf(world).find(({ security }) => security.symbol === "AAPL")!;
const FILING = filingsOf(APPLE, AT).find(({ form }) => form === "10-K")!;

const textOf = (type: string, filing = FILING) => {
  const { path } = documentsOf(filing).find((each) => each.type === type)!;
  return documentOf(world, APPLE, filing.accession, path, AT)!;
};

describe("a simulated 10-K", () => {
  it("has an auditor's report, whose auditor consents and is paid", () => {
    const report = textOf("10-K");
    expect(report).toContain("Report of Independent Registered Public Accounting Firm");
    const [, since] = /We have served as the company&#8217;s auditor since (\d{4})\./.exec(report)!;
    expect(Number(since)).toBeGreaterThan(1980);
    const [, auditor] = /\/s\/ ([^<]+)</.exec(report)!;
    expect(report).toContain(`${auditor} audits the company`);
    expect(textOf("EX-23.1")).toContain(auditor);
  });

  it("has the revenue of its segments, which add up to net sales", () => {
    const report = textOf("10-K");
    const economics = world.books.economics(APPLE.security);
    for (const kind of ["product", "region"] as const) {
      for (const [name, value] of Object.entries(segmentsOver(economics, kind, FILING.about, 4))) {
        const shown = (value / economics.unit).toLocaleString("en-US");
        expect(report).toMatch(new RegExp(`<td>${name}</td><td>\\$</td><td>(?:<ix:nonFraction[^>]*>)+${shown}<`));
      }
    }
  });

  it("says what drove net sales, how many people work for it, its tax rate and its debt", () => {
    const report = textOf("10-K");
    expect(report).toMatch(/The change was driven by [A-Z][\w ]+, whose net sales (?:rose|fell) by [\d.]+%/);
    expect(report).toMatch(/Apple Inc\. had [\d,]+ employees/);
    expect(report).toMatch(/<td>Effective tax rate<\/td><td><\/td><td>19\.0%<\/td>/);
    expect(report).toContain("<td>Long-term debt</td>");
  });

  it("has exhibits 21 and 23, which its page and its list of exhibits name", () => {
    expect(documentsOf(FILING).map(({ type }) => type)).toEqual(["10-K", "EX-21.1", "EX-23.1"]);
    expect(textOf("10-K")).toContain("<td>21.1</td>");
    const list = textOf("EX-21.1");
    expect(list).toContain("Apple Holdings (simulated)");
    expect(list.match(/<tr>/g)).toHaveLength(9);
  });

  it("has a 10-Q with the same notes and no auditor", () => {
    const quarter = textOf(
      "10-Q",
      filingsOf(APPLE, AT).find(({ form }) => form === "10-Q")!,
    );
    expect(quarter).toContain("Note 2. Segment Information");
    expect(quarter).not.toContain("Registered Public Accounting Firm");
  });
});
