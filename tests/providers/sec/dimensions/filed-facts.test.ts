import { describe, expect, it } from "vitest";
import { EXACT, readFiledFacts, UNSTATED } from "../../../../src/providers/sec/dimensions/filed-facts.js";
import { DocumentTooLarge } from "../../../../src/providers/sec/text/raw-blocks.js";
import { inlinePage, type PlayedContext } from "./inline-page.js";

const YEAR: PlayedContext = ["2024-01-01/2024-12-31"];
const read = (page: string) => readFiledFacts([Buffer.from(page)]);
const valuesOf = (page: string) => read(page).map(({ value }) => value);
/** The values of facts with these attributes and this content, each with a tag of its own. */
const valuesIn = (...facts: (readonly [attributes: string, content: string])[]) => {
  const body = facts.map(
    ([attributes, content], at) =>
      `<ix:nonFraction name="us-gaap:Tag${at}" contextRef="c-1" unitRef="usd" id="f-${at}" ${attributes}>${content}</ix:nonFraction>`,
  );
  return valuesOf(inlinePage({ "c-1": YEAR }, body.join(" ")));
};

describe("a fact of an inline page", () => {
  it("has the name, period, unit, value, exactness and place that are filed", () => {
    const page = inlinePage(
      {
        "c-1": ["2024-12-29/2025-03-29", ["srt:ProductOrServiceAxis", "us-gaap:ProductMember"]],
        "c-2": ["2025-03-29"],
      },
      `<td>$&#160;<ix:nonFraction unitRef="usd" contextRef="c-1" decimals="-6" name="us-gaap:Revenues" format="ixt:num-dot-decimal" scale="6" id="f-54">68,714</ix:nonFraction></td>
      <ix:nonFraction unitRef="per" contextRef="c-2" decimals="INF" name="toy:Price" scale="-2" id="f-55">150</ix:nonFraction>
      <ix:nonFraction unitRef="vendor" contextRef="c-2" name="toy:Vendors" id="f-56">2</ix:nonFraction>`,
    );
    expect(read(page)).toEqual([
      {
        concept: "us-gaap:Revenues",
        start: "2024-12-29",
        end: "2025-03-29",
        unit: "USD",
        value: 68_714_000_000,
        decimals: -6,
        dimensions: [["srt:ProductOrServiceAxis", "us-gaap:ProductMember"]],
        anchor: "f-54",
      },
      {
        concept: "toy:Price",
        start: "",
        end: "2025-03-29",
        unit: "USD/shares",
        value: 1.5,
        decimals: EXACT,
        dimensions: [],
        anchor: "f-55",
      },
      {
        concept: "toy:Vendors",
        start: "",
        end: "2025-03-29",
        unit: "Vendor",
        value: 2,
        decimals: UNSTATED,
        dimensions: [],
        anchor: "f-56",
      },
    ]);
  });

  it("is negative by its sign only, and not by the brackets around it", () => {
    const page = inlinePage(
      { "c-1": YEAR },
      `(<ix:nonFraction name="us-gaap:A" contextRef="c-1" unitRef="usd" sign="-">1,234</ix:nonFraction>) (<ix:nonFraction name="us-gaap:B" contextRef="c-1" unitRef="usd">5</ix:nonFraction>)`,
    );
    expect(valuesOf(page)).toEqual([-1234, 5]);
  });

  it("may have no format and no scale", () => {
    expect(valuesIn(["", "1,234"], ["", "12.50"], ['scale="3"', "2.5"])).toEqual([1234, 12.5, 2500]);
  });

  it("is read by each known format of all registries", () => {
    expect(
      valuesIn(
        ['format="ixt:num-dot-decimal"', "1,234.5"],
        ['format="ixt:num-dot-decimal-apos"', "1'234.5"],
        ['format="ixt:num-comma-decimal"', "1.234,5"],
        ['format="ixt:num-unit-decimal"', "12 dollars 5 cents"],
        ['format="ixt:fixed-zero"', "—"],
        ['format="ixt1:numdotdecimal"', "1,234"],
        ['format="ixt1:numcommadecimal"', "1.234"],
        ['format="ixt1:zerodash"', "-"],
        ['format="ixt-sec:numwordsen"', "no"],
        ['format="ixt-sec:numwordsen"', "twenty-two"],
        ['format="ixt-sec:numwordsen"', "One hundred and five thousand"],
      ),
    ).toEqual([1234.5, 1234.5, 1234.5, 12.05, 0, 1234, 1234, 0, 0, 22, 105_000]);
  });

  it("is left out with an unknown format, or with text that its format does not allow", () => {
    const facts = [
      ['format="ixt:num-new-decimal"', "1"],
      ['format="ixt-sec:durwordsen"', "two years"],
      ['format="none:num-dot-decimal"', "1"],
      ['format="ixt:fixed-empty"', ""],
      ['format="ixt:num-dot-decimal"', "about 5"],
      ['format="ixt-sec:numwordsen"', "several"],
      ['scale="99"', "1"],
      ["", "(5)"],
      ["", ""],
    ] as const;
    expect(valuesIn(...facts, ["", "7"])).toEqual([7]);
  });

  it("is never rounded: with more digits than a number holds it is left out", () => {
    expect(valuesIn(["", "123456789012345"], ["", "1234567890123456"], ['scale="6"', "0.1"])).toEqual([
      123_456_789_012_345, 100_000,
    ]);
  });

  it("that is nil is null, with any prefix, closed at once or not", () => {
    const page = inlinePage(
      { "c-1": YEAR },
      `<ix:nonFraction name="us-gaap:A" contextRef="c-1" unitRef="usd" xsi:nil="true"/>
      <ix:nonFraction name="us-gaap:B" contextRef="c-1" unitRef="usd" xs:nil="true" format="ixt1:numdotdecimal">—</ix:nonFraction><ix:nonFraction name="us-gaap:C" contextRef="c-1" unitRef="usd">1</ix:nonFraction>`,
    );
    expect(valuesOf(page)).toEqual([null, null, 1]);
  });

  it("shares its text with a fact around it, without other markup and what is excluded", () => {
    const contexts: Record<string, PlayedContext> = { "c-1": ["2024-12-31"], "c-2": ["2023-12-31"] };
    const page = inlinePage(
      contexts,
      `<ix:exclude><ix:nonFraction name="us-gaap:Par" contextRef="c-1" unitRef="per"><span>0.</span><ix:nonFraction name="us-gaap:Par" contextRef="c-2" unitRef="per">00<ix:exclude>*</ix:exclude>1</ix:nonFraction>&#160;</ix:nonFraction></ix:exclude>`,
    );
    // The inner one has no point of its own: "001".
    expect(read(page).map(({ end, value }) => [end, value])).toEqual([
      ["2023-12-31", 1],
      ["2024-12-31", 0.001],
    ]);
  });

  it("has no place where it is hidden", () => {
    const fact = '<ix:nonFraction name="us-gaap:A" contextRef="c-1" unitRef="usd" id="f-1">1</ix:nonFraction>';
    expect(read(inlinePage({ "c-1": YEAR }, "", fact))).toMatchObject([{ value: 1, anchor: "" }]);
    expect(read(inlinePage({ "c-1": YEAR }, fact))).toMatchObject([{ value: 1, anchor: "f-1" }]);
  });

  it("that is tagged several times is given once: the finest, and none if two contradict each other", () => {
    const fact = (name: string, value: string, decimals: string, id: string) =>
      `<ix:nonFraction name="us-gaap:${name}" contextRef="c-1" unitRef="usd" scale="6" decimals="${decimals}" id="${id}">${value}</ix:nonFraction>`;
    const page = inlinePage(
      { "c-1": YEAR },
      `${fact("A", "1,200", "-8", "f-1")}${fact("A", "1,234", "-6", "f-2")}${fact("A", "1,234", "-6", "f-3")}
      ${fact("B", "5", "-6", "f-4")}${fact("B", "6", "-6", "f-5")}`,
    );
    expect(read(page)).toMatchObject([{ concept: "us-gaap:A", value: 1_234_000_000, anchor: "f-2" }]);
  });

  it("names its axes in one order, whatever that of the context, also typed ones", () => {
    const segment = ["us-gaap:StatementBusinessSegmentsAxis", "toy:CloudMember"] as const;
    const operating = ["srt:ConsolidationItemsAxis", "us-gaap:OperatingSegmentsMember"] as const;
    const typed = ["us-gaap:DayAxis", "<us-gaap:Day.domain> 2025-01-01 </us-gaap:Day.domain>"] as const;
    const fact = (context: string, value: number) =>
      `<ix:nonFraction name="us-gaap:A" contextRef="${context}" unitRef="usd">${value}</ix:nonFraction>`;
    const contexts: Record<string, PlayedContext> = {
      "c-1": ["2024-12-31", segment, operating],
      "c-2": ["2023-12-31", operating, segment],
      "c-3": ["2023-12-31", typed],
    };
    expect(
      read(inlinePage(contexts, fact("c-1", 1) + fact("c-2", 2) + fact("c-3", 3))).map(({ dimensions }) => dimensions),
    ).toEqual([[operating, segment], [operating, segment], [["us-gaap:DayAxis", "2025-01-01"]]]);
  });

  it("is left out with a context that is missing, has no day, or holds for ever", () => {
    const contexts: Record<string, PlayedContext> = { "c-1": ["2024-02-30"], "c-2": ["soon/2024-12-31"], "c-3": YEAR };
    const fact = (context: string) =>
      `<ix:nonFraction name="us-gaap:A" contextRef="${context}" unitRef="usd">1</ix:nonFraction>`;
    const page = inlinePage(contexts, ["c-1", "c-2", "c-3", "c-4"].map(fact).join(""));
    expect(read(page)).toHaveLength(1);
    const endless = page.replace(/<xbrli:startDate>2024.*?<\/xbrli:endDate>/, "<xbrli:forever/>");
    expect(read(endless)).toEqual([]);
  });

  it("has the usual prefix of its taxonomy, whatever the document calls it", () => {
    const page = inlinePage(
      { "c-1": YEAR },
      '<ix:nonFraction name="gaap:A" contextRef="c-1" unitRef="usd">1</ix:nonFraction>',
    )
      .replace("xmlns:us-gaap", "xmlns:gaap")
      .replaceAll("ix:", "inline:")
      .replace("xmlns:ix=", "xmlns:inline=");
    expect(read(page)).toMatchObject([{ concept: "us-gaap:A", value: 1 }]);
  });
});

