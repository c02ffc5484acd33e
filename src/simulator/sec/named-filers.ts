/** The simulated SEC's search of filers by name: companies with symbols, and managers and funds without. */
import type { SimulatedFiling } from "./filers.js";
import { quarterEnd } from "../companies/accounts.js";
import { dateOf } from "../companies/world.js";
import { DAY_MS } from "../../lib/day.js";
import { MANAGERS } from "./managers.js";

/** A filer as the search knows it. */
export interface NamedFiler {
  cik: number;
  name: string;
  symbols: readonly string[];
  formerNames: readonly { name: string; from: string; to: string }[];
}

/** A manager or fund, which files one form for each quarter. */
interface ReportingFiler extends NamedFiler {
  form: "13F-HR" | "NPORT-P";
}

/** Managers and funds, of which one manager has a symbol; those of one family have a list of names where only a part of one is asked for. */
export const REPORTING_FILERS: readonly ReportingFiler[] = [
  ...MANAGERS.filter(({ files }) => files !== "notices").map(({ cik, name, symbol, formerName }) =>
    reporting(cik, name, "13F-HR", symbol, formerName),
  ),
  reporting(1_900_003, "EVERGREEN INDEX FUNDS", "NPORT-P"),
  reporting(1_900_004, "EVERGREEN BOND TRUST", "NPORT-P"),
];

function reporting(cik: number, name: string, form: ReportingFiler["form"], symbol?: string, former?: string) {
  const formerNames = former === undefined ? [] : [{ name: former, from: "2004-03-01", to: "2019-06-28" }];
  return { cik, name, symbols: symbol === undefined ? [] : [symbol], formerNames, form };
}

/** Quarters of which such a filer has reports, and the days from the end of a quarter to its report. */
const QUARTERS = 8;
const REPORTED_AFTER = 44;

/** Returns the reports of a filer up to a moment, newest first. */
export function reportsOfFiler({ cik, form }: ReportingFiler, at: number): SimulatedFiling[] {
  const day = new Date(at - REPORTED_AFTER * DAY_MS);
  const newest = day.getUTCFullYear() * 4 + Math.floor(day.getUTCMonth() / 3) - 1;
  return Array.from({ length: QUARTERS }, (_, back): SimulatedFiling => {
    const quarter = newest - back;
    const reported = quarterEnd(quarter);
    const filed = dateOf(Date.parse(reported) + REPORTED_AFTER * DAY_MS);
    const number = String((quarter % 100_000) * 10).padStart(6, "0");
    const accession = `${String(cik).padStart(10, "0")}-${filed.slice(2, 4)}-${number}`;
    return { accession, form, filed, reported, items: "", document: "primary_doc.xml", about: quarter };
  });
}

/** Hits of a search by name, which has no further pages. */
const MOST = 10;

/** Returns the answer to `keysTyped`: filers whose name, a former name or a symbol has all words, those with symbols first. */
export function searchNames(filers: readonly NamedFiler[], typed: string) {
  const words = wordsOf(typed);
  const hits = filers
    .filter(({ name, symbols, formerNames }) => {
      const names = [name, ...formerNames.map((former) => former.name), ...symbols];
      return words.length > 0 && names.some((each) => words.every((word) => wordsOf(each).includes(word)));
    })
    .toSorted((one, other) => other.symbols.length - one.symbols.length || one.name.length - other.name.length);
  return {
    took: 1,
    timed_out: false,
    hits: {
      total: { value: hits.length, relation: "eq" },
      hits: hits.slice(0, MOST).map(({ cik, name, symbols }, rank) => ({
        _index: "edgar_entity",
        _id: String(cik),
        _source: {
          entity: symbols.length === 0 ? name : `${name}  (${symbols.join(", ")})`,
          entity_words: name,
          ...(symbols.length === 0 ? {} : { tickers: symbols.join(", ") }),
          rank,
        },
      })),
    },
  };
}

/** Returns the answer to `entityName` with forms: the newest filing of each filer with one of them and all words. */
export function searchFilers(filers: readonly ReportingFiler[], query: URLSearchParams, at: number) {
  const words = wordsOf(query.get("entityName") ?? "");
  const forms = query.get("forms")?.split(",") ?? [];
  const hits = filers.filter(
    ({ name, form }) => forms.includes(form) && words.every((word) => wordsOf(name).includes(word)),
  );
  return {
    took: 12,
    timed_out: false,
    hits: {
      total: { value: hits.length, relation: "eq" },
      hits: hits.flatMap((filer) => {
        const padded = String(filer.cik).padStart(10, "0");
        return reportsOfFiler(filer, at)
          .slice(0, 1)
          .map(({ accession, form, filed }) => ({
            _index: "edgar_file",
            _id: `${accession}:primary_doc.xml`,
            _source: {
              ciks: [padded],
              display_names: [
                `${filer.name}  ${filer.symbols.map((symbol) => `(${symbol})  `).join("")}(CIK ${padded})`,
              ],
              form,
              file_type: form,
              file_date: filed,
              adsh: accession,
            },
          }));
      }),
    },
  };
}

const wordsOf = (text: string) =>
  text
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
