/** The simulated SEC's Schedules 13D and 13G: two houses and an active investor hold parts of each company, one sold its own. */
import { round, toKey, uniform } from "../market/random.js";
import { dateOf, type World } from "../companies/world.js";
import type { Filer, SimulatedFiling } from "./filers.js";
import { escaped } from "./markup.js";

interface SimulatedSchedule {
  form: string;
  filed: string;
  event: string;
  persons: readonly string[];
  /** Part of the shares at most; the company decides how much of it. */
  part: number;
  amendment?: number;
  purpose?: string;
}

const HOUSE = ["Simulated Alder Capital", "Simulated Alder Holdings"];
const SELLER = ["Simulated Birch Capital", "Simulated Birch Holdings"];
const ACTIVIST = ["Simulated Willow Partners LP", "Simulated Willow GP LLC", "Simulated Willow, Ada"];
const PURPOSE =
  "SIMULATED: the Reporting Persons consider the shares undervalued. They have met the Board to discuss the allocation of capital, and may buy or sell shares at any time.";

/** Oldest first; those of before December 2024 are texts. */
const SCHEDULES: readonly SimulatedSchedule[] = [
  { form: "SC 13G", filed: "2024-02-13", event: "2023-12-31", persons: SELLER, part: 0.07 },
  { form: "SCHEDULE 13G", filed: "2025-02-12", event: "2024-12-31", persons: SELLER, part: 0.07 },
  { form: "SCHEDULE 13G", filed: "2025-05-14", event: "2025-03-31", persons: HOUSE, part: 0.09 },
  { form: "SCHEDULE 13D", filed: "2025-06-03", event: "2025-05-27", persons: ACTIVIST, part: 0.08, purpose: PURPOSE },
  { form: "SCHEDULE 13G/A", filed: "2025-08-13", event: "2025-06-30", persons: SELLER, part: 0, amendment: 1 },
  { form: "SCHEDULE 13G/A", filed: "2025-11-13", event: "2025-09-30", persons: HOUSE, part: 0.1, amendment: 1 },
];
/** The least part of the shares that a schedule is about, as a share of the most. */
const LEAST = 0.7;
const DOCUMENT = "primary_doc.xml";

/** Returns the schedules about a company's shares up to a moment. */
export function schedulesOf({ cik }: Filer, at: number): Omit<SimulatedFiling, "about">[] {
  return SCHEDULES.filter(({ filed }) => filed <= dateOf(at)).map(({ form, filed }, place) => {
    const document = form.startsWith("SCHEDULE") ? `xslSCHEDULE_13X_X01/${DOCUMENT}` : "schedule.txt";
    return { accession: toAccession(cik, place), form, filed, reported: "", items: "", document };
  });
}

/** Returns the document of a schedule; `undefined` if there is none in this filing. */
export function scheduleDocument(world: World, filer: Filer, accession: string): string | undefined {
  const place = SCHEDULES.findIndex((_schedule, index) => toAccession(filer.cik, index) === accession);
  const schedule = SCHEDULES[place];
  if (!schedule?.form.startsWith("SCHEDULE")) return undefined;
  const { form, event, persons, part, amendment, purpose } = schedule;
  const { market } = world;
  const key = toKey(`schedules of ${filer.security.company}`, market.seed);
  const percent = round(part * (LEAST + (1 - LEAST) * uniform(key, place)) * 100, 1);
  const shares = Math.round((market.shares(filer.security) * percent) / 100);
  const [year, month, day] = event.split("-");
  const cover = { form, cik: String(filer.cik).padStart(10, "0"), day: `${month}/${day}/${year}` };
  const amends = amendment === undefined ? "" : `<amendmentNo>${amendment}</amendmentNo>`;
  const held = { persons, shares, percent };
  return purpose === undefined ? toPassive(cover, amends, held) : toActive(cover, amends, held, purpose);
}

interface Cover {
  form: string;
  cik: string;
  day: string;
}
interface Held {
  persons: readonly string[];
  shares: number;
  percent: number;
}

function toPassive({ form, cik, day }: Cover, amends: string, { persons, shares, percent }: Held): string {
  const details = persons.map(
    (name) => `<coverPageHeaderReportingPersonDetails><reportingPersonName>${escaped(name)}</reportingPersonName>
<reportingPersonBeneficiallyOwnedAggregateNumberOfShares>${shares}.00</reportingPersonBeneficiallyOwnedAggregateNumberOfShares>
<classPercent>${percent}</classPercent><typeOfReportingPerson>IA</typeOfReportingPerson></coverPageHeaderReportingPersonDetails>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13g">
<headerData><submissionType>${form}</submissionType></headerData><formData><coverPageHeader>${amends}
<securitiesClassTitle>Common Stock</securitiesClassTitle><eventDateRequiresFilingThisStatement>${day}</eventDateRequiresFilingThisStatement>
<issuerInfo><issuerCik>${cik}</issuerCik></issuerInfo></coverPageHeader>${details.join("\n")}
<items><item5><classOwnership5PercentOrLess>${shares === 0 ? "Y" : "N"}</classOwnership5PercentOrLess></item5></items></formData></edgarSubmission>`;
}

function toActive({ form, cik, day }: Cover, amends: string, { persons, shares, percent }: Held, purpose: string) {
  const people = persons.map(
    (name) => `<reportingPersonInfo><reportingPersonName>${escaped(name)}</reportingPersonName>
<aggregateAmountOwned>${shares}</aggregateAmountOwned><percentOfClass>${percent}</percentOfClass></reportingPersonInfo>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13D">
<headerData><submissionType>${form}</submissionType></headerData><formData><coverPageHeader>${amends}
<securitiesClassTitle>Common Stock</securitiesClassTitle><dateOfEvent>${day}</dateOfEvent>
<issuerInfo><issuerCIK>${cik}</issuerCIK></issuerInfo></coverPageHeader><reportingPersons>${people.join("\n")}</reportingPersons>
<items1To7><item4><transactionPurpose>${escaped(purpose)}</transactionPurpose></item4></items1To7></formData></edgarSubmission>`;
}

const toAccession = (cik: number, place: number) => `${String(cik).padStart(10, "0")}-25-9000${10 + place}`;
