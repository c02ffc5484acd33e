/**
 * The tags under which a company has filed facts, with the labels of their taxonomies: the list that finds a tag by words.
 * Kept are a few facts of each tag; those of all would be some megabytes.
 */
import { latestOf } from "../../../lib/newest-first.js";
import { asWord, isDay, toText } from "../../../contract/values.js";
import { isObject } from "../../../lib/is-object.js";
import { ACCESSION } from "../accession.js";
import type { FactsWriter } from "./facts-reader.js";

/** The name of a taxonomy, and that of a tag: nothing else stands in an address. */
export const TAXONOMY = /^[A-Za-z][A-Za-z0-9-]{0,39}$/;
export const TAG = /^[A-Za-z][A-Za-z0-9]{0,189}$/;
/** A unit: `USD`, `USD/shares`, `pure`, or a filer's own word, such as `Store`. */
export const TAG_UNIT = /^[\w/.-]{1,40}$/;
/** Limits of an answer; the longest known one has 1,500 tags and 700 filings. */
const MAX_TAGS = 5_000;
const MAX_FILINGS = 2_000;

/** A tag in one unit. */
export interface ListedTag {
  taxonomy: string;
  tag: string;
  /** The taxonomy's name for people; empty where it has none, as IFRS. */
  label: string;
  unit: string;
  /** The number of its facts. */
  facts: number;
  /** The end of its newest period. */
  newest: string;
  /** The day of the first filing that states it. */
  first: string;
}

/** Returns the name of a tag with its taxonomy: `us-gaap:Assets`. */
export function toName({ taxonomy, tag }: Pick<ListedTag, "taxonomy" | "tag">): string {
  return `${taxonomy}:${tag}`;
}

/** Creates the writer of a list of tags: its first line has the numbers of all filings, and each other one a tag. */
export function createTagWriter(): FactsWriter {
  const accessions = new Set<string>();
  const lines: string[] = [];
  return {
    needs: (taxonomy, tag) => TAXONOMY.test(taxonomy) && TAG.test(tag) && lines.length < MAX_TAGS,
    add(taxonomy, tag, { label, units }) {
      if (!isObject(units)) return;
      for (const [unit, rows] of Object.entries(units)) {
        if (!TAG_UNIT.test(unit) || !Array.isArray(rows)) continue;
        const facts = rows.filter(
          (row): row is { end: string; filed: string; accn: unknown } =>
            isObject(row) && isDay(asWord(row["end"])) && isDay(asWord(row["filed"])),
        );
        for (const { accn } of facts) {
          const isNumber = typeof accn === "string" && ACCESSION.test(accn);
          if (isNumber && accessions.size < MAX_FILINGS) accessions.add(accn);
        }
        const newest = latestOf(facts.map(({ end }) => end));
        const [first] = facts.map(({ filed }) => filed).toSorted();
        if (newest === undefined) continue;
        lines.push([taxonomy, tag, unit, facts.length, newest, first, toText(label) ?? ""].join("\t"));
      }
    },
    text: () => (lines.length === 0 ? "" : [[...accessions].join(" "), ...lines].join("\n")),
  };
}

/** Reads the text of a list of tags. */
export function readTags(text: string): ListedTag[] {
  return text
    .split("\n")
    .slice(1)
    .map((line) => {
      const [taxonomy = "", tag = "", unit = "", facts, newest = "", first = "", label = ""] = line.split("\t");
      return { taxonomy, tag, unit, facts: Number(facts), newest, first, label };
    });
}
