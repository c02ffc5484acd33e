/** Endpoints on the status page: requests, durations and failures of each. */
import { html, type Html } from "./html.js";
import type { StatusReport } from "./report.js";
import { countOf, toTime } from "./format.js";

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
        <th scope="col">Requests</th>
        <th scope="col" class="p50"><abbr title="Half of the answers took at most this long">p50</abbr></th>
        <th scope="col"><abbr title="All but one of a hundred answers took at most this long">p99</abbr></th>
        <th scope="col">Failed</th>
        <th scope="col" class="spark"><span class="hidden">Requests over time</span></th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ name, title, route, tool, requests, p50_ms: p50, p99_ms: p99, failed }) =>
          html`<tr>
            <th scope="row">
              <a href="${toReference(route, tool)}">${title}</a><span class="soft route">${breakable(route)}</span>
            </th>
            <td>${countOf(requests)}</td>
            <td class="p50">${atMost(p50)}</td>
            <td>${atMost(p99)}</td>
            <td class="${failed > 0 ? "bad" : ""}">${countOf(failed)}</td>
            <td class="spark" data-spark="${name}"></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Allows a long route to break after its separators. */
function breakable(route: string): Html {
  return html`${route.split("/").map((part, each) => (each === 0 ? html`${part}` : html`/<wbr />${part}`))}`;
}

/** Returns the link to the endpoint's documentation. */
function toReference(route: string, tool: string): string {
  const tag = route.includes("{symbol}") ? "One symbol" : route.endsWith("/status") ? "Server" : "Market";
  return `/docs#/${encodeURIComponent(tag)}/${tool}`;
}

/** The times are bounds of the metrics' buckets. */
const atMost = (time: number | null): string => (time === null ? toTime(time) : `≤ ${toTime(time)}`);
