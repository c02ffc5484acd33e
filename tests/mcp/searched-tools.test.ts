/**
 * Hosts that defer tools show a model only names and short descriptions, and search them by words: Claude Code and
 * qwen-code count words, Codex ranks by BM25. Neither found the quote by "share price" before.
 */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { TOOLS } from "../../src/catalogue.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { toListedTools } from "../../src/mcp/tools.js";
import { SEARCHED } from "./searched-tools.js";

const LISTED = toListedTools(TOOLS).flatMap(({ set, tool }) => (DEFAULT_TOOLSETS.includes(set) ? [tool] : []));

/** Characters of a description that the hosts show and search. */
const SEEN = 160;
const STOP_WORDS = new Set(
  "a an and any are as at by did do does for from get has have how i in is it its me my of on or that the their they to was what when where which who will with".split(
    " ",
  ),
);

/** The words of a text in lower case and the singular, without those that every text has. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const singular = (word: string) => (word.length > 3 ? word.replace(/ies$/, "y").replace(/(?<!s)s$/, "") : word);
  return words.filter((word) => !STOP_WORDS.has(word)).map(singular);
}

const TEXTS = LISTED.map(({ name, description }: Tool) => wordsOf(`${name} ${description!.slice(0, SEEN)}`));
const AVERAGE = TEXTS.reduce((sum, { length }) => sum + length, 0) / TEXTS.length;

/** How many of the words a tool has. */
const counted = (words: readonly string[]) => TEXTS.map((text) => words.filter((word) => text.includes(word)).length);

/** BM25 with its usual constants. */
const byBm25 = (words: readonly string[]) =>
  TEXTS.map((text) =>
    words.reduce((sum, word) => {
      const holding = TEXTS.filter((other) => other.includes(word)).length;
      const times = text.filter((other) => other === word).length;
      const rarity = Math.log(1 + (TEXTS.length - holding + 0.5) / (holding + 0.5));
      return sum + (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * text.length) / AVERAGE));
    }, 0),
  );

/** The names of the tools, best first; equal ones in the order of the list, and none without any of the words. */
function ranked(score: typeof counted, search: string): string[] {
  const scores = score([...new Set(wordsOf(search))]);
  return LISTED.map(({ name }, index) => ({ name, score: scores[index]! }))
    .filter((each) => each.score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ name }) => name);
}

describe("the searches for tools", () => {
  it("are at least eighty, each once, and mean each tool of the default list", () => {
    expect(new Set(SEARCHED.map(([search]) => search)).size).toBe(SEARCHED.length);
    expect(SEARCHED.length).toBeGreaterThanOrEqual(80);
    expect([...new Set(SEARCHED.flatMap(([, ...tools]) => tools))].toSorted()).toEqual(
      LISTED.map(({ name }) => name).toSorted(),
    );
  });
});

describe.each([
  ["words are counted", counted],
  ["BM25 ranks", byBm25],
])("a search for which %s", (_way, score) => {
  const places = SEARCHED.map(([search, ...tools]) => {
    const names = ranked(score, search);
    return { search, tools, names, place: names.findIndex((name) => tools.includes(name)) };
  });

  it.each(places)('finds $tools among the first three by "$search"', ({ tools, names }) => {
    expect(tools).toContain(names.slice(0, 3).find((name) => tools.includes(name)));
  });

  it("finds the tool that is meant first for three of four", () => {
    const first = places.filter(({ place }) => place === 0);
    expect(first.length).toBeGreaterThanOrEqual((SEARCHED.length * 3) / 4);
  });
});
