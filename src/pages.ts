/** Operational routes: health, the OpenAPI document, and pages for people. */
import { METADATA_PATH } from "./access.js";
import type { Status } from "./app.js";
import type { Page } from "./page.js";
import type { Entry } from "./contract/provider.js";
import { docsPage, homePage, PAGE_POLICY } from "./rest/html.js";

const JSON_TYPE = "application/json; charset=utf-8";
const HTML_TYPE = "text/html; charset=utf-8";
const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export interface PagesOptions {
  catalogue: readonly Entry[];
  version: string;
  simulated: boolean;
  isReady: () => boolean;
  status: () => Promise<Status>;
  metrics: () => Promise<string>;
  /** RFC 9728 metadata, where tokens of an issuer are accepted. */
  resource: Record<string, unknown> | undefined;
}

/** Every route that is neither a capability nor MCP, by its path. */
export function createPages({
  catalogue,
  version,
  simulated,
  isReady,
  status,
  metrics,
  resource,
}: PagesOptions): ReadonlyMap<string, Page> {
  // Made once, when first asked for: neither of these changes while the program runs.
  let openApi: string | undefined;
  let docs: string | undefined;
  return new Map<string, Page>([
    ["/healthz", { type: JSON_TYPE, content: () => '{"status":"ok"}' }],
    [
      "/readyz",
      {
        type: JSON_TYPE,
        content: async () => JSON.stringify({ status: isReady() ? "ready" : "stopping", ...(await status()) }),
      },
    ],
    // At the root and, as the MCP authorization text asks, under the path of the endpoint it speaks of.
    ...(resource
      ? ["", "/mcp"].map((path): [string, Page] => [
          METADATA_PATH + path,
          { type: JSON_TYPE, content: () => JSON.stringify(resource) },
        ])
      : []),
    ["/metrics", { type: METRICS_TYPE, content: metrics }],
    ["/openapi.json", { type: JSON_TYPE, content: async () => (openApi ??= await writeOpenApi(catalogue, version)) }],
    [
      "/docs",
      { type: HTML_TYPE, policy: PAGE_POLICY, content: () => (docs ??= docsPage(catalogue, version, simulated)) },
    ],
    ["/", { type: HTML_TYPE, policy: PAGE_POLICY, content: async () => homePage(catalogue, version, await status()) }],
  ]);
}

/** Loaded when first asked for: hosts that only speak MCP never do. */
async function writeOpenApi(catalogue: readonly Entry[], version: string): Promise<string> {
  const [{ toOpenApi }, { default: examples }] = await Promise.all([
    import("./rest/openapi.js"),
    import("./rest/openapi-examples.json", { with: { type: "json" } }),
  ]);
  return JSON.stringify(toOpenApi(catalogue, version, examples));
}
