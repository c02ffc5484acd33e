import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  compareHoldings,
  listHoldings,
  MAX_ROWS_TEXT,
  NoFundReport,
  readFundReport,
  type FiledHolding,
} from "../../../../src/providers/sec/text/fund-report.js";
import { DocumentTooLarge } from "../../../../src/providers/sec/text/raw-blocks.js";
import { NoXml } from "../../../../src/providers/sec/text/xml-records.js";
import { holding, reportOf } from "../funds/fund-play.js";

const read = (text: string) => readFundReport([Buffer.from(text)]);
const listed = (rows: string, count?: number) =>
  listHoldings(rows, count).flatMap((piece) => JSON.parse(piece) as FiledHolding[]);
const rowsOf = (...holdings: string[]) => {
  const { rows } = read(reportOf({ holdings }));
  return listed(rows);
};
const rowOf = (more: Readonly<Record<string, string>>) => rowsOf(holding(more))[0]!;

describe("a fund's report", () => {
  it("has its day, which is not the end of the fund's fiscal year, and what the fund owns beside its net assets", () => {
    const { facts } = read(reportOf());
    expect(facts).toEqual({
      registrant: "Acme Index Funds",
      fund: "Acme 500 Fund",
      series: "S000002839",
      reportDate: "2026-06-30",
      isFinal: false,
      netAssets: 10_000,
      holdings: 1,
      total: 2500.5,
      derivatives: 0,
      shorts: 0,
    });
  });

  it("has the holdings that stand beside the facts of the fund, largest value first", () => {
    expect(rowsOf(holding(), holding({ name: "Larger", valUSD: "9000" }))).toEqual([
      expect.objectContaining({ name: "Larger", value: 9000 }),
      {
        name: "Acme & Sons",
        title: "Acme & Sons Inc.",
        cusip: "037833100",
        isin: "US0378331005",
        balance: 100,
        unit: "shares",
        currency: "USD",
        value: 2500.5,
        percent: 25.005,
        side: "long",
        kind: "common stock",
        country: "US",
      },
    ]);
  });

  it("of a fund that is its registrant's only one has no name and no series of its own", () => {
    expect(read(reportOf({ name: "N/A", series: "N/A" })).facts).toMatchObject({
      registrant: "Acme Index Funds",
      fund: null,
      series: null,
    });
  });

  it("can be a final one without holdings", () => {
    const { facts, rows } = read(reportOf({ isFinal: true, holdings: [] }));
    expect(facts).toMatchObject({ isFinal: true, holdings: 0, total: null, netAssets: 10_000 });
    expect(listed(rows)).toEqual([]);
  });

  it("is read whatever its prefixes are", () => {
    const text = reportOf().replaceAll(/<(\/?)(?=[a-zA-Z])/g, "<$1n1:");
    expect(read(text).facts).toMatchObject({ series: "S000002839", holdings: 1 });
  });

  it.each([
    ["N/A", "N/A"],
    ["letters X", "XXXXXXXXX"],
    ["four letters X", "XXXX"],
    ["zeros", "000000000"],
  ])("has no CUSIP where it is %s", (_name, cusip) => {
    const row = rowOf({
      cusip,
      identifiers: '<isin value="N/A"/><other value="1"/>',
      name: "N/A",
      payoffProfile: "N/A",
    });
    expect(row).not.toHaveProperty("cusip");
    expect(row).not.toHaveProperty("isin");
    expect(row).not.toHaveProperty("name");
    expect(row).not.toHaveProperty("side");
  });

  it("has no country where it is XX or a word for none, and no kind that the form does not know", () => {
    expect(rowOf({ invCountry: "XX", assetCat: "NEW", units: "??" })).not.toHaveProperty("country");
    expect(rowOf({ invCountry: "N/A", assetCat: "NEW" })).not.toHaveProperty("kind");
    const inherited = rowOf({ assetCat: "constructor", units: "toString" });
    expect(inherited).not.toHaveProperty("kind");
    expect(inherited).not.toHaveProperty("unit");
  });

  it("gives values in dollars as filed, whatever the currency of the security", () => {
    const row = rowOf({ curCd: "", currencyConditional: '<currencyConditional curCd="EUR" exchangeRt="0.92208400"/>' });
    expect(row).toMatchObject({ currency: "EUR", value: 2500.5 });
  });

  it("reads numbers that begin with a point, and leaves out those that are none", () => {
    expect(rowOf({ pctVal: "-.05", valUSD: "N/A" })).toMatchObject({ percent: -0.05 });
    expect(rowOf({ valUSD: "N/A" })).not.toHaveProperty("value");
  });

  it("knows a kind that is described in words", () => {
    expect(
      rowOf({ assetCat: "", assetConditional: '<assetConditional assetCat="OTHER" desc="Ignore this"/>' }),
    ).toMatchObject({
      kind: "other",
    });
  });

  it("gives the exposure of a future and a swap beside their gain or loss", () => {
    const future =
      '<derivativeInfo><futrDeriv derivCat="FUT"><payOffProf>Short</payOffProf><notionalAmt>-3661925.67</notionalAmt><curCd>EUR</curCd></futrDeriv></derivativeInfo>';
    const swap =
      '<derivativeInfo><swapDeriv derivCat="SWP"><notionalAmt>500000.00</notionalAmt><curCd>USD</curCd></swapDeriv></derivativeInfo>';
    const more = { cusip: "000000000", units: "NC", payoffProfile: "N/A", assetCat: "DIR", valUSD: "2912.61" };
    expect(rowOf({ ...more, derivativeInfo: future })).toMatchObject({
      value: 2912.61,
      notional: -3_661_925.67,
      notionalCurrency: "EUR",
      side: "short",
      unit: "contracts",
      kind: "interest rate derivative",
    });
    expect(rowOf({ ...more, assetCat: "DCR", derivativeInfo: swap })).toMatchObject({
      notional: 500_000,
      notionalCurrency: "USD",
      kind: "credit derivative",
    });
  });

  it("does not take the forward below an option for the option's exposure", () => {
    const nested =
      '<derivativeInfo><optionSwaptionWarrantDeriv derivCat="OPT"><descRefInstrmnt><nestedDerivInfo><swapDeriv><notionalAmt>77</notionalAmt><curCd>USD</curCd></swapDeriv></nestedDerivInfo></descRefInstrmnt></optionSwaptionWarrantDeriv></derivativeInfo>';
    const row = rowOf({ assetCat: "DIR", derivativeInfo: nested });
    expect(row).not.toHaveProperty("notional");
    expect(row).toMatchObject({ value: 2500.5, kind: "interest rate derivative" });
  });

  it("counts shorts and derivatives, and adds up all values whatever their sum", () => {
    const { facts } = read(
      reportOf({
        holdings: [
          holding({ valUSD: "10390.00", pctVal: "103.9" }),
          holding({ valUSD: "-90.5", pctVal: "-0.905", payoffProfile: "Short", assetCat: "ABS-MBS" }),
          holding({ valUSD: "-1.25", payoffProfile: "N/A", assetCat: "DFE" }),
        ],
      }),
    );
    expect(facts).toMatchObject({ holdings: 3, total: 10_298.25, netAssets: 10_000, shorts: 1, derivatives: 1 });
  });

  it("adds up values exactly, so that the sum may stand beside the net assets as filed", () => {
    const holdings = ["81061493253.10", "0.2", "-0.05"].map((valUSD) => holding({ valUSD }));
    expect(read(reportOf({ holdings })).facts.total).toBe(81_061_493_253.25);
  });

  it.each([
    ["another form", "<ownershipDocument><documentType>4</documentType></ownershipDocument>", NoFundReport],
    ["a web page", "<html><body><p>Not found</p></body></html>", NoFundReport],
    ["a report that ends in the middle", reportOf({ holdings: [holding(), holding()] }).slice(0, -300), NoXml],
    ["a text", "nothing", NoXml],
    ["entities", `<!DOCTYPE a [<!ENTITY b "c">]>${reportOf().replace(/<\?xml[^>]*>/, "")}`, NoXml],
    ["deep markup", reportOf({ holdings: ["<a>".repeat(50) + "</a>".repeat(50)] }), DocumentTooLarge],
  ])("is refused for %s", (_name, text, refusal) => {
    expect(() => read(text)).toThrow(refusal);
  });

  it("keeps compressed holdings up to its limit", () => {
    // Random characters of 200 in name and title, which hardly shrink: 400 characters a row.
    const random = () => randomBytes(150).toString("base64url");
    const many = (count: number) =>
      reportOf({ holdings: Array.from({ length: count }, () => holding({ name: random(), title: random() })) });
    expect(read(many(6000)).rows.length).toBeLessThan(MAX_ROWS_TEXT);
    expect(() => read(many(8000))).toThrow(DocumentTooLarge);
  }, 60_000);
});

