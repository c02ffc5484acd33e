/** Endpoints on the status page: requests, durations and failures of each. */
import { toRouteTag } from "../lib/route-tag.js";
import { html, type Html } from "./html.js";
import type { StatusReport } from "./report.js";
import { atMost, countOf } from "./format.js";
import { reasonsOf, sumOf } from "./refusals.js";

/** Returns a row for each requested endpoint, the most requested first; scripts put a chart into the last cell. */
export function endpointTable({ traffic, endpoints }: StatusReport): Html {
  const rows = endpoints
    .flatMap((endpoint) => {
      const figures = traffic.endpoints[endpoint.name];
      return figures ? [{ ...endpoint, ...figures }] : [];
    })
    .sort((one, other) => other.requests - one.requests);
  if (rows.length === 0) return html`<p class="quiet">No requests in the last 15 minutes.</p>`;
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Endpoint</th>
        ${COLUMNS.map(([name, why]) => html`<th scope="col">${why === "" ? name : html`<abbr title="${why}">${name}</abbr>`}</th>`)}
        <th scope="col" class="spark"><span class="hidden">Requests over time</span></th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ name, title, route, tool, requests, p50_ms: p50, p99_ms: p99, refused = {}, failed, failures = {} }) =>
          html`<tr>
          <th scope="row">
            <a href="${toReference(route, tool)}">${title}</a><span class="soft route">${breakable(route)}</span>
            ${failed > 0 ? html`<span class="reasons">Failed: ${reasonsOf(failures)}${failed === requests ? "; the times are of failures" : ""}</span>` : ""}
          </th>
          <td>${countOf(requests)}</td>
          <td>${atMost(p50)}</td>
          <td>${atMost(p99)}</td>
          <td${sumOf(refused) > 0 ? html` title="${reasonsOf(refused)}"` : ""}>${countOf(sumOf(refused))}</td>
          <td${failed > 0 ? html` class="bad"` : ""}>${countOf(failed)}</td>
          <td class="spark" data-spark="${name}"></td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The columns of figures, with what they mean; `status.css` repeats their names for narrow windows. */
const COLUMNS = [
  ["Requests", ""],
  ["p50", "Half of the answers took at most this long"],
  ["p99", "All but one of a hundred answers took at most this long"],
  ["Refused", "By a fault of the caller, such as an unknown symbol"],
  ["Failed", "Without a fault of the caller"],
] as const;

/** Allows a long route to break after its separators, except those of `/api/v1`, with which all begin. */
function breakable(route: string): Html {
  const [start = "", ...parts] = route.split(/\/(?!api|v1)/);
  return html`${start}${parts.map((part) => html`/<wbr />${part}`)}`;
}

/** Returns the link to the endpoint's documentation. */
const toReference = (route: string, tool: string) => `/docs#/${encodeURIComponent(toRouteTag(route))}/${tool}`;
