import { describe, expect, it } from "vitest";
import { toFilingAddress, toLinkedAddress } from "../../src/capabilities/filings/filing-address.js";

const FOLDER = "https://www.sec.gov/Archives/edgar/data/320193/000032019325000079";
const FILING = { cik: "320193", accession: "0000320193-25-000079" };

describe("an address of the SEC", () => {
  it.each([
    ["a document", `${FOLDER}/aapl-20250927.htm`, "aapl-20250927.htm"],
    ["a document in the viewer", FOLDER.replace("/Arch", "/ix?doc=/Arch") + "/aapl-20250927.htm", "aapl-20250927.htm"],
    ["a document below a further folder", `${FOLDER}/xslF345X05/form4.xml`, "xslF345X05/form4.xml"],
    ["the page of a filing", `${FOLDER}/0000320193-25-000079-index.htm`, null],
    ["the page beside the folder", FOLDER.replace(/\/\d{18}$/, "/0000320193-25-000079-index.html"), null],
    ["the folder", `${FOLDER}/`, null],
    ["the folder of a number with zeros in front", FOLDER.replace("/320193/", "/0000320193/"), null],
    [
      "a whole filing as one text",
      FOLDER.replace(/\/\d{18}$/, "/0000320193-25-000079.txt"),
      "0000320193-25-000079.txt",
    ],
    ["an address with a fragment", `${FOLDER}/a.htm#item1a`, "a.htm"],
  ])("leads to %s", (_what, url, document) => {
    expect(toFilingAddress(url)).toEqual({ ...FILING, document });
  });

  it.each([
    ["of another host", FOLDER.replace("www.sec.gov", "www.sec.gov.evil.example")],
    ["with a user name", FOLDER.replace("www.sec.gov", "www.sec.gov@evil.example")],
    ["with a port", FOLDER.replace("www.sec.gov", "www.sec.gov:8443")],
    ["without encryption", FOLDER.replace("https", "http")],
    ["outside of the archives", "https://www.sec.gov/cgi-bin/browse-edgar?CIK=320193"],
    ["that leaves the folder", `${FOLDER}/../../../../etc/passwd`],
    [
      "that leaves the folder in the viewer",
      `https://www.sec.gov/ix?doc=/Archives/edgar/data/320193/000032019325000079/../x`,
    ],
    [
      "of another host in the viewer",
      "https://www.sec.gov/ix?doc=https://evil.example/Archives/edgar/data/1/000032019325000079/a",
    ],
    ["with an encoded line break", `${FOLDER}/a%0d%0aX-Evil:1`],
    ["that is too long", `${FOLDER}/${"a".repeat(500)}`],
    ["that is none", "aapl"],
  ])("is refused: one %s", (_what, url) => {
    expect(toFilingAddress(url)).toBeNull();
  });

  it("is that of a link without a host on a filing's page", () => {
    const path = "/Archives/edgar/data/320193/000032019325000079/a.htm";
    expect(toLinkedAddress(`/ix?doc=${path}`)).toEqual({ ...FILING, document: "a.htm" });
    expect(toLinkedAddress(`//evil.example${path}`)).toBeNull();
    expect(toLinkedAddress("javascript:alert(1)")).toBeNull();
  });
});
