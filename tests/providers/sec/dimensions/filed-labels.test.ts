import { describe, expect, it } from "vitest";
import { readFiledNames } from "../../../../src/providers/sec/dimensions/filed-labels.js";

const lang = (labels: object, language = "en-us") => ({ [language]: { role: labels } });

function read(tag: object, instances?: object) {
  const own = { dts: { inline: { local: ["toy.htm", "../x.htm", 7] } }, tag };
  const text = JSON.stringify({ version: "2.2", instance: instances ?? { "other.htm": {}, "toy.htm toy2.htm": own } });
  return readFiledNames(text, "toy.htm", (name) => name !== "toy:UnneededMember");
}

describe("the names of a filing in MetaLinks.json", () => {
  it("have the short label, else the label without its kind, and the tables that they share", () => {
    const { names, documents } = read({
      srt_ProductOrServiceAxis: { presentation: ["role/a", "role/b"], lang: lang({ label: "Product [Axis]" }) },
      toy_PhoneMember: {
        presentation: ["role/b"],
        lang: lang({ terseLabel: "Phones", label: "Phones long [Member]" }),
      },
      toy_OldMember: { lang: lang({ label: "Old [Member]" }, "en-US") },
      toy_UnneededMember: { lang: lang({ label: "Unneeded" }) },
    });
    expect([...names]).toEqual([
      ["srt:ProductOrServiceAxis", { label: "Product", tables: [0, 1] }],
      ["toy:PhoneMember", { label: "Phones", tables: [1] }],
      ["toy:OldMember", { label: "Old", tables: [] }],
    ]);
    expect(documents).toEqual(["toy.htm"]);
  });

  it("are none in a file of another kind, and have no label where theirs is none", () => {
    for (const text of ["", "{", "[]", '{"instance":[]}', '{"instance":{"toy.htm":null}}']) {
      expect(readFiledNames(text, "toy.htm", () => true)).toEqual({ names: new Map(), documents: [] });
    }
    const { names } = read({ toy_AMember: { lang: 7 }, toy_BMember: null, toy_CMember: { lang: { de: {} } } });
    expect([...names.values()]).toEqual([
      { label: null, tables: [] },
      { label: null, tables: [] },
    ]);
  });

  it("are none in a file that would be parsed for long, or with much memory", () => {
    const named = (further: object) => read({}, { "toy.htm": { tag: { toy_AMember: { lang: lang({}) } }, further } });
    expect(named([[[]]]).names.size).toBe(1);
    expect(named(JSON.parse("[".repeat(100) + "]".repeat(100)) as object).names.size).toBe(0);
    expect(named(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, 1]))).names.size).toBe(0);
  });

  it("have labels of at most 200 characters, without control characters", () => {
    const labelOf = (label: string) => read({ toy_AMember: { lang: lang({ label }) } }).names.get("toy:AMember")?.label;
    expect(labelOf("a".repeat(200))).toBe("a".repeat(200));
    expect(labelOf("a".repeat(201))).toHaveLength(200);
    expect(labelOf("Pho\u202enes\u0007")).toBe("Phones");
  });
});
