/** Pages for people: what can be asked, and where. No script, no asset from anywhere. */
import type { Entry } from "../contract/provider.js";

/** What a browser may load for these pages: their own style, nothing else. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
code { background: var(--soft); padding: .1rem .3rem; border-radius: .25rem; overflow-wrap: anywhere; }
.notice { border: 2px solid #c60; border-radius: .5rem; padding: .5rem 1rem; }
section { margin: 2rem 0; }
`;

/** What the home page shows of one provider. */
export interface ProviderLine {
  provider: string;
  configured: boolean;
  circuit: string;
  pause_reason: string | null;
  quota_used: number | null;
  quota_limit: number | null;
  quota_resets_at: string | null;
}

/** What the home page shows of the server. */
export interface ServerState {
  simulated: boolean;
  market_session: string;
  providers: readonly ProviderLine[];
  cache: { hit_ratio: number | null };
}

/** `/`: what this is, how it is, and how to reach it. */
export function homePage(catalogue: readonly Entry[], version: string, state: ServerState): string {
  const { simulated, market_session: session, providers, cache } = state;
  const ratio =
    cache.hit_ratio === null ? "nothing asked yet" : `${Math.round(cache.hit_ratio * 100)} % from the cache`;
  const lines = providers.map(
    (line) =>
      `<tr><td>${escape(line.provider)}</td><td>${escape(toHealth(line))}</td><td>${escape(toQuota(line))}</td></tr>`,
  );
  const rows = catalogue.map(
    ({ capability, sources }) =>
      `<tr><td><a href="/docs#${capability.name}">${escape(capability.title)}</a></td><td><code>${escape(capability.route)}</code></td><td>${escape(sources.map(({ provider }) => provider.title).join(", then ") || "this server")}</td></tr>`,
  );
  return page(
    `market-data-mcp ${version}`,
    simulated,
    `<p>Running. US market: ${escape(session)}. Answers: ${escape(ratio)}.</p>
<p>MCP at <code>/mcp</code>, REST under <code>/api/v1</code>, <a href="/docs">reference</a>, <a href="/metrics">metrics</a>, <a href="/healthz">health</a>, <a href="/readyz">readiness</a>.</p>
<table><thead><tr><th>Provider</th><th>State</th><th>Calls in 24 hours</th></tr></thead><tbody>${lines.join("")}</tbody></table>
<table><thead><tr><th>What</th><th>Route</th><th>Answered by</th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
  );
}

function toHealth({ configured, circuit, pause_reason: pause }: ProviderLine): string {
  if (!configured) return "not configured";
  if (pause) return `left alone: ${pause}`;
  return circuit === "closed" ? "working" : `failing, circuit ${circuit}`;
}

function toQuota({ quota_used: used, quota_limit: limit, quota_resets_at: resets }: ProviderLine): string {
  const share = limit === null ? `${used ?? 0}, no limit` : `${used ?? 0} of ${limit}`;
  return resets ? `${share}, again at ${resets}` : share;
}

function page(title: string, simulated: boolean, body: string): string {
  const notice = simulated
    ? '<p class="notice"><strong>Simulated market.</strong> Every figure is invented for demonstration.</p>'
    : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title><style>${STYLE}</style></head><body><main><h1>${escape(title)}</h1>${notice}${body}</main></body></html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
