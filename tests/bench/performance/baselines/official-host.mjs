/**
 * Serves a manager's report of 5,000 holdings and a fund's report of 20 MB in the forms of the SEC, in a process of its
 * own: making and sending them would delay the measured questions of the bench.
 */
import { createServer } from "node:http";

const [MANAGER, FUND, SERIES] = ["0001067983", "0000036405", "S000002839"];
const [MANAGER_REPORT, FUND_REPORT] = ["0000950123-26-000001", "0000036405-26-000001"];
/** Days in the past, so that every run has the same newest quarter. */
const [QUARTER, FILED] = ["2026-03-31", "2026-05-15"];

const many = (count, toText) => Array.from({ length: count }, (_each, at) => toText(at)).join("\n");
const tag = (name, text) => `<${name}>${text}</${name}>`;
const cusipOf = (at) => `A${String(at).padStart(8, "0")}`;
const document = (type, xml) =>
  `<DOCUMENT>\n<TYPE>${type}\n<TEXT>\n<XML>\n<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n</XML>\n</TEXT>\n</DOCUMENT>\n`;

const ROWS = 5_000;
const valueOf = (at) => 1_000_000 + at;
const total = Array.from({ length: ROWS }, (_each, at) => valueOf(at)).reduce((sum, value) => sum + value, 0);
const rows = many(ROWS, (at) => {
  const size = tag("shrsOrPrnAmt", tag("sshPrnamt", 1_000 + at) + tag("sshPrnamtType", "SH"));
  const named = tag("nameOfIssuer", `ISSUER ${at} INC`) + tag("titleOfClass", "COM") + tag("cusip", cusipOf(at));
  return tag("infoTable", `${named}${tag("value", valueOf(at))}${size}${tag("investmentDiscretion", "SOLE")}`);
});
const cover = `<edgarSubmission><formData><coverPage><reportType>13F HOLDINGS REPORT</reportType></coverPage><summaryPage>${tag("tableEntryTotal", ROWS)}${tag("tableValueTotal", total)}<isConfidentialOmitted>false</isConfidentialOmitted></summaryPage></formData></edgarSubmission>`;
const managerReport = `<SEC-DOCUMENT>\n${document("13F-HR", cover)}${document("INFORMATION TABLE", tag("informationTable", rows))}</SEC-DOCUMENT>`;

const holdingOf = (at) => `<invstOrSec>
<name>Issuer ${at} Inc</name>\n<lei>N/A</lei>\n<title>Issuer ${at} Inc.</title>\n<cusip>${cusipOf(at)}</cusip>
<identifiers><isin value="US${cusipOf(at)}0"/></identifiers>\n<balance>100.000000000000</balance>\n<units>NS</units>\n<curCd>USD</curCd>
<valUSD>${1_000 + at}.50000000</valUSD>\n<pctVal>0.0025000000</pctVal>\n<payoffProfile>Long</payoffProfile>\n<assetCat>EC</assetCat>
<issuerCat>CORP</issuerCat>\n<invCountry>US</invCountry>\n<isRestrictedSec>N</isRestrictedSec>\n<fairValLevel>1</fairValLevel>
<securityLending>\n<isCashCollateral>N</isCashCollateral>\n<isNonCashCollateral>N</isNonCashCollateral>\n<isLoanByFund>N</isLoanByFund>\n</securityLending>
</invstOrSec>`;
const HOLDINGS = Math.ceil((20 * 1024 * 1024) / holdingOf(10_000).length);
const fundReport = `<?xml version="1.0" encoding="UTF-8"?><edgarSubmission xmlns="http://www.sec.gov/edgar/nport"><headerData><submissionType>NPORT-P</submissionType></headerData>
<formData><genInfo><regName>A Trust</regName><regCik>${FUND}</regCik><seriesName>A Fund</seriesName><seriesId>${SERIES}</seriesId>
<repPdEnd>2026-12-31</repPdEnd><repPdDate>${QUARTER}</repPdDate><isFinalFiling>N</isFinalFiling></genInfo>
<fundInfo><totAssets>10100.00</totAssets><netAssets>10000.00</netAssets></fundInfo><invstOrSecs>${many(HOLDINGS, holdingOf)}</invstOrSecs></formData></edgarSubmission>`;

const listOf = (name, accession, form, path) => ({
  name,
  sic: "",
  formerNames: [],
  filings: {
    recent: {
      accessionNumber: [accession],
      form: [form],
      filingDate: [FILED],
      reportDate: [QUARTER],
      items: [""],
      primaryDocument: [path],
      isXBRL: [0],
    },
    files: [],
  },
});
const entry = `<entry><category term="NPORT-P" /><content type="text/xml"><accession-number>${FUND_REPORT}</accession-number><filing-date>${FILED}</filing-date><filing-type>NPORT-P</filing-type><size>20 MB</size></content></entry>`;
const digits = (accession) => accession.replaceAll("-", "");

/** Answers by the end of the path. */
const FILES = {
  "company_tickers.json": { 0: { cik_str: 320193, ticker: "AAPL", title: "Apple Inc." } },
  "company_tickers_mf.json": {
    fields: ["cik", "seriesId", "classId", "symbol"],
    data: [[Number(FUND), SERIES, "C000092055", "VOO"]],
  },
  [`CIK${MANAGER}.json`]: listOf("A MANAGER", MANAGER_REPORT, "13F-HR", "xslForm13F_X02/primary_doc.xml"),
  [`CIK${FUND}.json`]: listOf("A TRUST", FUND_REPORT, "NPORT-P", "xslFormNPORT-P_X01/primary_doc.xml"),
  "browse-edgar": `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom"><company-info>${tag("cik", FUND)}</company-info>${entry}</feed>`,
  [`${MANAGER_REPORT}.txt`]: managerReport,
  [`${digits(FUND_REPORT)}/primary_doc.xml`]: fundReport,
};
const BODIES = Object.entries(FILES).map(([end, content]) => {
  const isJson = typeof content !== "string";
  const type = isJson ? "application/json" : end.endsWith(".txt") ? "text/plain" : "application/xml";
  return { end, type, body: Buffer.from(isJson ? JSON.stringify(content) : content) };
});
const DENIED = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>`;

const server = createServer(({ url }, response) => {
  const { pathname } = new URL(url, "http://127.0.0.1");
  const found = BODIES.find(({ end }) => pathname.endsWith(`/${end}`));
  if (found) response.writeHead(200, { "content-type": found.type }).end(found.body);
  else response.writeHead(403, { "content-type": "application/xml" }).end(DENIED);
}).listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
