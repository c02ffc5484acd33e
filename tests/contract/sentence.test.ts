/** Tests of sentences as values: each surface writes the values in its own way, and no mark of one reaches a reader. */
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { priceTargets } from "../../src/capabilities/companies/price-targets.js";
import { createReader } from "../../src/cli/pages/reader.js";
import { styleFor } from "../../src/cli/remarks.js";
import {
  forCallers,
  inStyle,
  isOn,
  joinSentences,
  on,
  onRows,
  say,
  the,
  toPlainText,
  withTexts,
} from "../../src/contract/sentence.js";
import { inPictures } from "../../src/views/note.js";
import { createSourceNames } from "../../src/views/source-names.js";

const NAMES = createSourceNames(CATALOGUE);

describe("a sentence", () => {
  it("is the text of its words and values", () => {
    const text = toPlainText(say`Prices of ${"ACME"} are ${2} days old, or ${null}.`);
    expect(text).toBe("Prices of ACME are 2 days old, or null.");
  });

  it("of a kind is recognised, and has the same text", () => {
    const noted = on.summary(say`The range has one bar.`);
    expect([isOn("summary", noted), isOn("answer", noted)]).toEqual([true, false]);
    expect(isOn("summary", say`The range has one bar.`)).toBe(false);
    expect(toPlainText(noted)).toBe("The range has one bar.");
  });

  it("within another sentence leaves no sign of its kind", () => {
    expect(toPlainText(say`ACME: ${on.summary(say`The range has one bar.`)}`)).toBe("ACME: The range has one bar.");
  });

  it("keeps the values of a sentence within it", () => {
    const inner = say`${the.field("upsidePercent")} is ${the.absent}`;
    expect(inStyle(say`ACME: ${inner}.`, { field: () => "upside", absent: "missing" })).toBe(
      "ACME: upside is missing.",
    );
  });

  it("among the fields of a body becomes text in the style of the surface", () => {
    const body = {
      price: 1,
      explanation: say`At most ${the.figure("0.5 %")} apart.`,
      notes: [say`It is ${the.absent}.`],
    };
    expect(withTexts(body)).toEqual({ price: 1, explanation: "At most 0.5 % apart.", notes: ["It is null."] });
    expect(withTexts(body, { figure: (text) => text.replace(".", ",") })["explanation"]).toBe("At most 0,5 % apart.");
    expect(withTexts({ price: 1 })).toEqual({ price: 1 });
  });
});

describe("a sentence on rows", () => {
  const part = (day: string, name: string) => ({
    days: [day],
    fields: [name],
    says: say`${the.field(name)} of ${day}`,
  });
  const parts = [part("2025", "revenue"), part("2024", "revenue"), part("2024", "ebitda"), part("2009", "revenue")];
  const [restated] = onRows(parts, { lead: "Restated: ", most: 2, more: " more" });
  const shows = (days: readonly string[], names: readonly string[]) => ({
    isShown: (of: readonly string[], fields: readonly string[]) =>
      of.some((day) => days.includes(day)) && fields.some((name) => names.includes(name)),
  });

  it.each([
    ["has its first parts, and how many there are beyond", {}, "Restated: revenue of 2025; revenue of 2024; 2 more."],
    [
      "has those of rows and fields that are shown",
      shows(["2025", "2024"], ["revenue"]),
      "Restated: revenue of 2025; revenue of 2024.",
    ],
    [
      "counts only what is shown",
      shows(["2025", "2024"], ["revenue", "ebitda"]),
      "Restated: revenue of 2025; revenue of 2024; 1 more.",
    ],
    ["is nothing where no row is shown", shows(["2020"], ["revenue"]), ""],
  ])("%s", (_name, style, text) => {
    expect(inStyle(restated!, style)).toBe(text);
  });

  it("keeps a hundred parts at most", () => {
    const many = Array.from({ length: 101 }, (_, at) => part(`${3000 - at}`, "revenue"));
    const textOf = (count: number) => toPlainText(onRows(many.slice(0, count))[0]!);
    expect([textOf(100).split("; ").length, textOf(101).split("; ").length]).toEqual([100, 100]);
  });

  it("is none without parts, and is the same as text", () => {
    expect(onRows([])).toEqual([]);
    expect(toPlainText(say`ACME: ${restated!}`)).toBe("ACME: Restated: revenue of 2025; revenue of 2024; 2 more.");
  });
});

describe("a value in a sentence", () => {
  const german = createReader({ LC_ALL: "de_DE.UTF-8", TZ: "Europe/Berlin" });
  const terminal = styleFor(priceTargets, { names: NAMES, reader: german, catalogue: CATALOGUE });

  it.each([
    ["a field", say`${the.field("upsidePercent")} grew.`, "upsidePercent grew.", "upside grew.", "upside grew."],
    [
      "fields",
      say`${the.fieldsAnd(["upsidePercent", "lastUpdated"])} and ${the.fields(["upsidePercent"])}.`,
      "upsidePercent and lastUpdated and upsidePercent.",
      "upside and last updated and upside.",
      "upside and last updated and upside.",
    ],
    [
      "a provider",
      say`${the.source("provider-b")} lists other stocks than ${the.source("provider-a")}.`,
      "Provider B lists other stocks than provider A.",
      "Yahoo Finance lists other stocks than Financial Modeling Prep.",
      "Yahoo Finance lists other stocks than Financial Modeling Prep.",
    ],
    ["a missing value", say`It is ${the.absent}.`, "It is null.", "It is missing.", "It is not given."],
    [
      "a figure",
      say`Income fell by ${the.figure("-1.3 %")} in ${2.5} years.`,
      "Income fell by -1.3 % in 2.5 years.",
      "Income fell by −1,3 % in 2.5 years.",
      "Income fell by -1.3 % in 2.5 years.",
    ],
    [
      "an instant",
      say`It closed at ${the.instant("2026-11-27T18:00:00Z")}.`,
      "It closed at 2026-11-27T18:00:00Z.",
      `It closed at ${german.time(new Date("2026-11-27T18:00:00Z"))}.`,
      "It closed at 2026-11-27T18:00:00Z.",
    ],
    [
      "a parameter, for those who ask",
      say`3 of 9 rows shown${forCallers`; ${the.parameter("limit")} goes up to 50`}.`,
      "3 of 9 rows shown; limit goes up to 50.",
      "3 of 9 rows shown; --limit goes up to 50.",
      "3 of 9 rows shown.",
    ],
    [
      "a tool, for those who ask",
      say`It has a text${forCallers`, which ${the.tool("get_filing_text")} reads`}.`,
      "It has a text, which get_filing_text reads.",
      'It has a text, which "filing-text" reads.',
      "It has a text.",
    ],
    [
      "parts that are sentences",
      say`Year: ${joinSentences([say`revenue ${the.figure("+6.4 %")}`, say`margin ${the.figure("34.2 %")}`], "; ")}.`,
      "Year: revenue +6.4 %; margin 34.2 %.",
      "Year: revenue +6,4 %; margin 34,2 %.",
      "Year: revenue +6.4 %; margin 34.2 %.",
    ],
  ])("is written for a program, a person at a German terminal, and a picture: %s", (_kind, sentence, ...texts) => {
    const written = [
      toPlainText(sentence),
      inStyle(sentence, terminal),
      inStyle(sentence, inPictures(priceTargets, NAMES)),
    ];
    expect(written).toEqual(texts);
  });
});
