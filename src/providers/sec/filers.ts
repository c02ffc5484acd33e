/** Who files with the SEC: companies, funds, managers and persons, by symbol, number or name. */
import type { OfficialClient } from "../official/client.js";
import { findCik } from "./companies.js";

/** A filer as the SEC knows it. */
export interface Filer {
  /** The SEC's number, ten digits. */
  cik: string;
}

/**
 * Returns the filer that `asked` names, as `askedFiler` reads it.
 *
 * @throws {ProviderError} `no_data` for a symbol that the SEC does not know.
 */
export async function findFiler(asked: string, client: OfficialClient): Promise<Filer> {
  const [, number] = /^CIK(\d{10})$/.exec(asked) ?? [];
  return { cik: number ?? (await findCik(asked, client)) };
}
