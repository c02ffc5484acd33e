/** Addresses of filings with the SEC and of documents in them, as people and programs write them. */

/** A filing's folder at the SEC, and a document in it. */
interface FilingAddress {
  /** The number of a company in whose folder the filing is, without zeros in front. */
  cik: string;
  /** With dashes. */
  accession: string;
  /** The document's path below the filing's folder; `null` for the filing itself. */
  document: string | null;
}

const MAX_LENGTH = 500;
const HOST = "www.sec.gov";
/** The viewers of inline XBRL, which have the document's address in `doc`. */
const VIEWERS: ReadonlySet<string> = new Set(["/ix", "/ix.xhtml", "/ixviewer/ix.html", "/ixviewer/doc"]);

/** `…/320193/000032019325000079/aapl-20250927.htm`, with the page of the filing or without a document as well. */
const IN_FOLDER = /^\/Archives\/edgar\/data\/0*(\d{1,10})\/(\d{10})(\d{2})(\d{6})(?:\/([\w.() -]*(?:\/[\w.() -]+)*))?$/;
/** `…/320193/0000320193-25-000079.txt`: the whole filing as one text, or its page. */
const BESIDE =
  /^\/Archives\/edgar\/data\/0*(\d{1,10})\/(\d{10}-\d{2}-\d{6})(\.txt|-index\.html?|-index-headers\.html?)$/;
/** The page of a filing and its headers. */
const PAGE = /^(?:index\.(?:json|html?)|[\d-]+-index(?:-headers)?\.html?)$/;

/** Returns where an address of the SEC leads; `null` for any other address. */
export function toFilingAddress(url: string): FilingAddress | null {
  if (url.length > MAX_LENGTH || !URL.canParse(url)) return null;
  const { protocol, host, username, password, pathname, searchParams } = new URL(url);
  if (protocol !== "https:" || host !== HOST || username !== "" || password !== "") return null;
  return toArchived(VIEWERS.has(pathname) ? (searchParams.get("doc") ?? "") : pathname);
}

/** Returns what a path below the SEC's archives names; `null` for any other path. */
function toArchived(path: string): FilingAddress | null {
  const beside = BESIDE.exec(path);
  if (beside) {
    const [, cik = "", accession = "", end] = beside;
    return { cik, accession, document: end === ".txt" ? `${accession}.txt` : null };
  }
  const [, cik, sender, filedIn, number, document = ""] = IN_FOLDER.exec(path.replaceAll("%20", " ")) ?? [];
  if (cik === undefined || document.split("/").some((part) => /^\.+$/.test(part))) return null;
  return {
    cik,
    accession: `${sender}-${filedIn}-${number}`,
    document: document === "" || PAGE.test(document) ? null : document,
  };
}

/** Returns the address of a link on a filing's own page, where links have no host. */
export function toLinkedAddress(link: string): FilingAddress | null {
  return link.startsWith("/") && !link.startsWith("//") ? toFilingAddress(`https://${HOST}${link}`) : null;
}
