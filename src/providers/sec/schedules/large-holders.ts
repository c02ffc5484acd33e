/** Holders of 5 % and more by provider D: Schedules 13D and 13G as filed with the SEC. */
import { say, type Sentence, the } from "../../../contract/sentence.js";
import { holders, MAX_LARGE, type LargeHolder } from "../../../capabilities/companies/holders.js";
import { source } from "../../../contract/provider.js";
import { newestFirst } from "../../../lib/newest-first.js";
import { officialSources } from "../../official/provider.js";
import { findFiler } from "../filers.js";
import { toFilingUrl } from "../links.js";
import { findSubmissions, type Filing } from "../submissions.js";
import { GOES_ON } from "../text/schedule-document.js";
import { toCurrentHolders, toLargest } from "./current-holders.js";
import { findSchedules, XML_SINCE, type FoundSchedules, type Schedule } from "./schedules.js";

/** The most ended holders, and the most schedules that were not read, in an answer. */
const MAX_ENDED = 10;
const MAX_UNREAD = 10;

/**
 * The holders of 5 % and more by the newest schedule of each, largest part first; with `as_of` by the schedules that were
 * filed up to that day. Texts of before 2024-12-18 have no fields, and are named only.
 *
 * @throws {ProviderError} `no_data` for a filer that the SEC does not know.
 */
export const largeHoldersFromSec = source(
  officialSources,
  holders,
  async ({ symbol, as_of: asOf }, client) => {
    const { cik } = await findFiler(symbol, client);
    const submissions = await findSubmissions(cik, client);
    const found = await findSchedules(cik, submissions, asOf, client);
    const { documents, texts, unread, later } = found;
    const { holders: current, ended } = toCurrentHolders(documents);
    const large = current
      .map((schedule) => toRow(cik, schedule))
      .toSorted((one, other) => (other.percentOfClass ?? -1) - (one.percentOfClass ?? -1));
    const notRead = newestFirst([...unread, ...texts], ({ filed }) => filed);
    return {
      data: {
        symbol,
        filer: submissions.name || null,
        cik,
        large: large.slice(0, MAX_LARGE),
        ended: ended.slice(0, MAX_ENDED).map((schedule) => withoutPurpose(toRow(cik, schedule))),
        unread: notRead.slice(0, MAX_UNREAD).map((filing) => toUnread(cik, filing)),
      },
      notes: [...toNotes(found, current.length, ended.length), ...found.notes],
      fetchedAt: submissions.fetchedAt,
      ...(later > 0 ? { missing: ["large"] } : {}),
    };
  },
  { setting: "contact", cannot: ({ kind }) => (kind === "large" ? [] : ["kind"]) },
);

function toRow(cik: string, schedule: Schedule): LargeHolder {
  const { filing, amendment, event, purpose, class: title } = schedule;
  const { largest, others } = toLargest(schedule);
  return {
    person: largest.name,
    group: others.length === 0 ? null : others.map(({ name }) => name).join("; "),
    class: title,
    shares: largest.shares,
    percentOfClass: largest.percent,
    // The event that requires a schedule lies before its filing.
    event: event !== null && event <= filing.filed ? event : null,
    purpose,
    amendment,
    ...toUnread(cik, filing),
  };
}

function withoutPurpose({ purpose: _purpose, ...row }: LargeHolder) {
  return row;
}

function toUnread(cik: string, { form, filed, accession }: Filing) {
  return { form, filed, accession, url: toFilingUrl(cik, accession) };
}

const toCount = (count: number) => `${count} ${count === 1 ? "schedule" : "schedules"}`;

function toNotes(found: FoundSchedules, holding: number, ended: number): Sentence[] {
  const { withFields, searched, texts, unread, later, since } = found;
  return [
    say`Holders by the newest of their Schedules 13D (who may seek influence, with the purpose) and 13G (who do not); the percentage is of the class, as the filer computed it on the day of the event.`,
    ...(holding > 0
      ? [
          say`The persons of a schedule report the same shares: the one with the most stands in ${the.field("person")}, all other ones in ${the.field("group")}, and nothing is added.`,
        ]
      : []),
    ...(found.documents.some(({ purpose, filing }) => purpose !== null && filing.form.endsWith("/A"))
      ? [say`${the.field("purpose")} of an amendment may only add to that of the schedule before.`]
      : []),
    ...(found.documents.some(({ purpose }) => purpose?.endsWith(GOES_ON))
      ? [
          say`A ${the.field("purpose")} that ends with "…" goes on in the schedule, of which ${the.field("url")} is the address.`,
        ]
      : []),
    ...(holding > MAX_LARGE ? [say`Of ${holding} holders the ${MAX_LARGE} largest are shown.`] : []),
    ...(ended > 0
      ? [
          say`${ended} ${ended === 1 ? "holder has" : "holders have"} reported less than 5 % and ${ended === 1 ? "stands" : "stand"} in ${the.field("ended")}; the shares may only have moved to managers of the same house, who then have newer schedules.`,
        ]
      : []),
    ...(texts.length > 0
      ? [
          say`${toCount(texts.length)} of before ${XML_SINCE} ${texts.length === 1 ? "is a text" : "are texts"} and not machine-readable: ${the.field("unread")} has the newest, and holders who have filed none since may still hold.`,
        ]
      : []),
    ...(unread.length > later
      ? [
          say`${toCount(unread.length - later)} ${unread.length - later === 1 ? "is" : "are"} missing or damaged at the SEC.`,
        ]
      : []),
    ...(later > 0
      ? [say`${toCount(later)} could not be read in time; a later call has ${later === 1 ? "it" : "them"}.`]
      : []),
    ...(withFields.length > searched.length
      ? [say`Of ${withFields.length} schedules the newest ${searched.length} are read.`]
      : []),
    ...(since === null ? [] : [say`Filings since ${since} are searched.`]),
  ];
}
