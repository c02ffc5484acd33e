/**
 * `/`: a field for a symbol, and below it the state of the server. The state is complete without scripts; a script
 * updates it, draws its charts, and looks up symbols.
 */
import { cacheCard, staleList } from "./answers.js";
import { connectPanels, type ConnectOptions } from "./connect.js";
import { endpointTable } from "./endpoints.js";
import { html, Html } from "./html.js";
import { lookupSection, type LookupOptions } from "./lookup.js";
import { providerCards } from "./providers.js";
import { refusedLine } from "./refusals.js";
import type { StatusReport } from "./report.js";
import { facts, headlineLink, toVerdict, verdictPanel } from "./verdict.js";

/** The parts that change, by the id of their element. */
export const LIVE: Readonly<Record<string, (report: StatusReport) => Html>> = {
  headline: (report) => headlineLink(toVerdict(report)),
  verdict: (report) => verdictPanel(toVerdict(report)),
  facts,
  providers: (report) => providerCards(report),
  endpoints: endpointTable,
  refused: refusedLine,
  cache: cacheCard,
  stale: staleList,
};

interface PageFrame {
  version: string;
  /** The top bar. */
  bar: string;
  icon: string;
  /** The path that a proxy puts in front of ours; empty without one. */
  prefix: string;
  styles: readonly string[];
  script: string;
  /** The script of the charts, which the other one loads when they come into the window. */
  charts: string;
  lookup: LookupOptions;
  connect: ConnectOptions;
}

/** Returns the whole page. */
export function statusPage(
  report: StatusReport,
  { version, bar, icon, prefix, styles, script, charts, lookup, connect }: PageFrame,
): string {
  const live = (id: keyof typeof LIVE) => html`<div id="${id}">${LIVE[id]!(report)}</div>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>market-data-mcp ${version}</title>
        <link rel="icon" href="${icon}" type="image/svg+xml" />
        ${styles.map((style) => html`<link rel="stylesheet" href="${style}" />`)}
        <script src="${script}" defer></script>
      </head>
      <body data-prefix="${prefix}" data-at="${report.at}">
        ${new Html(bar)}
        <main>
          ${lookupSection(lookup, live("headline"))}
          <section class="summary" id="state" aria-label="State of the server">
            ${live("verdict")}${live("facts")}
          </section>
          <p id="connection" role="status"></p>
          <p id="news" class="hidden" role="status"></p>
          <section aria-labelledby="h-providers">
            <h2 id="h-providers">Providers</h2>
            ${live("providers")}
          </section>
          <section class="charts" aria-labelledby="h-traffic" data-script="${charts}" hidden>
            <h2 id="h-traffic">Last 15 minutes</h2>
            <figure class="card">
              <figcaption>
                <strong>Requests</strong> <span class="soft">per 15 s</span>
                <span class="key">answered</span>
                <span class="key refused">refused</span>
                <span class="key failed">failed</span>
              </figcaption>
              <p class="readout soft" role="status"></p>
              <div id="chart-requests" class="chart"></div>
            </figure>
            <figure class="card">
              <figcaption>
                <strong>Response time</strong> <span class="soft">logarithmic</span>
                <span class="key p50">p50</span>
                <span class="key p99">p99</span>
              </figcaption>
              <p class="readout soft" role="status"></p>
              <div id="chart-times" class="chart"></div>
            </figure>
          </section>
          <div class="columns">
            <section aria-labelledby="h-endpoints">
              <h2 id="h-endpoints">Endpoints <span class="soft">last 15 minutes, REST and MCP</span></h2>
              <div class="card table">${live("endpoints")}${live("refused")}</div>
            </section>
            <div>
              <section aria-labelledby="h-cache">
                <h2 id="h-cache">Answers <span class="soft">since the start</span></h2>
                <div class="card">
                  ${live("cache")}
                  <p class="soft">
                    Refused requests are not counted. An answer made of others, such as a comparison, counts as itself
                    and as each of them. So these are more than the endpoints show, which also forget after 15 minutes.
                  </p>
                </div>
              </section>
              <section aria-labelledby="h-stale">
                <h2 id="h-stale">Stale</h2>
                <div class="card" id="stale">${staleList(report)}</div>
              </section>
            </div>
          </div>
          <section aria-labelledby="h-connect">
            <h2 id="h-connect">Connect</h2>
            <div class="card">${connectPanels(connect)}</div>
            <p id="copied" class="hidden" role="status"></p>
          </section>
        </main>
        <footer>
          <p class="soft">
            Also here: <a href="${prefix}/docs">reference</a>, <a href="${prefix}/openapi.json">OpenAPI</a>,
            <a href="${prefix}/metrics">metrics</a>, <a href="${prefix}/healthz">health</a>,
            <a href="${prefix}/readyz">readiness</a>, <a href="${prefix}/status.json">this page as JSON</a>. Figures are
            those of this process.
          </p>
        </footer>
      </body>
    </html> `.text;
}
