import { toPlainText } from "../../../../src/contract/sentence.js";
import { describe, expect, it } from "vitest";
import { insiderTransactionsFromSec } from "../../../../src/providers/sec/ownership/insider-transactions.js";
import { createAsker } from "../../../support/ask.js";
import { useInternet } from "../../../support/internet.js";
import { playSec, xmlOf, type ListedFiling } from "../../../support/play-sec.js";

const internet = useInternet();

interface Line {
  code?: string;
  shares?: string;
  price?: string;
  footnote?: boolean;
  owned?: number;
  /** A for acquired, D for disposed of. */
  side?: "A" | "D";
  ownership?: "D" | "I";
  isDerivative?: boolean;
  date?: string;
  security?: string;
}
interface Form {
  accession: string;
  form?: string;
  filed: string;
  owners?: readonly string[];
  /** The SEC's number of the company whose shares were traded. */
  issuer?: string;
  /** The end of the reported period. */
  period?: string;
  amends?: string;
  plan?: string;
  /** The text of the footnote of prices. */
  note?: string;
  lines?: readonly Line[];
  /** The document, if it is no Form 4. */
  text?: string;
}

const value = (name: string, content: unknown, more = "") =>
  `<${name}><value>${String(content)}</value>${more}</${name}>`;

function toLine({ code = "S", shares = "100", price = "7.5", footnote = false, owned = 900, ...more }: Line): string {
  const { side = "D", ownership = "D", isDerivative = false, date = "2026-03-10", security = "Common Stock" } = more;
  const name = isDerivative ? "derivativeTransaction" : "nonDerivativeTransaction";
  const note = footnote ? '<footnoteId id="F1"/>' : "";
  return `<${name}>${value("securityTitle", security)}${value("transactionDate", `${date}-05:00`)}
    <transactionCoding><transactionFormType>4</transactionFormType><transactionCode>${code}</transactionCode></transactionCoding>
    <transactionAmounts>${value("transactionShares", shares)}${price === "" ? `<transactionPricePerShare>${note}</transactionPricePerShare>` : value("transactionPricePerShare", price, note)}${value("transactionAcquiredDisposedCode", side)}</transactionAmounts>
    <postTransactionAmounts>${value("sharesOwnedFollowingTransaction", owned)}</postTransactionAmounts>
    <ownershipNature>${value("directOrIndirectOwnership", ownership)}</ownershipNature></${name}>`;
}

function toDocument(form: Form): string {
  const { owners = ["Doe Jane"], issuer = "0000080424", amends = "", plan = "1", lines = [{}] } = form;
  const { period = "2026-03-10", note = "The price is a weighted average price." } = form;
  const people = owners.map(
    (owner, at) =>
      `<reportingOwner><reportingOwnerId><rptOwnerCik>000000000${at + 1}</rptOwnerCik><rptOwnerName>${owner}</rptOwnerName></reportingOwnerId>
      <reportingOwnerRelationship><isDirector>true</isDirector><isOfficer>1</isOfficer><officerTitle>Chief R&amp;D Officer</officerTitle></reportingOwnerRelationship></reportingOwner>`,
  );
  return `<?xml version="1.0"?>\n<ownershipDocument><periodOfReport>${period}</periodOfReport>
    ${issuer && `<issuer><issuerCik>${issuer}</issuerCik></issuer>`}
    ${amends && `<dateOfOriginalSubmission>${amends}</dateOfOriginalSubmission>`}${people.join("")}
    ${plan === "" ? "" : `<aff10b5One>${plan}</aff10b5One>`}${lines.map(toLine).join("")}
    <footnotes><footnote id="F1">${note}</footnote></footnotes></ownershipDocument>`;
}

const listed = ({ accession, form = "4", filed }: Form): ListedFiling => [
  accession,
  form,
  filed,
  "2026-03-10",
  "",
  "xslF345X05/form4.xml",
];

/** Plays a company with these forms, newest first, and a page of older ones; returns the paths of the calls. */
function play(forms: readonly Form[], older: readonly Form[] = []) {
  const name = "PROCTER & GAMBLE Co";
  return playSec(internet, {
    companies: [[80424, "PG", name]],
    list: () => ({ name, sic: "2840", recent: forms.map(listed), pages: { "001": older.map(listed) } }),
    file({ pathname }) {
      const form = [...forms, ...older].find(({ accession }) => pathname.includes(accession.replaceAll("-", "")));
      return form && xmlOf(form.text ?? toDocument(form));
    },
  });
}

