import { describe, expect, it } from "vitest";
import { filingsFromFmp } from "../../../src/providers/financial-modeling-prep/filings.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { simulateFmp } from "./upstream-fmp.js";

const internet = useInternet();

atTime("2026-04-05T12:00:00Z");

const FILING = {
  symbol: "AAPL",
  cik: "0000320193",
  filingDate: "2024-12-18 00:00:00",
  acceptedDate: "2024-12-18 18:30:20",
  formType: "4",
  link: "https://www.sec.gov/Archives/edgar/data/320193/000032019324000132/0000320193-24-000132-index.htm",
  finalLink: "https://www.sec.gov/Archives/edgar/data/320193/000032019324000132/wk-form4.xml",
};

describe("filings by provider A", () => {
  it("are those of two years, newest first, with the SEC's addresses", async () => {
    simulateFmp(internet, { "sec-filings-search/symbol": [{ ...FILING, formType: null }, FILING] });
    expect(await createAsker().ask(filingsFromFmp, { symbol: "AAPL" })).toEqual({
      data: {
        symbol: "AAPL",
        filer: null,
        cik: "0000320193",
        filings: [
          {
            date: "2024-12-18",
            form: "4",
            title: null,
            items: [],
            url: FILING.link,
            reportDate: null,
            documents: [{ name: "4", url: FILING.finalLink }],
          },
        ],
        total: 1,
        since: "2024-04-01",
      },
      notes: [],
    });
  });

  it("are not covered for a company without filings", async () => {
    simulateFmp(internet, { "sec-filings-search/symbol": [], profile: [{ companyName: "Tesco PLC", price: 400 }] });
    await expect(createAsker().ask(filingsFromFmp, { symbol: "TSCO.L" })).rejects.toMatchObject({
      kind: "no_coverage",
    });
  });
});
