import { describe, expect, it } from "vitest";
import { MAX_PURPOSE, readSchedule } from "../../../../src/providers/sec/text/schedule-document.js";
import { DocumentTooLarge } from "../../../../src/providers/sec/text/raw-blocks.js";
import { toActive, toPassive } from "./schedules-play.js";

describe("the document of a schedule", () => {
  it("13D has persons with their numbers, and the purpose without carriage returns", () => {
    const persons = [
      { name: "Acme Fund, L.P.", cik: "0001906837", shares: "2,100,000", percent: "8.5" },
      { name: "Doe Jane", cik: "1219042", shares: "2435000.50", percent: "9.9%" },
    ];
    expect(readSchedule(toActive({ persons, amendment: "2", purpose: "To talk.&#13;\n&#13;\nTo &amp; fro." }))).toEqual(
      {
        issuer: 80424,
        class: "Common Stock",
        cusips: ["742718109"],
        amendment: 2,
        event: "2026-05-04",
        filers: ["0001906837"],
        persons: [
          { name: "Acme Fund, L.P.", cik: "0001906837", shares: 2_100_000, percent: 8.5 },
          { name: "Doe Jane", cik: "0001219042", shares: 2_435_000.5, percent: 9.9 },
        ],
        isBelow: false,
        purpose: "To talk. To & fro.",
      },
    );
  });

  it("13G has persons without numbers, and the percentage of the cover and not that of item 4", () => {
    expect(readSchedule(toPassive({ isBelow: "N" }))).toEqual({
      issuer: 80424,
      class: "Common Stock",
      cusips: ["742718109"],
      amendment: null,
      event: "2026-03-31",
      filers: ["0000102909"],
      persons: [{ name: "Index House", cik: null, shares: 10_000_000, percent: 5.1 }],
      isBelow: false,
      purpose: null,
    });
    expect(readSchedule(toPassive({ isBelow: "Y" }))?.isBelow).toBe(true);
  });

  it("has the CUSIP flat until 2026, and since then in a list", () => {
    const cusip = "<issuerCusips><issuerCusipNumber>81221k108</issuerCusipNumber></issuerCusips>";
    expect(readSchedule(toActive({ cusip }))?.cusips).toEqual(["81221K108"]);
    expect(readSchedule(toPassive({ cusip }))?.cusips).toEqual(["81221K108"]);
    expect(readSchedule(toPassive({ cusip: "<issuerCusip>N/A</issuerCusip>" }))?.cusips).toEqual([]);
  });

  it("has no impossible percentage, number or day", () => {
    const persons = [{ name: "Acme", shares: "see item 5", percent: "100.1" }];
    const read = readSchedule(toPassive({ persons, event: "02/30/2026" }));
    expect(read).toMatchObject({ event: null, persons: [{ shares: null, percent: null }] });
    expect(readSchedule(toPassive({ persons: [{ name: "A", percent: "100" }] }))?.persons[0]?.percent).toBe(100);
    expect(readSchedule(toPassive({ persons: [{ name: "A", shares: "-1" }] }))?.persons[0]?.shares).toBeNull();
  });

  it("is read with prefixes, and with an end tag that lacks its end", () => {
    const plain = toActive({ purpose: "To invest." });
    const prefixed = plain.replace(/<(\/?)(?!\?|com:)/g, "<$1s:");
    const broken = plain.replace("</fundsSource></item3>", "</fundsSource\n</item3>");
    expect(broken).not.toBe(plain);
    for (const text of [prefixed, broken, plain.replace("</fundsSource></item3>", "</fundsSource</item3>")]) {
      expect(readSchedule(text)).toEqual(readSchedule(plain));
    }
  });

  it("has the first sentences of a longer purpose, or the first words of one sentence, and marks that it goes on", () => {
    const purposeOf = (purpose: string) => readSchedule(toActive({ purpose }))?.purpose;
    const sentence = `We hold the shares of Acme Inc. for ${"some ".repeat(10)}time.`;
    expect(MAX_PURPOSE).toBe(500);
    expect(purposeOf(Array(9).fill(sentence).join(" "))).toBe(`${Array(5).fill(sentence).join(" ")} …`);
    expect(purposeOf("word ".repeat(200))).toBe(`${"word ".repeat(99)}…`);
    const exact = "a".repeat(MAX_PURPOSE);
    expect(purposeOf(exact)).toBe(exact);
    expect(purposeOf(`${exact}b`)).toHaveLength(MAX_PURPOSE);
  });

  it("that is cut off, is of another kind, has no person or declares a type is none", () => {
    const whole = toPassive({});
    const declared = whole.replace("?>", '?><!DOCTYPE a [<!ENTITY b "c">]>');
    const texts = [
      whole.slice(0, -40),
      "",
      "<html></html>",
      toPassive({ persons: [] }),
      declared,
      "x".repeat(2_000_001),
    ];
    for (const text of texts) expect(readSchedule(text)).toBeNull();
    expect(() => readSchedule(whole.replace("<items>", "<a>".repeat(50)))).toThrow(DocumentTooLarge);
  });
});
