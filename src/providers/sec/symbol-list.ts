/** Lists of symbols that the SEC publishes as files: each is asked for once a day, and kept as one text. */
import { ProviderError } from "../../contract/errors.js";
import { z } from "../../contract/schema.js";
import type { CachedPart } from "../../contract/upstream.js";
import { DAY_MS, DAY_SECONDS } from "../../lib/day.js";
import { parseJson } from "../../lib/parse-json.js";
import type { OfficialClient } from "../official/client.js";
import { fetchFile } from "./calls.js";

const list = z.object({ fetchedAt: z.number(), lastModified: z.string().optional(), lines: z.string() });

export interface SymbolList {
  /** Its name in the store. */
  key: string;
  path: string;
  /** Returns a line for each symbol of the parsed file: the symbol and what it stands for, with tabs between them. */
  toLines: (file: unknown) => string[];
}

/** A symbol of a US listing or fund; the SEC lists no other ones. */
export const LISTED = /^[A-Z0-9]{1,6}(?:-[A-Z]{1,3})?$/;

/**
 * Returns the lines of a list, each after a line break, also after the last one: one text takes a tenth of an object's memory.
 * After a refusal the list serves for thirty days, as symbols change seldom.
 *
 * @throws {ProviderError} `bad_answer` for a file without a line.
 */
export async function findLines({ key, path, toLines }: SymbolList, client: OfficialClient): Promise<string> {
  const part: CachedPart<z.output<typeof list>> = {
    key,
    keepSeconds: 30 * DAY_SECONDS,
    schema: list,
    isCurrent: ({ fetchedAt }) => Date.now() < fetchedAt + DAY_MS,
    isTimeless: true,
  };
  const { lines } = await client.upstream.remember(part, async (old) => {
    const fetchedAt = client.upstream.now().getTime();
    const answer = await fetchFile(client, path, old?.lastModified);
    if (answer === null) return { ...old!, fetchedAt };
    const read = toLines(parseJson(answer.text));
    if (read.length === 0) throw new ProviderError("provider-d", "bad_answer");
    const { lastModified } = answer;
    return { fetchedAt, ...(lastModified === undefined ? {} : { lastModified }), lines: `\n${read.join("\n")}\n` };
  });
  return lines;
}