const ask = (forms: readonly Form[], input: object = {}) => {
  play(forms);
  return createAsker().ask(insiderTransactionsFromSec, { symbol: "PG", ...input });
};
const rowsOf = async (...args: Parameters<typeof ask>) => {
  const { data } = await ask(...args);
  return data.insider_transactions as unknown as Record<string, unknown>[];
};
const formOf = (day: number, more: object = {}): Form => ({
  accession: `0000080424-26-0001${String(day).padStart(2, "0")}`,
  filed: `2026-03-${String(day).padStart(2, "0")}`,
  ...more,
});
const FORM: Form = { accession: "0000080424-26-000031", filed: "2026-03-11" };

describe("insider transactions by provider D", () => {
  it("have the form's code, ownership, plan, footnoted price, shares after it, and link", async () => {
    const { data, currency, publicDays } = await ask([
      { ...FORM, lines: [{ footnote: true, shares: "10.5", ownership: "I" }] },
    ]);
    expect(data).toEqual({
      symbol: "PG",
      company_name: "PROCTER & GAMBLE Co",
      total_transactions: 1,
      insider_transactions: [
        {
          insider: "Doe Jane",
          relation: "Chief R&D Officer; Director",
          transaction: "Sale",
          cost: 7.5,
          shares: 10.5,
          value: 78.75,
          shares_owned_following: 900,
          date: "2026-03-10",
          code: "S",
          ownership: "indirect",
          is_10b5_1: true,
          derivative: false,
          price_note: "weighted average",
          form: "4",
          filing_url: "https://www.sec.gov/Archives/edgar/data/80424/000008042426000031/0000080424-26-000031-index.htm",
        },
      ],
    });
    expect([currency, publicDays]).toEqual(["USD", ["2026-03-11"]]);
  });

  it.each([
    ["P", "Purchase"],
    ["M", "Option Exercise"],
    ["F", "Tax withholding"],
    ["A", "Award"],
    ["G", "Gift"],
    ["J", "Other"],
  ])("call the code %s %s", async (code, transaction) => {
    expect((await rowsOf([{ ...FORM, lines: [{ code }] }]))[0]).toMatchObject({ code, transaction });
  });

  it("call only purchases and sales of shares trades", async () => {
    const lines = [{ code: "S" }, { code: "F" }, { code: "S", isDerivative: true }];
    const { data, notes } = await ask([{ ...FORM, lines }]);
    expect((data.insider_transactions as { transaction: string }[]).map(({ transaction }) => transaction)).toEqual([
      "Sale",
      "Tax withholding",
      "Sale of derivative",
    ]);
    expect(notes?.[0]).toBe(
      "Of these 3 transactions 1 are purchases or sales; all other ones are grants, exercises, gifts or tax withholding.",
    );
  });

  it("are read at once, however often a form refers to its footnotes", async () => {
    const text = toDocument({ ...FORM, lines: [{ footnote: true }] })
      .replace('<footnoteId id="F1"/>', '<footnoteId id="F2"/>'.repeat(20_000))
      .replace("<footnotes>", `<footnotes>${'<footnote id="F0">See above.</footnote>'.repeat(20_000)}`);
    expect(await rowsOf([{ ...FORM, text }])).toMatchObject([{ cost: 7.5 }]);
  });

  it("have no cost and no value where the price is 0 or only in a footnote", async () => {
    const [award, other] = await rowsOf([
      {
        ...FORM,
        lines: [
          { code: "A", price: "0" },
          { price: "", footnote: true },
        ],
      },
    ]);
    expect(award).toMatchObject({ cost: null, value: null, price_note: null });
    expect(other).toMatchObject({ cost: null, value: null, price_note: "weighted average" });
  });

  it("do not say that there was no plan where the form does not", async () => {
    expect((await rowsOf([{ ...FORM, plan: "" }]))[0]).toMatchObject({ is_10b5_1: null });
    expect((await rowsOf([{ ...FORM, plan: "false" }]))[0]).toMatchObject({ is_10b5_1: false });
  });

  it("of several insiders who report together are one row", async () => {
    const rows = await rowsOf([{ ...FORM, owners: ["Doe Jane", "Doe Fund LP"] }]);
    expect(rows.map(({ insider }) => insider)).toEqual(["Doe Jane; Doe Fund LP"]);
  });

  it("say which prices make no value, and which are amounts", async () => {
    const lines = [
      { price: "117.95", shares: "2000" },
      { price: "11790", shares: "10000" },
      { price: "1180000", shares: "10000" },
    ];
    const { data, notes } = await ask([{ ...FORM, lines }]);
    expect(data.insider_transactions).toMatchObject([
      { cost: 117.95, value: 235900, price_note: null },
      { cost: 11790, value: null, price_note: "implausible" },
      { cost: null, value: 1180000, price_note: "amount" },
    ]);
    expect(notes).toEqual(
      expect.arrayContaining([
        "The price of 1 transaction is 20-fold off all others of the security in the forms, or would make a value of a trillion: it makes no value.",
        "The form of 1 transaction has the amount in place of the price: it is the value.",
      ]),
    );
  });

  describe("with a footnote on depositary shares", () => {
    const note =
      "The price is per American Depositary Share (&quot;ADS&quot;). Each ADS represents 40 ordinary shares.";
    const inAds = async (line: Line, text = note) => {
      const { data, notes } = await ask([{ ...FORM, note: text, lines: [{ price: "3", footnote: true, ...line }] }]);
      const [row] = data.insider_transactions as unknown as Record<string, unknown>[];
      const { cost, value: worth, price_note: of } = row!;
      return [cost, worth, of, notes!.some((each) => toPlainText(each).includes("that of an ADS"))];
    };

    it("are worth the ADSs that the ordinary shares are, with a note", async () => {
      expect(await inAds({ security: "Ordinary Shares", shares: "800" })).toEqual([3, 60, "per ADS", true]);
    });

    it("have no value where the form does not say how many shares an ADS is", async () => {
      const row = await inAds({ security: "Ordinary Shares" }, "The price is that of one ADS.");
      expect(row).toEqual([3, null, "per ADS", true]);
    });

    it.each([
      ["a number of ADSs", { security: "American Depositary Shares" }],
      ["an option", { security: "Option on ordinary shares", isDerivative: true }],
    ])("are worth price times shares for %s", async (_what, line) => {
      expect(await inAds({ ...line, shares: "800" })).toEqual([3, 2400, "footnote", false]);
    });

    it("are worth price times shares where the price is that of an ordinary share", async () => {
      const row = await inAds({ security: "Ordinary Shares", shares: "800" }, "The price of an ADS divided by 40.");
      expect(row).toEqual([3, 2400, "footnote", false]);
    });
  });

  describe("with a day that cannot be theirs", () => {
    const onDay = async (date: string, more: Partial<Form> = {}) => {
      const { data, notes } = await ask([{ ...FORM, ...more, lines: [{ date }] }]);
      const [row] = data.insider_transactions as unknown as { date: string | null }[];
      return [row!.date, notes!.filter((note) => toPlainText(note).includes("lies after"))];
    };
    const said = (rows: string) => [
      `The day of ${rows} in the form lies after its filing or years before its period; here it is that of the period, or null if that is as impossible.`,
    ];

    it.each([["2036-03-10"], ["0026-03-10"], ["2026-03-12"], ["2016-03-10"]])(
      "%s have that of the reported period, with a note",
      async (date) => {
        expect(await onDay(date)).toEqual(["2026-03-10", said("1 transaction")]);
      },
    );

    it.each([["2026-03-11"], ["2026-03-10"], ["2025-01-15"]])("keep %s, as of a late report", async (date) => {
      expect(await onDay(date)).toEqual([date, []]);
    });

    it("have none where the period is as impossible", async () => {
      expect((await onDay("0026-03-10", { period: "0026-03-10" }))[0]).toBeNull();
      expect((await onDay("2036-03-10", { period: "2036-03-10" }))[0]).toBeNull();
    });

    it("keep a possible day beside an impossible period", async () => {
      expect(await onDay("2026-03-09", { period: "2036-03-10" })).toEqual(["2026-03-09", []]);
    });

    it("are in the order of the days that they have, all of them counted in the note", async () => {
      const lines = [{ date: "2036-03-10" }, { date: "0026-03-10" }];
      const { data, notes } = await ask([
        formOf(20, { period: "2026-03-18", lines: [{ date: "2026-03-18" }] }),
        { ...FORM, lines },
      ]);
      const rows = data.insider_transactions as unknown as { date: string }[];
      expect(rows.map(({ date }) => date)).toEqual(["2026-03-18", "2026-03-10", "2026-03-10"]);
      expect(notes).toEqual(expect.arrayContaining(said("2 transactions")));
    });
  });

  describe("of a form that was amended", () => {
    const amended: Form = {
      accession: "0000080424-26-000034",
      form: "4/A",
      filed: "2026-03-19",
      amends: "2026-03-11",
      lines: [{ code: "A", shares: "49" }],
    };
    const original: Form = {
      ...FORM,
      lines: [
        { code: "A", shares: "193" },
        { code: "S", shares: "5" },
      ],
    };
    const sharesOf = async (...args: Parameters<typeof ask>) =>
      (await rowsOf(...args)).map(({ form, shares }) => `${String(form)} ${String(shares)}`);

    it("are those of the amendment, with the lines that it does not state again", async () => {
      expect(await sharesOf([amended, original])).toEqual(["4/A 49", "4 5"]);
    });

    it("are the first ones on a day before the amendment", async () => {
      expect(await sharesOf([amended, original], { as_of: "2026-03-15" })).toEqual(["4 193", "4 5"]);
    });

    it("are both where the amendment is of another person or another day", async () => {
      const other = { ...amended, amends: "2026-03-12" };
      expect(await sharesOf([other, original])).toEqual(["4/A 49", "4 193", "4 5"]);
    });

    /** A lot bought: shares, price, holding after it, day. */
    const lot = (shares: string, price: string, owned: number, date = "2026-03-10"): Line => ({
      code: "P",
      side: "A",
      shares,
      price,
      owned,
      date,
    });
    const lots = [lot("1000", "20.1", 1000), lot("2000", "20.4", 3000), lot("3000", "27", 6000)];
    const amendedBy = async (lines: readonly Line[], stated: readonly Line[] = lots, more: Partial<Form> = {}) => {
      const { data, notes } = await ask([
        { ...amended, ...more, lines },
        { ...FORM, lines: stated },
      ]);
      const rows = data.insider_transactions as unknown as { form: string; shares: number; cost: number | null }[];
      return [
        rows.map(({ form, shares, cost }) => `${form} ${shares}@${cost ?? ""}`),
        ...notes!.filter((note) => toPlainText(note).includes("not clear")),
      ];
    };
    const BOTH = (lines: string) =>
      `For ${lines} of an amendment it is not clear which one it restates: all stand, and count in the sums.`;

    it.each<[string, Line[], string[]]>([
      ["the price of one lot", [lot("3000", "20.7", 6000)], ["4/A 3000@20.7", "4 1000@20.1", "4 2000@20.4"]],
      ["the number of one lot", [lot("2500", "27", 5500)], ["4/A 2500@27", "4 1000@20.1", "4 2000@20.4"]],
      ["the day of one lot", [lot("2000", "20.4", 3000, "2026-03-09")], ["4 1000@20.1", "4 3000@27", "4/A 2000@20.4"]],
      [
        "all lots",
        [lot("1100", "20.1", 1100), lot("2000", "20.4", 3100), lot("3000", "27", 6100)],
        ["4/A 1100@20.1", "4/A 2000@20.4", "4/A 3000@27"],
      ],
      [
        "nothing, and adds a lot after them",
        [lot("400", "27.5", 6400)],
        ["4/A 400@27.5", "4 1000@20.1", "4 2000@20.4", "4 3000@27"],
      ],
      [
        "nothing, and adds a lot of the same number",
        [lot("3000", "27.5", 9000)],
        ["4/A 3000@27.5", "4 1000@20.1", "4 2000@20.4", "4 3000@27"],
      ],
      [
        "the holding after each lot",
        [lot("1000", "20.1", 7000), lot("2000", "20.4", 9000), lot("3000", "27", 12000)],
        ["4/A 1000@20.1", "4/A 2000@20.4", "4/A 3000@27"],
      ],
      [
        "all later lots, because it adds one between them",
        [lot("1000", "20.1", 1000), lot("400", "20.2", 1400), lot("2000", "20.4", 3400), lot("3000", "27", 6400)],
        ["4/A 1000@20.1", "4/A 400@20.2", "4/A 2000@20.4", "4/A 3000@27"],
      ],
    ])("are corrected line by line where it restates %s", async (_what, lines, expected) => {
      expect(await amendedBy(lines)).toEqual([expected]);
    });

    it("replace the right lot where each line has the holding at the end of the day", async () => {
      const stated = [lot("1000", "20.1", 6000), lot("2000", "20.4", 6000), lot("3000", "27", 6000)];
      const rows = ["4/A 3000@20.7", "4 1000@20.1", "4 2000@20.4"];
      expect(await amendedBy([lot("3000", "20.7", 6000)], stated)).toEqual([rows]);
      expect(await amendedBy([lot("400", "27.5", 6400)], stated)).toEqual([
        ["4/A 400@27.5", "4 1000@20.1", "4 2000@20.4", "4 3000@27"],
      ]);
    });

    it("replace one of two equal lots", async () => {
      const stated = [lot("100", "20", 100), lot("100", "20", 200)];
      expect(await amendedBy([lot("100", "20", 250)], stated)).toEqual([["4/A 100@20", "4 100@20"]]);
    });

    it("replace a lot of which the holding is corrected, but add a further award of the same number", async () => {
      expect(await amendedBy([lot("1000", "20", 2000)], [lot("1000", "20", 1000)])).toEqual([["4/A 1000@20"]]);
      const award = (owned: number): Line => ({ code: "A", side: "A", shares: "500", price: "0", owned });
      expect(await amendedBy([award(1000)], [award(500)])).toEqual([["4/A 500@", "4 500@"]]);
    });

    it("are sales as well: a lot that goes on from the last holding is one more", async () => {
      const sale = (shares: string, price: string, owned: number): Line => ({ shares, price, owned });
      const stated = [sale("100", "7.5", 900), sale("50", "7.6", 850)];
      expect(await amendedBy([sale("20", "7.7", 830)], stated)).toEqual([["4/A 20@7.7", "4 100@7.5", "4 50@7.6"]]);
      expect(await amendedBy([sale("60", "7.6", 840)], stated)).toEqual([["4/A 60@7.6", "4 100@7.5"]]);
    });

    it("are all shown, with a note, where it is not clear which line is restated", async () => {
      for (const [shares, price, owned] of [
        ["700", "21", 9999],
        ["2500", "26", 5500],
      ] as const) {
        const rows = [`4/A ${shares}@${price}`, "4 1000@20.1", "4 2000@20.4", "4 3000@27"];
        expect(await amendedBy([lot(shares, price, owned)])).toEqual([rows, BOTH("1 line")]);
      }
    });

    it("are those of the last of several amendments", async () => {
      const second = { ...amended, accession: "0000080424-26-000035", filed: "2026-03-20" };
      for (const amends of ["2026-03-11", "2026-03-19"]) {
        const rows = await sharesOf([
          { ...second, amends, lines: [lot("2200", "20.4", 3200)] },
          { ...amended, lines: [lot("2100", "20.4", 3100)] },
          { ...FORM, lines: lots },
        ]);
        expect(rows).toEqual(["4/A 2200", "4 1000", "4 3000"]);
      }
    });

    it("are found where the amendment corrects the period or names a further insider", async () => {
      const rows = ["4/A 3000@20.7", "4 1000@20.1", "4 2000@20.4"];
      const lines = [lot("3000", "20.7", 6000)];
      expect(await amendedBy(lines, lots, { period: "2026-03-09" })).toEqual([rows]);
      expect(await amendedBy(lines, lots, { owners: ["Doe Jane", "Doe Fund LP"] })).toEqual([rows]);
    });

    it("stand in two forms of one day where one form has no room for all lines", async () => {
      const parts = [lots.slice(0, 1), lots.slice(1)];
      const rows = await sharesOf([
        { ...amended, lines: [lot("3000", "20.7", 6000), lot("1000", "20.2", 1000)] },
        { ...FORM, accession: "0000080424-26-000032", lines: parts[1]! },
        { ...FORM, lines: parts[0]! },
      ]);
      expect(rows).toEqual(["4/A 3000", "4/A 1000", "4 2000"]);
    });

    it("keep the transactions of a form whose amendment has holdings only", async () => {
      expect(await amendedBy([])).toEqual([["4 1000@20.1", "4 2000@20.4", "4 3000@27"]]);
    });
  });

  it("are read from the document beside the page that shows it, once", async () => {
    const paths = play([FORM]);
    const asker = createAsker();
    await asker.ask(insiderTransactionsFromSec, { symbol: "PG" });
    await asker.ask(insiderTransactionsFromSec, { symbol: "PG" });
    expect(paths.filter((path) => path.includes("Archives"))).toEqual([
      "/Archives/edgar/data/80424/000008042426000031/form4.xml",
    ]);
  });

  it("leave out forms that do not exist, have no line, or declare a document type", async () => {
    const text = `<!DOCTYPE x [<!ENTITY a "b">]>${toDocument(FORM)}`;
    const rows = await rowsOf([
      { ...FORM, accession: "0000080424-26-000033", text },
      { ...FORM, accession: "0000080424-26-000032", lines: [] },
      FORM,
    ]);
    expect(rows).toHaveLength(1);
  });

  it("are complete from the day after the newest form that is not read", async () => {
    const forms = Array.from({ length: 14 }, (_form, index) => formOf(28 - index));
    const { completeFrom, notes } = await ask(forms);
    expect([completeFrom, notes?.[1]]).toEqual(["2026-03-17", "Of 14 forms the newest 12 are read."]);
    expect((await ask(forms.slice(0, 12))).completeFrom).toBeUndefined();
  });

  describe("of a company that owns shares of another one", () => {
    const ofOther = { issuer: "0002058707", lines: [{ price: "17", shares: "500000" }] };

    it("leave out the forms about the other one, and say so", async () => {
      const { data, notes } = await ask([formOf(20, ofOther), formOf(19, ofOther), formOf(10)]);
      expect(data).toMatchObject({ total_transactions: 1, insider_transactions: [{ date: "2026-03-10", cost: 7.5 }] });
      expect(notes).toContain("The answer leaves out 2 forms about shares of other companies.");
    });

    it("come from the twelve newest forms about its own, however many stand between them", async () => {
      const forms = Array.from({ length: 28 }, (_form, index) => formOf(28 - index, index % 2 === 0 ? ofOther : {}));
      const paths = play(forms);
      const asker = createAsker();
      const { data, completeFrom, notes } = await asker.ask(insiderTransactionsFromSec, { symbol: "PG" });
      expect(data.total_transactions).toBe(12);
      expect(completeFrom).toBe("2026-03-05");
      expect(notes).toEqual(expect.arrayContaining(["Of 28 forms the newest 24 are read."]));
      const calls = paths.length;
      expect((await asker.ask(insiderTransactionsFromSec, { symbol: "PG" })).data).toEqual(data);
      expect(paths).toHaveLength(calls);
    });

    it("come from the pages of older filings where no newer form is about its own", async () => {
      const others = Array.from({ length: 14 }, (_form, index) => formOf(28 - index, ofOther));
      play(others, [{ accession: "0000080424-12-000001", filed: "2012-03-11", lines: [{ date: "2012-03-10" }] }]);
      const { data } = await createAsker().ask(insiderTransactionsFromSec, { symbol: "PG" });
      expect(data.insider_transactions).toMatchObject([{ date: "2012-03-10" }]);
    });

    it("are a sentence where all forms are about the other one, without a word on other countries", async () => {
      const { data, notes } = await ask([formOf(20, ofOther)]);
      expect(data.insider_transactions).toBe("No insider transactions found for PG");
      expect(notes).toEqual([
        "The answer leaves out 1 form about shares of other companies.",
        "Forms filed since 2026-03-20, with prices in US dollars as filed.",
        expect.stringContaining("has filings since 2026-03-20 only"),
      ]);
    });

    it("count a form that does not name the company of its shares as its own", async () => {
      expect(await rowsOf([{ ...FORM, issuer: "" }])).toHaveLength(1);
    });
  });

  it("say which forms cannot be read, and are complete from the day after these", async () => {
    const { completeFrom, notes } = await ask([formOf(20), formOf(18, { text: "From: a paper form" }), formOf(10)]);
    expect(completeFrom).toBe("2026-03-19");
    expect(notes).toContain("1 forms are in a format that cannot be read.");
  });

  it("of an early day come from the pages of older filings", async () => {
    play([FORM], [{ accession: "0000080424-12-000001", filed: "2012-03-11", lines: [{ date: "2012-03-10" }] }]);
    const { data } = await createAsker().ask(insiderTransactionsFromSec, { symbol: "PG", as_of: "2012-06-01" });
    expect(data.insider_transactions).toMatchObject([{ date: "2012-03-10" }]);
  });

  it("are a sentence for a company whose insiders have filed nothing", async () => {
    const { data, notes } = await ask([{ ...FORM, form: "20-F" }]);
    expect(data.insider_transactions).toBe("No insider transactions found for PG");
    expect(notes).toContain("Insiders of companies of other countries file such forms only since 2026-03-18.");
    expect((await ask([{ ...FORM, form: "10-K" }])).notes?.join()).not.toContain("other countries");
  });
});
