/** Addresses of filings for people; they need no call. */

/**
 * Returns the address of a filing's page, with `cik` of ten digits and the accession number with dashes. It is the SEC's own
 * address whatever the settings say, because people follow it.
 */
export function toFilingUrl(cik: string, accession: string): string {
  return `${toFolder(cik, accession)}/${accession}-index.htm`;
}

/** Returns the address of a document in a filing; `path` is below the filing's folder. */
export function toDocumentUrl(cik: string, accession: string, path: string): string {
  return `${toFolder(cik, accession)}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

function toFolder(cik: string, accession: string): string {
  return `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll("-", "")}`;
}
