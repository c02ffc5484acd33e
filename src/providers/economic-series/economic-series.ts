/** Economic series by provider D: what statistical offices published, each asked for its own series. */
import { economicSeries, type EconomicValue } from "../../capabilities/economy/economic-series.js";
import { invalidInput } from "../../contract/input.js";
import { source } from "../../contract/provider.js";
import { say, the, type Sentence } from "../../contract/sentence.js";
import { groupBy } from "../../lib/group-by.js";
import { newestFirst } from "../../lib/newest-first.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import { WEIGHTS_OF } from "../../market/economy/cpi-components.js";
import { DEFAULT_NAMES, findSeries, type KnownSeries } from "../../market/economy/economic-series.js";
import { OFFICE_SERIES, SERIES_OFFICES, type SeriesOffice } from "../../market/economy/named-series.js";
import { fetchBea } from "../bea/series.js";
import { fetchBlsSeries } from "../bls/economic-series.js";
import { fetchEcbInflation } from "../ecb/inflation.js";
import { fetchEurostat } from "../eurostat/series.js";
import { fetchFed } from "../federal-reserve/series.js";
import type { OfficialClient } from "../official/client.js";
import type { OfficeAnswer, SeriesDays } from "../official/office-series.js";
import { officialSources } from "../official/provider.js";
import { fetchWorldBank } from "../world-bank/series.js";
import { toFootnotes, toFrequency, toValues } from "./values.js";

const FETCH: Readonly<
  Record<
    SeriesOffice,
    (known: readonly KnownSeries[], days: SeriesDays, client: OfficialClient) => Promise<OfficeAnswer>
  >
> = {
  bls: fetchBlsSeries,
  bea: fetchBea,
  fed: fetchFed,
  ecb: fetchEcbInflation,
  eurostat: fetchEurostat,
  worldBank: fetchWorldBank,
};

/** A series that was asked for, with its office's answer; `undefined` where the office failed, or its files lack the series. */
interface Asked {
  each: KnownSeries;
  answer: OfficeAnswer | undefined;
}

/**
 * The values of all asked series. Each office is asked once; only the series of one that fails are missing.
 *
 * @throws {MarketDataError} `invalid_input` when no office has values of any asked series.
 * @throws {ProviderError} the first failure when no office answers.
 */
export const economicSeriesFromOffices = source(
  officialSources,
  economicSeries,
  async ({ series: names = DEFAULT_NAMES, from, to }, client) => {
    const known = names.map(findSeries);
    const today = NEW_YORK.day(Math.floor(client.upstream.now().getTime() / 1000));
    const days = { from, to: to ?? today, today };
    const offices = [...groupBy(known, ({ office }) => office)];
    const settled = await Promise.allSettled(offices.map(([office, own]) => FETCH[office](own, days, client)));
    const answers = new Map<SeriesOffice, OfficeAnswer>();
    for (const [index, each] of settled.entries()) {
      if (each.status === "fulfilled") answers.set(offices[index]![0], each.value);
    }
    const failure = settled.find((each) => each.status === "rejected");
    if (failure && answers.size === 0) throw failure.reason;
    const lists = known.map((each) => {
      const answer = answers.get(each.office);
      return toList({ each, answer: answer?.lacking?.includes(each.id) ? undefined : answer }, days.to);
    });
    const empty = lists.filter(({ values }) => values.length === 0);
    if (empty.length === lists.length) {
      if (failure) throw failure.reason;
      throw noSeries(lists, days.to);
    }
    // The order of the question remains among the values of one day.
    const values = newestFirst(
      lists.flatMap(({ values: own }) => own),
      ({ date }) => date,
    );
    return {
      data: {
        series: lists.map(({ each, values: own, answer }) => ({
          name: each.name,
          office: SERIES_OFFICES[each.office].name,
          id: each.id,
          yearId: each.yearId ?? null,
          title: each.title,
          unit: each.unit,
          seasonallyAdjusted: each.seasonallyAdjusted,
          changes: each.changes,
          weightPercent: each.weight ?? null,
          frequency: toFrequency(own),
          latestRelease: answer?.released?.[each.id] ?? null,
          footnotes: toFootnotes(answer?.points[each.id] ?? [], own),
        })),
        values,
        total_values: values.length,
        missing: empty.map(({ each }) => each.name),
      },
      missing: lists.some(({ answer }) => answer === undefined) ? ["values"] : [],
      notes: [
        ...toNameNotes(names, known),
        ...[...answers.values()].flatMap(({ notes = [] }) => notes),
        ...toOwnNotes(known),
        ...toPercentNotes(known, values),
        ...lists.flatMap(({ each, isUnadjusted }) =>
          isUnadjusted ? [say`The BLS has ${each.name} without seasonal adjustment only.`] : [],
        ),
        ...toMissingNotes(empty, days.to),
      ],
      fetchedAt: Math.min(...[...answers.values()].map(({ fetchedAt }) => fetchedAt)),
    };
  },
);

