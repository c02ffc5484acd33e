/** Finds the most common wordings that make comments, test names and documents hard to understand. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../", import.meta.url).pathname;
const PLACES = [
  "src",
  "packaging",
  "tests",
  "docs",
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "PRIVACY.md",
  "CODE_OF_CONDUCT.md",
  ".ci",
];
/** Generated, recorded and hostile text, and this file, because it names the forbidden words. */
const LEFT_OUT = /__snapshots__|screenshots|server\.json|plain-english\.test\.ts$/;

/** Markers before a comment's first word. Questions and table cells may begin with these words. */
const BEGINNING = /(?:^\s*(?:\/\*\*?|\/\/|\*|#)|\/\*\*|\/\/) +(?:Who|What|Whoever|Whose|One of|Those)\b(?!.*\?)/;
const WORDS =
  /\b(?:anew|(?:is|are|was|were|be|being) told|heard of|told of|(?<!terms )of use|for good|shakes hands|whoever|the others)\b/i;
/** Code files, of which only comments, test names and messages are checked. */
const CODE = /\.(?:ts|mts|mjs)$/;
const TEXT_IN_CODE =
  /\/\/ .*|\/\*.*|^\s*\*.*|\b(?:it|describe)(?:\.\w+\([^)]*\)|\.\w+)*\(\s*"[^"]*"|^\s*\]\)\("[^"]*"|^\s*\["[^"]*"|\w*Error\(.*|\b(?:message|detail|fix): ["`].*/;

const RULES: readonly [pattern: RegExp, advice: string][] = [
  [BEGINNING, "begin with a noun or a verb: name the subject instead of Who, What, Whoever, Whose, One of or Those"],
  [WORDS, "use the standard term: again, receives, rejected, useful, permanently, every caller, the remaining ones"],
];

/** All files of a place, by path below the project. */
function filesOf(path: string): string[] {
  if (!statSync(ROOT + path).isDirectory()) return [path];
  return readdirSync(ROOT + path).flatMap((name) => filesOf(`${path}/${name}`));
}

/** The part of a line that is written for people. */
function proseOf(path: string, line: string): string {
  return CODE.test(path) ? (TEXT_IN_CODE.exec(line)?.[0] ?? "") : line.replace(/"[^"]*"/g, '""');
}

/** Each violation as `file:line: advice: text`. */
function violationsIn(path: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const prose = proseOf(path, line);
    const broken = RULES.filter(([pattern]) => pattern.test(prose));
    return broken.map(([, advice]) => `${path}:${index + 1}: ${advice}: ${prose.trim()}`);
  });
}

describe("plain English", () => {
  it.each(PLACES)("finds no violation in %s", (place) => {
    const paths = filesOf(place).filter((path) =>
      /\.(?:ts|mts|mjs|md|css|yaml|service)$|\/(?:run|Dockerfile)$/.test(path),
    );
    const read = paths.filter((path) => !LEFT_OUT.test(path));
    expect(read.length).toBeGreaterThan(0);
    expect(read.flatMap((path) => violationsIn(path, readFileSync(ROOT + path, "utf8")))).toEqual([]);
  });

  it.each([
    ["a.ts", "/** Who asks first. */"],
    ["a.ts", "  // One of several speaks for all."],
    ["a.ts", "  // The caller is told to wait."],
    ["a.test.ts", '  it("starts anew", () => {'],
    ["a.test.ts", '    ["a store that starts anew", 1],'],
    ["a.ts", '  throw new Error("The caller is told to wait.");'],
    ["packaging/Dockerfile", "# Who may write here."],
    ["a.md", "The server starts anew."],
  ])("finds the violation in %s: %s", (path, line) => {
    expect(violationsIn(path, line)).toHaveLength(1);
  });

  it.each([
    ["a.ts", 'const text = "One of many";'],
    ["a.ts", "// What if the clock is wrong? The quota is read again."],
    ["a.md", "| What | MCP tool |"],
    ["a.md", 'Ask "What is the price of Apple?".'],
  ])("accepts %s: %s", (path, line) => {
    expect(violationsIn(path, line)).toEqual([]);
  });
});