it("lists holdings in pieces of a thousand, of which the reader of each takes a moment", () => {
  const holdings = Array.from({ length: 2_001 }, (_, at) =>
    holding({ name: `"A},{\n${at}"`, valUSD: String(9_999 - at) }),
  );
  const { rows } = read(reportOf({ holdings }));
  const sizes = (count?: number) => listHoldings(rows, count).map((piece) => (JSON.parse(piece) as unknown[]).length);
  expect([sizes(), sizes(1_000), sizes(1)]).toEqual([[1_000, 1_000, 1], [1_000], [1]]);
  expect(listed(rows, 2)).toMatchObject([{ name: '"A},{ 0"' }, { name: '"A},{ 1"' }]);
});

describe("a report whose kept holdings could not be read again", () => {
  it("is refused: a byte of Windows' letters may take three", () => {
    const [name, title] = ["\u0080".repeat(200), "\u0080".repeat(200)];
    const many = (count: number) => {
      const row = `<invstOrSec><name>${name}</name><title>${title}</title></invstOrSec>`;
      const text = reportOf({ holdings: Array<string>(count).fill(row) }).replace("UTF-8", "windows-1252");
      return [Buffer.from(text, "latin1")];
    };
    expect(listed(readFundReport(many(1)).rows)).toMatchObject([{ name: "€".repeat(200) }]);
    expect(() => readFundReport(many(54_000))).toThrow(DocumentTooLarge);
  });
});

