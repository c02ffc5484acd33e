/** A company's list of tags, fetched again when it has filed newer ones. */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "../../contract/schema.js";
import type { CachedPart } from "../../contract/upstream.js";
import { DAY_SECONDS } from "../../lib/day.js";
import type { ClientD } from "./client.js";
import { factsAge, isCurrent, whyNoFacts } from "./company-facts.js";
import { newestWithFigures, type Submissions } from "./submissions.js";
import { readTags, type ListedTag } from "./tag-list.js";

const [toGzip, fromGzip] = [promisify(gzip), promisify(gunzip)];

const tagList = factsAge.extend({
  /** The list of tags, compressed, as base64: 10 to 30 kB. */
  tags: z.string(),
});

/**
 * Returns the tags of a company, and when they were fetched.
 *
 * @throws {ProviderError} as `findFacts`.
 */
export async function findTags(
  cik: string,
  submissions: Submissions,
  client: ClientD,
): Promise<{ tags: ListedTag[]; fetchedAt: number }> {
  const newest = newestWithFigures(submissions);
  const part: CachedPart<z.output<typeof tagList>> = {
    key: `tags ${cik}`,
    keepSeconds: 30 * DAY_SECONDS,
    schema: tagList,
    isCurrent: (kept) => isCurrent(kept, newest),
  };
  const kept = await client.upstream.remember(part, async () => {
    const fetchedAt = client.upstream.now().getTime();
    const text = await client.tags(cik);
    if (text === null) throw whyNoFacts(cik, submissions);
    const accession = newest?.accession ?? "";
    const tags = (await toGzip(text)).toString("base64");
    return { fetchedAt, newest: accession, hasNewest: text.includes(accession), tags };
  });
  const text = (await fromGzip(Buffer.from(kept.tags, "base64"))).toString();
  return { tags: readTags(text), fetchedAt: kept.fetchedAt };
}
