/** The calls to the SEC's hosts. */
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import type { UpstreamResponse } from "../../contract/upstream.js";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import type { OfficialClient } from "../official/client.js";

/**
 * Returns the parsed JSON of a path of the data host.
 *
 * @throws {ProviderError} `not_configured` without a contact, `no_data` when there is no such file, `bad_answer` when it is
 * not an object in JSON.
 */
export async function fetchData(client: OfficialClient, path: string): Promise<Record<string, unknown>> {
  const response = await client.sendToSec("data", path);
  if (isMissing(response)) throw new ProviderError("provider-d", "no_data");
  const answer = parseJson(response.text);
  if (!isObject(answer)) throw new UnreadableAnswer("provider-d");
  return answer;
}

/**
 * Returns a file, such as the list of companies; `null` when it has not changed since `lastModified`, which is the header
 * of an earlier answer.
 *
 * @throws {ProviderError} `not_configured` without a contact, `no_data` when there is no such file.
 */
export async function fetchFile(
  client: OfficialClient,
  path: string,
  lastModified?: string,
): Promise<{ text: string; lastModified: string | undefined } | null> {
  const condition = lastModified === undefined ? {} : { headers: { "if-modified-since": lastModified } };
  const response = await client.sendToSec("files", path, condition);
  if (response.status === 304 && lastModified !== undefined) return null;
  if (isMissing(response)) throw new ProviderError("provider-d", "no_data");
  const { text, headers } = response;
  const changed = headers["last-modified"];
  return { text, lastModified: typeof changed === "string" ? changed : undefined };
}

/**
 * Returns the parsed answer of the full-text search.
 *
 * @throws {ProviderError} `not_configured` without a contact, `bad_answer` when it is not an object in JSON.
 */
export async function fetchSearch(
  client: OfficialClient,
  query: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const path = `LATEST/search-index?${new URLSearchParams(query).toString()}`;
  const { status, text } = await client.sendToSec("search", path);
  const answer = parseJson(text);
  if (status !== 200 || !isObject(answer)) throw new UnreadableAnswer("provider-d");
  return answer;
}

/** Returns what is fetched; `instead` where there is no such file or filer. */
export async function ifThere<T, Other>(fetched: Promise<T>, instead: Other): Promise<T | Other> {
  return fetched.catch((error: unknown) => {
    if (error instanceof ProviderError && error.reason === "no_data") return instead;
    throw error;
  });
}

/** Whether the file does not exist: 404, or 403 with a message in XML, which `refusal` tells from the other 403s. */
export function isMissing({ status }: UpstreamResponse): boolean {
  return status === 404 || status === 403;
}
