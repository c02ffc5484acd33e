/**
 * Checked-in files that are generated from the code.
 *
 * A plain run compares them and names the command that updates them; the command itself (packaging/renew.mjs) runs the
 * same tests with RENEW=1, which writes the files instead.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const ROOT = new URL("../../", import.meta.url);

/** `npm run renew:screenshots` sets this to `screenshots`, `npm run renew` to `1`. */
export const renews = (what: "1" | "screenshots") => process.env["RENEW"] === what;

/**
 * Fails if the file at `path` (relative to the project) differs from `expected`.
 *
 * With RENEW=1 the file is written first, so the comparison passes.
 */
export function expectGenerated(path: string, expected: string): void {
  const file = fileURLToPath(new URL(path, ROOT));
  if (renews("1")) writeFileSync(file, expected);
  expect(readFileSync(file, "utf8"), `${path} is outdated. Update all generated files with: npm run renew`).toBe(
    expected,
  );
}

/** Replaces the lines between `<!-- name -->` and `<!-- /name -->` by `content`. */
export function withBlock(text: string, name: string, content: string): string {
  const block = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!block.test(text)) throw new Error(`There is no block <!-- ${name} --> to fill.`);
  return text.replace(block, (_all, open, close) => `${open}${content}\n${close}`);
}
