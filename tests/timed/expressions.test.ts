/**
 * No regular expression takes more time than in proportion to its text: a row of blanks in a filed document kept one busy
 * for minutes, because its time grew with the third power.
 *
 * Each expression gets texts that repeat a piece behind a beginning that leads into it; both are made of its own words and
 * of the characters that texts of others are made of.
 */
import ts from "typescript-5";
import { expect, it } from "vitest";
import { threadMs } from "../support/process-facts.js";
import { FILES } from "../support/source-files.js";

/** These rooms read what this program, or the person who runs it, has written. */
const OWN_TEXT = /^(?:simulator|cli|config|apps|web)\//;
/** Reads the picture page of the build. */
const OWN_PAGE = "http/picture-frames.ts /<script>([^]*)<\\/script>/";

/** For this length an expression takes 0.1 ms if its time is linear, and 10 to 100 ms if it is quadratic. */
const LENGTH = 4_000;
const MAX_MS = 4;

interface Expression {
  place: string;
  source: string;
  flags: string;
}

const EXPRESSIONS = FILES.filter(({ path }) => !OWN_TEXT.test(path))
  .flatMap(({ path, text }) => expressionsIn(path, text))
  .filter(({ place }) => place !== OWN_PAGE);

/** The expressions of a file that repeat something. */
function expressionsIn(path: string, text: string): Expression[] {
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      if (/[*+]|\{\d+,\d*\}/.test(source)) found.push({ place: `${path} ${node.text}`, source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

const CHARACTERS = [..." \u00a0\n\t.,;:-–()/\\\"'=&<>|[]{}_$%€0aAiIéß𝄞"];

/** The words of an expression, without its signs. */
function wordsOf(source: string): string[] {
  const words = source
    .replace(/\(\?(?:<\w+>|<?[=!:])/g, "(")
    .replace(/\\[pP]\{[^}]*\}|\\[a-zA-Z0-9]|\\(.)/g, (_, escaped: string | undefined) => escaped ?? "\n")
    .split(/[^\p{L}\p{N} :="</>#&$-]+/u)
    .filter((word) => word.length > 1);
  return [...new Set(words)].slice(0, 12);
}

/** Texts that repeat a piece behind a beginning, each with several ends. */
function textsFor(source: string): (() => string)[] {
  const words = wordsOf(source);
  const beginnings = ["", ...words.flatMap((word) => [word, `${word} `])];
  const pieces = [...CHARACTERS, ...words, ...words.map((word) => `${word} `), "a ", "1,", "a.", "1 ", ". ", "-\n"];
  return beginnings.flatMap((beginning) =>
    pieces.flatMap((piece) =>
      ["", "!", "\u0000a"].map((end) => () => beginning + piece.repeat(Math.ceil(LENGTH / piece.length)) + end),
    ),
  );
}

/** Whether the expression is slow with the text, in the fastest of three runs: other programs may interrupt one. */
function isSlow(expression: RegExp, text: string): boolean {
  const began = performance.now();
  text.replace(expression, "");
  if (performance.now() - began < MAX_MS) return false;
  return [0, 1, 2].every(() => {
    const before = threadMs();
    text.replace(expression, "");
    return threadMs() - before >= MAX_MS;
  });
}

it.each(EXPRESSIONS)("takes a time in proportion to the text: $place", ({ source, flags }) => {
  const expression = new RegExp(source, flags);
  const slow = textsFor(source).find((text) => isSlow(expression, text()));
  expect(slow?.().slice(0, 60)).toBeUndefined();
});
