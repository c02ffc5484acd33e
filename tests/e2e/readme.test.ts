/** The first answer in README, as the built program prints it at a terminal. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renews, withBlock } from "../support/generated-file.js";
import { PROGRAM } from "../support/program.js";
import { atTerminal, hasTerminal } from "../support/terminal.js";

const PATH = new URL("../../README.md", import.meta.url);
const BLOCK = /<!-- first-answer -->\n```text\n([\s\S]*?)```\n<!-- \/first-answer -->/;
/** As wide as a block of code on a page. */
const COLUMNS = 100;

/** Returns what does not change from day to day: neither figures nor days nor the state of the market. */
function stable(text: string): string {
  return text
    .replace(/; the US market is [^.\n]*/, "")
    .replace(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g, "MONTH")
    .replace(/ [AP]M\b/g, "")
    .replace(/[−+-]?\d[\d.,:]*(?: [KMBT%])?/g, "0")
    .replace(/-+/g, "-")
    .replace(/ +/g, " ");
}

it.skipIf(!hasTerminal)("shows the output of its first command", async () => {
  const [, args] = /^node dist\/index\.js (.* --demo)$/m.exec(readFileSync(PATH, "utf8"))!;
  const command = `stty cols ${COLUMNS} && "${process.execPath}" "${PROGRAM}" ${args}`;
  const shown = (await atTerminal(command, { NO_COLOR: "1", TZ: "UTC", LANG: "en_US.UTF-8" }))
    // A busy machine shows and clears the line of progress first.
    .split("\u001b[K")
    .at(-1)!
    .replaceAll("\r\n", "\n")
    .replace(/^[ \n]+/, "");
  const statedIn = (page: string) => stable(BLOCK.exec(page)?.[1] ?? "");
  // Other tests renew other blocks of the page at the same time. New figures alone are no reason to write.
  const page = readFileSync(PATH, "utf8");
  if (renews("1") && statedIn(page) !== stable(shown)) {
    writeFileSync(PATH, withBlock(page, "first-answer", `\`\`\`text\n${shown}\`\`\``));
  }
  expect(
    statedIn(readFileSync(PATH, "utf8")),
    "The output in README is outdated. Update all generated files with: npm run renew",
  ).toBe(stable(shown));
});
