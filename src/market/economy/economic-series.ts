/** Finds an economic series by its plain name, a usual word, its id at FRED, or its id at the BLS. */
import { percentUnit } from "../../contract/field-facts.js";
import { changesOfId, isAdjustedId, isBlsId } from "./bls-ids.js";
import { findCountry } from "./countries.js";
import { CPI_COMPONENTS } from "./cpi-components.js";
import { BLS_SERIES, CPI_UNIT, OFFICE_SERIES, RELEASES, type EconomicSeries, type Release } from "./named-series.js";
import { US_STATES } from "./states.js";

/** The series of a question that names none; one call of the BLS has them all. */
export const DEFAULT_NAMES = Object.keys(BLS_SERIES);

const COMPONENTS: Readonly<Record<string, EconomicSeries>> = Object.fromEntries(
  Object.entries(CPI_COMPONENTS).map(([name, { item, title, weight, ...more }]) => [
    name,
    {
      title: `Consumer prices, ${title}, all urban consumers`,
      office: "bls",
      id: `CUSR0000${item}`,
      yearId: `CUUR0000${item}`,
      unit: CPI_UNIT,
      changes: "percent",
      weight,
      release: "cpi",
      words: "words" in more ? more.words : "",
    },
  ]),
);

const STATES: Readonly<Record<string, EconomicSeries>> = Object.fromEntries(
  US_STATES.map(({ code, fips, name }) => [
    `unemployment_rate_${code}`,
    {
      title: `Unemployed, of the civilian labor force of ${name}`,
      office: "bls",
      id: `LASST${fips}0000000000003`,
      unit: percentUnit(),
      changes: "difference",
      words: `${code}UR, unemployment ${code}, unemployment rate ${name}, unemployment ${name}, ${name} unemployment, ${name} unemployment rate`,
    },
  ]),
);

const LISTED: Readonly<Record<string, EconomicSeries>> = { ...BLS_SERIES, ...COMPONENTS, ...OFFICE_SERIES };
const NAMED: Readonly<Record<string, EconomicSeries>> = { ...LISTED, ...STATES };

/** All plain names; each state and country stands for its like. */
export const SERIES_NAMES: readonly string[] = [
  ...Object.keys(LISTED),
  "unemployment_rate_<state>",
  "gdp_<country>",
  "gdp_growth_<country>",
];

/** The parts of the consumer price index with plain names. */
export const CPI_PARTS: readonly string[] = Object.keys(COMPONENTS);

/** Returns the release of a series by its plain name; `undefined` for one of which market calendars have none. */
export function toRelease(name: string): Release | undefined {
  return Object.hasOwn(NAMED, name) ? NAMED[name]!.release : undefined;
}

/** Returns the first day of each release; `releases` are oldest first. */
export function toReleaseDays(
  releases: readonly { date: string; event?: string | null | undefined }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(RELEASES).flatMap(([name, words]) => {
      const day = releases.find(({ event }) => words.test(event ?? ""))?.date;
      return day === undefined ? [] : [[name, day] as const];
    }),
  );
}

/** Ids at FRED of further series of the BLS. */
const FRED_IDS: Readonly<Record<string, string>> = {
  CPIAUCNS: "CUUR0000SA0",
  CPILFENS: "CUUR0000SA0L1E",
  PPIACO: "WPU00000000",
  UNRATENSA: "LNU04000000",
  U6RATE: "LNS13327709",
  CIVPART: "LNS11300000",
  EMRATIO: "LNS12300000",
  MANEMP: "CES3000000001",
  AHETPI: "CES0500000008",
  OPHNFB: "PRS85006093",
};

/** Returns a name in a form that is the same with blanks, hyphens and underscores, and in any case. */
export const toKey = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "_");

/** Returns a map from each of the names, which have commas between them, to what they are names of. */
export function byName(lists: Readonly<Record<string, string>>): ReadonlyMap<string, { of: string; name: string }> {
  return new Map(
    Object.entries(lists).flatMap(([of, names]) =>
      names.split(", ").flatMap((name) => (name === "" ? [] : [[toKey(name), { of, name }]])),
    ),
  );
}