describe("a document with facts", () => {
  it("may be the extracted instance, with whole values", () => {
    const instance = `<?xml version="1.0" encoding="utf-8"?><xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:us-gaap="http://fasb.org/us-gaap/2024" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <context id="c-1"><entity><identifier scheme="x">1</identifier><segment><xbrldi:explicitMember dimension="us-gaap:A1Axis">us-gaap:M1Member</xbrldi:explicitMember></segment></entity><period><startDate>2024-01-01</startDate><endDate>2024-12-31</endDate></period></context>
      <unit id="usd"><measure>iso4217:USD</measure></unit>
      <us-gaap:Revenues contextRef="c-1" decimals="-6" id="f-54" unitRef="usd">-68714000000</us-gaap:Revenues>
      <us-gaap:Costs contextRef="c-1" xsi:nil="true" id="f-55" unitRef="usd"/></xbrl>`;
    expect(read(instance)).toMatchObject([
      {
        concept: "us-gaap:Revenues",
        value: -68_714_000_000,
        dimensions: [["us-gaap:A1Axis", "us-gaap:M1Member"]],
        anchor: "",
      },
      { concept: "us-gaap:Costs", value: null },
    ]);
  });

  it("has none where it is another page, also one that leaves elements open", () => {
    expect(read("<html><body>No facts</body></html>")).toEqual([]);
    expect(read(`<html>${"<p>".repeat(10_000)}</html>`)).toEqual([]);
  });

  it("is refused beyond the limits of depth and contexts", () => {
    const fact = '<ix:nonFraction name="us-gaap:A" contextRef="c-1" unitRef="usd">1</ix:nonFraction>';
    // Document, body and fact are three of the 2,000 elements.
    const nested = (depth: number) =>
      inlinePage({ "c-1": YEAR }, "<p>".repeat(depth - 3) + fact + "</p>".repeat(depth - 3));
    expect(read(nested(2_000))).toHaveLength(1);
    expect(() => read(nested(2_001))).toThrow(DocumentTooLarge);
    const many = (count: number) =>
      inlinePage(Object.fromEntries(Array.from({ length: count }, (_, at) => [`c-${at}`, YEAR])), fact);
    expect(read(many(20_000))).toHaveLength(1);
    expect(() => read(many(20_001))).toThrow(DocumentTooLarge);
  });

  it("is refused beyond the limit of facts within each other", () => {
    const begin = '<ix:nonFraction name="us-gaap:A" contextRef="c-1" unitRef="usd">';
    const nested = (count: number) =>
      inlinePage({ "c-1": YEAR }, `${begin.repeat(count)}1${"</ix:nonFraction>".repeat(count)}`);
    expect(read(nested(50))).toHaveLength(1);
    expect(() => read(nested(51))).toThrow(DocumentTooLarge);
  });

  it("is refused beyond the limits of units and facts", () => {
    const fact = '<ix:nonFraction name="us-gaap:A" contextRef="c-1" unitRef="usd">1</ix:nonFraction>';
    const page = inlinePage({ "c-1": YEAR }, fact);
    const unit = (at: number) => `<xbrli:unit id="u${at}"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>`;
    // The page has four units of its own.
    const withUnits = (count: number) =>
      page.replace(
        "</ix:resources>",
        `${Array.from({ length: count - 4 }, (_, at) => unit(at)).join("")}</ix:resources>`,
      );
    expect(read(withUnits(2_000))).toHaveLength(1);
    expect(() => read(withUnits(2_001))).toThrow(DocumentTooLarge);
    const withFacts = (count: number) => page.replace(fact, fact.repeat(count));
    expect(read(withFacts(50_000))).toHaveLength(1);
    expect(() => read(withFacts(50_001))).toThrow(DocumentTooLarge);
  });

  it("is read in any pieces", () => {
    const bytes = Buffer.from(
      inlinePage(
        { "c-1": YEAR },
        '<ix:nonFraction name="us-gaap:A" contextRef="c-1" unitRef="usd" id="ü">1</ix:nonFraction>',
      ).replace("ASCII", "UTF-8"),
    );
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7));
    expect(readFiledFacts(pieces)).toMatchObject([{ value: 1, anchor: "ü" }]);
  });
});
