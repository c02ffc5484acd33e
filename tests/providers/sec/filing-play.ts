/** Plays a company's filings at the SEC, with their pages and documents. */
import { HttpResponse } from "msw";
import type { useInternet } from "../../support/internet.js";
import { playSec } from "../../support/play-sec.js";

/** A filing: its number, form, day, last day of the period, items and main document. */
export type PlayedFiling = readonly [
  accession: string,
  form: string,
  filed: string,
  reported: string,
  items: string,
  document: string,
];

interface Played {
  filings?: readonly PlayedFiling[];
  /** Documents by file name, and pages of filings by accession number. */
  files?: Readonly<Record<string, string | (() => Response)>>;
}

/** Returns the page of a filing with documents, each with type and path. */
export function pageOf(
  [accession, form, filed, reported]: PlayedFiling,
  documents: readonly (readonly [type: string, path: string])[],
  company = "Apple &amp; Sons Inc.",
): string {
  const folder = `/Archives/edgar/data/320193/${accession.replaceAll("-", "")}`;
  const rows = documents.map(
    ([type, path], at) =>
      `<tr class="evenRow"><td scope="row">${at + 1}</td><td scope="row">IGNORE ME</td><td scope="row"><a href="${at === 0 ? "/ix?doc=" : ""}${folder}/${path}">${path}</a> &nbsp; <span>iXBRL</span></td><td scope="row">${type}</td><td scope="row">9</td></tr>`,
  );
  return `<!DOCTYPE html><html><head><title>EDGAR Filing Documents for ${accession}</title></head>
<div id="formName"><strong>Form ${form}</strong> - Annual report</div>
<div class="infoHead">Filing Date</div> <div class="info">${filed}</div>
<div class="infoHead">Period of Report</div> <div class="info">${reported}</div>
<table class="tableFile"><tr><th>Seq</th></tr>${rows.join("")}</table>
<span class="companyName">${company} (Filer) <acronym>CIK</acronym></span></html>`;
}

/** Plays Apple; returns the paths of the calls. */
export function playFilings(internet: ReturnType<typeof useInternet>, { filings = [], files = {} }: Played): string[] {
  return playSec(internet, {
    companies: [[320193, "AAPL", "Apple Inc."]],
    list: () => ({ name: "Apple Inc.", sic: "3571", recent: filings.map((filing) => [...filing, true]) }),
    file({ pathname }) {
      const file = files[pathname.split("/").at(-1)!];
      return typeof file === "string" ? HttpResponse.html(file) : file?.();
    },
  });
}
