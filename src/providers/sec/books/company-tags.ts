/** A company's list of tags, fetched again when it has filed newer ones. */
import type { OfficialClient } from "../../official/client.js";
import { rememberFacts, textOf } from "./company-facts.js";
import type { Submissions } from "../submissions.js";
import { readTags, type ListedTag } from "./tag-list.js";

/**
 * Returns the tags of a company, and when they were fetched.
 *
 * @throws {ProviderError} as `findFacts`.
 */
export async function findTags(
  cik: string,
  submissions: Submissions,
  client: OfficialClient,
): Promise<{ tags: ListedTag[]; fetchedAt: number }> {
  const kept = await rememberFacts("tags", cik, submissions, client);
  return { tags: readTags(await textOf(kept)), fetchedAt: kept.fetchedAt };
}
