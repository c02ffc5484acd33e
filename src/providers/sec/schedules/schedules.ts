/** The newest Schedules 13D and 13G about a company's shares, of those that are filed in XML. */
import { ProviderError } from "../../../contract/errors.js";
import { say, type Sentence } from "../../../contract/sentence.js";
import type { OfficialClient } from "../../official/client.js";
import { documentsOf } from "../documents/document-thread.js";
import {
  findOwnDocuments,
  READING_MS,
  type DocumentKind,
  type Filed,
  type FoundDocuments,
} from "../documents/own-documents.js";
import { searchFilings, type Filing, type Submissions } from "../submissions.js";
import { MAX_PURPOSE, scheduleDocument, type ScheduleDocument } from "../text/schedule-document.js";

/** Schedules are filed in XML, with fields, since this day. */
export const XML_SINCE = "2024-12-18";
/** Schedules of which an answer consists at most: some companies have as many in two years. */
const MAX_SCHEDULES = 60;
/** Schedules that are kept of a company, and how many characters they may have together. */
const MAX_KEPT = 120;
const MAX_CHARACTERS = 200_000;
/** Characters of the fields of a schedule, and of each person, without the texts. */
const FIELDS = 200;

/** `SC 13D` and `SC 13G` are texts without fields; `SCHEDULE 13D` and `SCHEDULE 13G` have some. */
const FORM = /^SC(?:HEDULE)? 13[DG](?:\/A)?$/;

/** A schedule with its filing. */
export type Schedule = Filed<ScheduleDocument>;

const SCHEDULES: DocumentKind<ScheduleDocument> = {
  name: "schedules",
  schema: scheduleDocument,
  most: MAX_SCHEDULES,
  mostKept: MAX_KEPT,
  mostSize: MAX_CHARACTERS,
  sizeOf: ({ persons, purpose }) => {
    const names = persons.reduce((sum, { name }) => sum + name.length, 0);
    return names + (purpose === null ? 0 : MAX_PURPOSE) + (persons.length + 1) * FIELDS;
  },
  async read(text, client) {
    const result = await documentsOf(client).run(client.upstream, { do: "read schedule", text });
    // Of the thread under load, which says nothing about the document.
    if (!result) throw new ProviderError("provider-d", "timed_out");
    return "schedule" in result ? result.schedule : null;
  },
};

/** The schedules about a company. */
export interface FoundSchedules extends FoundDocuments<ScheduleDocument> {
  /** All filings with fields, of which the newest are read, and those that are texts; newest first. */
  withFields: Filing[];
  texts: Filing[];
  /** The first day whose filings were searched. */
  since: string | null;
  notes: Sentence[];
}

/**
 * Returns the schedules that were filed up to the day `until`. Pages of older filings are read only where the newest ones do
 * not reach back to the first schedules with fields.
 *
 * @throws {ProviderError} the first failure when no schedule could be read.
 */
export async function findSchedules(
  cik: string,
  submissions: Submissions,
  until: string | undefined,
  client: OfficialClient,
): Promise<FoundSchedules> {
  const readUntil = performance.now() + READING_MS;
  const search = (count: number) =>
    searchFilings(submissions, { matches: ({ form }) => FORM.test(form), count, until }, client);
  const newest = await search(0);
  const reachesBack = newest.since !== null && newest.since <= XML_SINCE;
  const { filings, since, notes } = reachesBack ? newest : await search(MAX_SCHEDULES + 1);
  const withFields = filings.filter(({ form, document }) => form.startsWith("SCHEDULE") && document !== "");
  const texts = filings.filter((filing) => !withFields.includes(filing));
  const found = await findOwnDocuments(SCHEDULES, cik, withFields, readUntil, client);
  return { ...found, withFields, texts, since, notes: [...notes, ...otherNotes(found)] };
}

function otherNotes({ others }: FoundDocuments<ScheduleDocument>): Sentence[] {
  return others === 0
    ? []
    : [
        say`The answer leaves out ${others} ${others === 1 ? "schedule" : "schedules"} about shares of other companies, which this one holds.`,
      ];
}
