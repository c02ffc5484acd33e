/** The answer to a question about the text of a filing. */
import { say } from "../../../contract/sentence.js";
import type { filingText } from "../../../capabilities/filings/filing-text.js";
import type { InputOf } from "../../../contract/capability.js";
import { invalidInput } from "../../../contract/input.js";
import { MarketDataError } from "../../../contract/errors.js";
import { chooseDocument, exhibitsIn, type ChosenDocument } from "./chosen-filing.js";
import { findIndex } from "./filing-index.js";
import type { OfficialClient } from "../../official/client.js";
import { isReadable, showDocument } from "./filed-document.js";
import { toDocumentUrl } from "../links.js";
import type { AskedPart, ShownPart } from "../text/shown-filing.js";

/** The answer for a document that is not read. */
const UNREADABLE: ShownPart = {
  shown: {
    item: null,
    itemFoundBy: null,
    text: null,
    passages: null,
    passages_total: null,
    page: 1,
    pages: 0,
    charactersLeft: 0,
  },
  notes: [
    say`This document is not read here, because it is no web page and no text but, for example, a PDF: see its url.`,
  ],
};

/**
 * A page of the text of a filed document, or of an item of it, or passages of it.
 *
 * @throws {ProviderError} `no_data` for a symbol that the SEC does not know, `not_covered` without such a document.
 * @throws {MarketDataError} `invalid_input` for a filing, section or page that does not exist.
 */
export async function answerFiling(input: InputOf<typeof filingText>, client: OfficialClient) {
  const chosen = await chooseDocument(input, client);
  const { company, form, filed, reported, accession, exhibit, section, fetchedAt } = chosen;
  const { find, limit, page } = input;
  const { shown, notes } = isReadable(chosen.path)
    ? await showPart(chosen, { form: exhibit ?? form, section, find, limit, page }, client)
    : UNREADABLE;
  return {
    data: {
      company,
      cik: chosen.cik.padStart(10, "0"),
      form,
      period: reported === "" ? null : reported,
      filed,
      accession,
      url: toDocumentUrl(chosen.cik, accession, chosen.path),
      ...shown,
      item: shown.item ?? exhibit,
      passages: shown.passages?.map((passage) => ({ ...passage, item: passage.item ?? exhibit })),
    },
    notes: [...chosen.notes, ...notes],
    fetchedAt,
  };
}

/** Returns the part of a document; the refusal of a section names the exhibits of the filing, which are sections too. */
async function showPart(chosen: ChosenDocument, asked: AskedPart, client: OfficialClient): Promise<ShownPart> {
  try {
    return await showDocument(chosen, asked, client);
  } catch (error) {
    // The first page is always there, so that it is the section that is missing.
    const isSection = asked.page === 1 && asked.section !== undefined;
    if (!isSection || !(error instanceof MarketDataError) || error.kind !== "invalid_input") throw error;
    const exhibits = await findExhibits(chosen, client);
    throw exhibits === "" ? error : invalidInput(say`${error.sentence} Exhibits: ${exhibits}.`);
  }
}

async function findExhibits({ cik, accession }: ChosenDocument, client: OfficialClient): Promise<string> {
  try {
    return exhibitsIn((await findIndex(cik, accession, client)).documents);
  } catch {
    return "";
  }
}