/** Returns the values of a series in the range, and its facts as its office states them. */
function toList({ each, answer }: Asked, last: string) {
  // Some components of the CPI have no adjusted series.
  const isUnadjusted =
    each.weight !== undefined && each.yearId !== undefined && answer !== undefined && !answer.points[each.id]?.length;
  const own: KnownSeries = {
    ...each,
    ...(isUnadjusted ? { id: each.yearId!, seasonallyAdjusted: false } : {}),
    unit: answer?.units ? (answer.units[each.id] ?? null) : each.unit,
  };
  const values = answer ? toValues(own, answer.points) : [];
  const shown = values.filter(({ date }) => date >= answer!.start && date <= last);
  return { each: own, answer, values: shown, isUnadjusted: isUnadjusted && shown.length > 0 };
}

/** Returns the notes on other names for series, and on series without changes. */
function toNameNotes(names: readonly string[], known: readonly KnownSeries[]): Sentence[] {
  const others = known.flatMap(({ name }, index) => (name === names[index] ? [] : `${names[index]!} means ${name}`));
  const unchanged = known.filter(({ changes }) => changes === "none").map(({ name }) => name);
  return [
    ...(others.length > 0 ? [say`${others.join("; ")} here.`] : []),
    ...(unchanged.length > 0
      ? [
          say`Changes of ${unchanged.join(", ")} are ${the.absent}: a difference of changes at an annual rate says nothing.`,
        ]
      : []),
  ];
}

/** Returns the notes on what is special about some series. */
function toOwnNotes(known: readonly KnownSeries[]): Sentence[] {
  const published = known.filter(({ changeIds }) => changeIds !== undefined).map(({ name }) => name);
  return [
    ...(published.length > 0
      ? [
          say`Changes of ${published.join(", ")} are those in volume, as Eurostat publishes them; values are at current prices.`,
        ]
      : []),
    ...ANNUAL_RATES.flatMap(({ ids, part }) => {
      const annual = known.filter(({ id, office }) => office === "bea" && ids.includes(id)).map(({ name }) => name);
      return annual.length > 0 ? [say`Values of ${annual.join(", ")} are annual rates: ${part} of its value.`] : [];
    }),
  ];
}

/** Returns the notes on percentages that are of a year or of one month. */
function toPercentNotes(known: readonly KnownSeries[], values: readonly EconomicValue[]): Sentence[] {
  return [
    ...(values.some(({ growthPercent }) => growthPercent !== null)
      ? [say`${the.field("growthPercent")} is an annual rate.`]
      : []),
    ...(known.some(({ weight }) => typeof weight === "number")
      ? [say`${the.field("weightPercent")} is that of ${WEIGHTS_OF}.`]
      : []),
  ];
}

/** Series of the BEA whose values are amounts of a year, and the part of it that a period has. */
const ANNUAL_RATES: readonly { ids: readonly string[]; part: string }[] = [
  { ids: [OFFICE_SERIES.gdp.id, OFFICE_SERIES.real_gdp.id], part: "a quarter's amount is a fourth" },
  { ids: [OFFICE_SERIES.personal_income.id], part: "a month's amount is a twelfth" },
];

/** Returns a note for each office that failed or has no values in the range, and on series that its files lack. */
function toMissingNotes(empty: readonly Asked[], last: string): Sentence[] {
  const groups = groupBy(empty, ({ each, answer }) => `${each.office} ${answer === undefined}`);
  return [...groups.values()].map((own) => {
    const [{ each: first, answer }] = own as [Asked];
    const [{ short }, names] = [SERIES_OFFICES[first.office], own.map(({ each }) => each.name).join(", ")];
    return answer
      ? say`${short} has no values of ${names} from ${answer.start} to ${last}.`
      : say`${short} could not answer for ${names}.`;
  });
}

function noSeries(empty: readonly Asked[], to: string) {
  const names = empty.map(({ each }) => each.name);
  const answer = empty.find((each) => each.answer !== undefined)?.answer;
  const are = names.length > 1 ? "These series have" : `${names[0]!} has`;
  const isBls = empty.every(({ each }) => each.office === "bls");
  return invalidInput(
    `Invalid "series": ${are} no values from ${answer!.start} to ${to}${
      isBls
        ? " at the BLS, or the id is wrong. Allowed: a name of the list, an id that the BLS has, or an earlier range."
        : ". Allowed: another range."
    }`,
  );
}
