/** Paragraphs of README and the documents are short enough to be read once. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);
const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "PRIVACY.md",
  "CODE_OF_CONDUCT.md",
  ...readdirSync(new URL("docs", ROOT)).flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
];
const MOST_SENTENCES = 4;

/** Returns the paragraphs of a page; code, tables, lists and headings are none. */
function paragraphsOf(page: string): string[] {
  const blocks = page.replace(/^```[\s\S]*?^```/gm, "").split(/\n\s*\n/);
  return blocks.filter((block) => !/^\s*(?:[-*|#<]|\d+\.)\s?/.test(block) || block.startsWith("**"));
}

/** Returns the number of sentences: of ends of sentences outside of code, before a new beginning. */
function sentencesIn(paragraph: string): number {
  const words = paragraph.replace(/`[^`]*`/g, "Code").replace(/\]\([^)]*\)/g, "]");
  return words.replace(/\b(?:e\.g|i\.e|etc)\./g, "").match(/[.!?]["')*\]]*(?=\s+[["'(*]*[A-Z]|\s*$)/g)?.length ?? 1;
}

describe("paragraphs", () => {
  it.each(PAGES)(`of %s have at most ${MOST_SENTENCES} sentences`, (page) => {
    const paragraphs = paragraphsOf(readFileSync(new URL(page, ROOT), "utf8"));
    expect(paragraphs.length).toBeGreaterThan(0);
    const long = paragraphs.filter((paragraph) => sentencesIn(paragraph) > MOST_SENTENCES);
    expect(long, "Split them, or make a list: one thought for each paragraph.").toEqual([]);
  });

  it("are neither lists nor tables nor code", () => {
    const page = "# A. B.\n\nOne. Two.\n\n- A. B. C. D. E.\n\n| A. B. |\n|---|\n\n```\nA. B.\n```\n\n**Three.** Four.";
    expect(paragraphsOf(page)).toEqual(["One. Two.", "**Three.** Four."]);
  });

  it.each([
    ["One: a. Two `a.b. C`. See [three](x. Y).", 3],
    ["Version 1.2, e.g. IBM.", 1],
  ])("have sentences that are counted: %s", (text, count) => {
    expect(sentencesIn(text)).toBe(count);
  });
});
