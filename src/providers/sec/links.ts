/** Addresses of filings for people; they need no call. */

/**
 * Returns the address of a filing's page, with `cik` of ten digits and the accession number with dashes. It is the SEC's own
 * address whatever the settings say, because people follow it.
 */
export function toFilingUrl(cik: string, accession: string): string {
  return `https://www.sec.gov/${toFilingPath(cik, accession)}`;
}

/** Returns the path of a filing's page. */
export function toFilingPath(cik: string, accession: string): string {
  return `${toPath(cik, accession)}/${accession}-index.htm`;
}

/** Returns the address of a document in a filing; `path` is below the filing's folder. */
export function toDocumentUrl(cik: string, accession: string, path: string): string {
  return `https://www.sec.gov/${toDocumentPath(cik, accession, path)}`;
}

/** Returns the path of a document in a filing. */
export function toDocumentPath(cik: string, accession: string, path: string): string {
  return `${toPath(cik, accession)}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/**
 * Returns the path of a form's document in XML. The list of filings names the page that shows it, in a folder `xslF345X05`
 * beside it.
 */
export function toXmlPath(cik: string, accession: string, path: string): string {
  return toDocumentPath(cik, accession, path.replace(/^xsl[^/]*\//, ""));
}

function toPath(cik: string, accession: string): string {
  return `Archives/edgar/data/${Number(cik)}/${accession.replaceAll("-", "")}`;
}