describe("the overlap of two reports", () => {
  const packed = (...holdings: string[]) => read(reportOf({ holdings })).rows;
  const [APPLE, OTHER] = [
    { cusip: "037833100", identifiers: "" },
    { cusip: "594918104", identifiers: "" },
  ];

  it("is the sum of the smaller weights of what both hold", () => {
    const one = packed(holding({ ...APPLE, pctVal: "6" }), holding({ ...OTHER, pctVal: "4" }));
    const two = packed(
      holding({ ...APPLE, pctVal: "2" }),
      holding({ cusip: "88160R101", identifiers: "", pctVal: "9" }),
    );
    expect(compareHoldings(one, two, 20)).toEqual({
      weight: 0.02,
      sharedCount: 1,
      shared: [{ name: "Acme & Sons", cusip: "037833100", weight: 0.06, otherWeight: 0.02 }],
    });
  });

  it("adds up the rows of one security", () => {
    const lots = packed(holding({ ...APPLE, pctVal: "3" }), holding({ ...APPLE, pctVal: "2.5" }));
    expect(compareHoldings(lots, packed(holding({ ...APPLE, pctVal: "8" })), 20)).toMatchObject({
      weight: 0.055,
      sharedCount: 1,
    });
  });

  it("leaves out shorts, derivatives, and what has no number", () => {
    const one = packed(
      holding({ ...APPLE, pctVal: "3" }),
      holding({ ...APPLE, pctVal: "-2", payoffProfile: "Short" }),
      holding({ ...OTHER, pctVal: "5", assetCat: "DE" }),
      holding({ cusip: "N/A", identifiers: "", pctVal: "7" }),
    );
    expect(compareHoldings(one, one, 20)).toMatchObject({ weight: 0.03, sharedCount: 1 });
  });

  it("finds a security by its CUSIP in one report and by its ISIN in the other", () => {
    const byIsin = packed(holding({ cusip: "N/A", identifiers: '<isin value="US0378331005"/>', pctVal: "1" }));
    expect(compareHoldings(byIsin, packed(holding({ ...APPLE, pctVal: "4" })), 20)).toMatchObject({ weight: 0.01 });
  });

  it("is not known where one report has no securities, and lists the largest common parts", () => {
    const three = ["037833100", "594918104", "88160R101"].map((cusip, at) =>
      holding({ cusip, identifiers: "", pctVal: String(at + 1) }),
    );
    expect(compareHoldings(packed(...three), packed(), 20).weight).toBeNull();
    const { shared, sharedCount, weight } = compareHoldings(packed(...three), packed(...three), 2);
    expect([weight, sharedCount, shared.map(({ cusip }) => cusip)]).toEqual([0.06, 3, ["88160R101", "594918104"]]);
  });
});
