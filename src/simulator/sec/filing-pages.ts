/** The simulated SEC's pages of filings. */
import { documentsOf } from "./documents.js";
import { filingsOf, type Filer } from "./filers.js";
import { escaped } from "./markup.js";

/** Returns the page of a filing; `undefined` if there is none. */
export function filingPage(filer: Filer, accession: string, at: number): string | undefined {
  const filing = filingsOf(filer, at).find((each) => each.accession === accession);
  if (!filing) return undefined;
  const cik = String(filer.cik).padStart(10, "0");
  const folder = `/Archives/edgar/data/${filer.cik}/${accession.replaceAll("-", "")}`;
  const rows = documentsOf(filing).map(({ type, path, description }, index) => {
    const link = index === 0 && filing.quarter !== undefined ? `/ix?doc=${folder}/${path}` : `${folder}/${path}`;
    return `<tr><td scope="row">${index + 1}</td><td scope="row">${description}</td><td scope="row"><a href="${link}">${path}</a></td><td scope="row">${type}</td><td scope="row">1000</td></tr>`;
  });
  const info = (head: string, text: string) => `<div class="infoHead">${head}</div>\n<div class="info">${text}</div>`;
  return `<!DOCTYPE html><html><head><title>EDGAR Filing Documents for ${accession}</title></head><body>
<div id="formHeader"><div id="formName"><strong>Form ${filing.form}</strong> - simulated:</div></div>
<div class="formGrouping">${info("Filing Date", filing.filed)}</div>
<div class="formGrouping">${info("Period of Report", filing.reported)}</div>
<table class="tableFile" summary="Document Format Files"><tr><th>Seq</th><th>Description</th><th>Document</th><th>Type</th><th>Size</th></tr>
${rows.join("\n")}</table>
<div class="companyInfo"><span class="companyName">${escaped(filer.security.name)} (Filer) <acronym title="Central Index Key">CIK</acronym>: ${cik}</span></div>
</body></html>`;
}