const SYNONYMS = byName({
  ...Object.fromEntries(Object.entries(NAMED).map(([name, { words }]) => [name, words])),
  ...Object.fromEntries(Object.entries(FRED_IDS).map(([name, id]) => [id, name])),
});

/** Series of the World Bank of each country, by the beginning of the name. */
const OF_COUNTRIES = {
  gdp: { title: "Gross domestic product", id: "NY.GDP.MKTP.CD", unit: "current US dollars", changes: "percent" },
  gdp_growth: {
    title: "Growth of real gross domestic product",
    id: "NY.GDP.MKTP.KD.ZG",
    unit: percentUnit("change on the year before"),
    changes: "difference",
  },
} as const;

/** Returns the country in a name such as `gdp_de`, "GDP growth of Germany" or "Germany GDP", and the name that we use. */
function findCountrySeries(key: string) {
  const [, growth, after] = /^gdp_(growth_)?(?:of_)?(.{2,50})$/.exec(key) ?? [];
  const [, before, growing] = /^(.{2,50})_gdp(_growth)?$/.exec(key) ?? [];
  const named = after ?? before;
  const country = named === undefined ? undefined : findCountry(named);
  const kind = growth === undefined && growing === undefined ? "gdp" : "gdp_growth";
  return country && { country, kind, name: `${kind}_${country.code}` as const, ...OF_COUNTRIES[kind] };
}

/**
 * Returns the plain name of a series, another name for one as our tables write it, or an id of the BLS as it is; `undefined`
 * for any other text.
 */
export function toSeriesName(text: string): string | undefined {
  const key = toKey(text);
  if (Object.hasOwn(NAMED, key)) return key;
  const known = SYNONYMS.get(key)?.name ?? (isBlsId(text.trim()) ? text.trim() : undefined);
  return known ?? (findCountrySeries(key) && key.replace(/[^\p{L}_]/gu, ""));
}

/** The facts of a series; of an id without a plain name, unit and title are unknown. */
export interface KnownSeries extends Omit<
  EconomicSeries,
  "title" | "unit" | "words" | "release" | "seasonallyAdjusted"
> {
  /** The plain name, or the id. */
  name: string;
  title: string | null;
  unit: string | null;
  /** `null` where neither the table nor the id says it. */
  seasonallyAdjusted: boolean | null;
}

/** Returns the facts of a name or an id. An id with a plain name has that one's facts, and its own changes. */
export function findSeries(asked: string): KnownSeries {
  const name = SYNONYMS.get(toKey(asked))?.of ?? asked;
  if (Object.hasOwn(NAMED, name)) {
    const {
      words: _words,
      release: _release,
      seasonallyAdjusted = isAdjustedId(NAMED[name]!.id),
      ...facts
    } = NAMED[name]!;
    return { name, ...facts, seasonallyAdjusted };
  }
  const ofCountry = isBlsId(name) ? undefined : findCountrySeries(toKey(name));
  if (ofCountry) {
    const { country, title, id, unit, changes } = ofCountry;
    const known = { id: `${id} ${country.iso3}`, title: `${title}, ${country.name}`, unit, changes };
    return { name: ofCountry.name, ...known, office: "worldBank", seasonallyAdjusted: null };
  }
  const alike = Object.values(NAMED).find(({ id, yearId }) => name === id || name === yearId);
  return {
    name,
    office: "bls",
    id: name,
    title: alike?.title ?? null,
    unit: alike?.unit ?? null,
    changes: alike?.changes ?? changesOfId(name),
    seasonallyAdjusted: isAdjustedId(name),
    ...(alike?.weight === undefined ? {} : { weight: alike.weight }),
  };
}

/** Returns the ids whose values a series is made of. */
export const idsOf = ({
  id,
  yearId,
  growthId,
  changeIds,
}: Pick<EconomicSeries, "id" | "yearId" | "growthId" | "changeIds">): string[] =>
  [id, yearId, growthId, changeIds?.change, changeIds?.yearChange].filter((each) => each !== undefined);

/** The ids of the series of a question that names none. */
export const DEFAULT_IDS: readonly string[] = Object.values<EconomicSeries>(BLS_SERIES).flatMap(idsOf);
