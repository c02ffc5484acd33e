/** Plays a company at the SEC with Schedules 13D and 13G in their shape, from short rows. */
import { HttpResponse } from "msw";
import type { useInternet } from "../../../support/internet.js";
import { playSec, xmlOf, type ListedFiling } from "../../../support/play-sec.js";

export interface PlayedPerson {
  name: string;
  cik?: string;
  shares?: string;
  percent?: string;
}
export interface PlayedSchedule {
  accession: string;
  filed: string;
  form?: string;
  /** The number in the head of those who sent it. */
  filer?: string;
  issuer?: string;
  /** The elements with the CUSIP of the class. */
  cusip?: string;
  title?: string;
  event?: string;
  amendment?: string;
  persons?: readonly PlayedPerson[];
  /** Item 5 of a 13G. */
  isBelow?: "Y" | "N";
  purpose?: string;
  /** The document, if it is another one. */
  text?: string;
}

const element = (name: string, content: string | undefined) =>
  content === undefined ? "" : `<${name}>${content}</${name}>`;

/** Returns the document of a Schedule 13D. */
export function toActive(played: Omit<PlayedSchedule, "accession" | "filed">): string {
  const { form = "SCHEDULE 13D", filer = "0001906837", issuer = "0000080424", event = "05/04/2026" } = played;
  const {
    cusip = "<issuerCUSIP>742718109</issuerCUSIP>",
    title = "Common Stock",
    purpose = "To invest.",
    persons = [{ name: "Acme LP" }],
  } = played;
  const people = persons.map(
    ({ name, cik, shares = "6294951", percent = "11.9" }) => `<reportingPersonInfo>${element("reportingPersonCIK", cik)}
    <reportingPersonName>${name}</reportingPersonName><fundType>WC</fundType><soleVotingPower>0</soleVotingPower>
    <aggregateAmountOwned>${shares}</aggregateAmountOwned><percentOfClass>${percent}</percentOfClass>
    <typeOfReportingPerson>PN</typeOfReportingPerson></reportingPersonInfo>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13D" xmlns:com="http://www.sec.gov/edgar/common">
  <headerData><submissionType>${form}</submissionType><filerInfo><filer><filerCredentials><cik>${filer}</cik><ccc>XXXXXXXX</ccc></filerCredentials></filer></filerInfo></headerData>
  <formData><coverPageHeader>${element("amendmentNo", played.amendment)}<securitiesClassTitle>${title}</securitiesClassTitle><dateOfEvent>${event}</dateOfEvent>
  <issuerInfo><issuerCIK>${issuer}</issuerCIK>${cusip}<issuerName>Procter</issuerName><address><com:street1>1 Street</com:street1></address></issuerInfo></coverPageHeader>
  <reportingPersons>${people.join("")}</reportingPersons>
  <items1To7><item3><fundsSource>Own funds.</fundsSource></item3><item4><transactionPurpose>${purpose}</transactionPurpose></item4></items1To7>
  </formData></edgarSubmission>\n`;
}

/** Returns the document of a Schedule 13G. */
export function toPassive(played: Omit<PlayedSchedule, "accession" | "filed">): string {
  const { form = "SCHEDULE 13G", filer = "0000102909", issuer = "0000080424", event = "03/31/2026", isBelow } = played;
  const {
    cusip = "<issuerCusip>742718109</issuerCusip>",
    title = "Common Stock",
    persons = [{ name: "Index House" }],
  } = played;
  const people = persons.map(
    ({ name, shares = "10000000.00", percent = "5.1" }) => `<coverPageHeaderReportingPersonDetails>
    <reportingPersonName>${name}</reportingPersonName><reportingPersonBeneficiallyOwnedNumberOfShares><soleVotingPower>0</soleVotingPower></reportingPersonBeneficiallyOwnedNumberOfShares>
    <reportingPersonBeneficiallyOwnedAggregateNumberOfShares>${shares}</reportingPersonBeneficiallyOwnedAggregateNumberOfShares>
    <classPercent>${percent}</classPercent><typeOfReportingPerson>IA</typeOfReportingPerson></coverPageHeaderReportingPersonDetails>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13g">
  <headerData><submissionType>${form}</submissionType><filerInfo><filer><filerCredentials><cik>${filer}</cik></filerCredentials></filer></filerInfo></headerData>
  <formData><coverPageHeader>${element("amendmentNo", played.amendment)}<securitiesClassTitle>${title}</securitiesClassTitle>
  <eventDateRequiresFilingThisStatement>${event}</eventDateRequiresFilingThisStatement>
  <issuerInfo><issuerCik>${issuer}</issuerCik><issuerName>Procter</issuerName>${cusip}</issuerInfo></coverPageHeader>${people.join("")}
  <items><item4><classPercent>5.08%</classPercent></item4><item5>${element("classOwnership5PercentOrLess", isBelow)}</item5></items>
  </formData></edgarSubmission>\n`;
}

const toDocument = (played: PlayedSchedule): string =>
  played.text ?? (played.form?.includes("13D") ? toActive(played) : toPassive(played));

const listed = ({ accession, form = "SCHEDULE 13G", filed }: PlayedSchedule): ListedFiling => [
  accession,
  form,
  filed,
  "",
  "",
  form.startsWith("SCHEDULE") ? "xslSCHEDULE_13G_X02/primary_doc.xml" : "schedule.txt",
];

/** Plays Procter & Gamble with these schedules, newest first, and a page of older ones; returns the paths of the calls. */
export function playSchedules(
  internet: ReturnType<typeof useInternet>,
  schedules: readonly PlayedSchedule[],
  older: readonly PlayedSchedule[] = [],
) {
  const name = "PROCTER & GAMBLE Co";
  return playSec(internet, {
    companies: [[80424, "PG", name]],
    list: () => ({ name, sic: "2840", recent: schedules.map(listed), pages: { "001": older.map(listed) } }),
    file({ pathname }) {
      if (pathname === "/LATEST/search-index") return HttpResponse.json({ hits: { total: { value: 0 }, hits: [] } });
      const played = [...schedules, ...older].find(({ accession }) => pathname.includes(accession.replaceAll("-", "")));
      return played && pathname.endsWith("/primary_doc.xml") ? xmlOf(toDocument(played)) : undefined;
    },
  });
}
