/** Operational routes: health, the OpenAPI document, and pages for people. */
import type { Examples } from "../rest/openapi.js";
import type { Status } from "../contract/status.js";
import { READINESS, type Page } from "./page.js";
import { once } from "../lib/once.js";
import { providersOf, type Entry } from "../contract/entry.js";
import { docsPage } from "../rest/docs-page.js";
import { toLlmsText } from "../rest/llms-text.js";
import { topBar } from "../rest/top-bar.js";
import { JSON_TYPE } from "../rest/respond.js";
import type { ConnectOptions } from "../status/connect.js";
import { statusPage } from "../status/page.js";
import type { StatusReport } from "../status/report.js";
import { ROUTE_REJECTIONS } from "./rejections.js";
import { createCardPages } from "./server-card.js";
import { openPictureFrames } from "./picture-frames.js";
import { openWebFiles, type ToAddress, type WebFile } from "./static-files.js";

const HTML_TYPE = "text/html; charset=utf-8";
const TEXT_TYPE = "text/plain; charset=utf-8";
const ICON_TYPE = "image/svg+xml; charset=utf-8";
const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Search engines may read the documents only: each question they asked would use up the quotas of the sources. Google
 * Sheets, which calls itself GoogleDocs, may ask.
 */
const ROBOTS = `User-agent: GoogleDocs
Allow: /

User-agent: *
Allow: /docs
Allow: /llms.txt
Allow: /openapi.json
Disallow: /
`;

/**
 * Content-Security-Policy of pages with scripts: only this server's files and frames, and pictures as data URLs, which
 * Swagger UI's style sheet contains.
 */
const SCRIPTED = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

interface PagesOptions {
  catalogue: readonly Entry[];
  version: string;
  simulated: boolean;
  status: () => Promise<Status>;
  metrics: () => Promise<string>;
  /** Collects the data of the status page. */
  report: () => Promise<StatusReport>;
  /** Returns the connection options known at the time of the request. */
  connect: () => ConnectOptions;
  /** Returns the revisions of the protocol that the MCP endpoint supports. */
  protocolVersions: () => Promise<readonly string[]>;
  /** Loads the examples of the OpenAPI document. */
  examples: () => Promise<Examples>;
  /** RFC 9728 metadata and its paths, present when tokens of an OAuth issuer are accepted. */
  resource: { metadata: Record<string, unknown>; paths: readonly string[] } | undefined;
  /** The path that a proxy puts in front of ours, such as `/finance`; empty without one. */
  prefix: string;
}

/** Returns every route that is neither a capability nor MCP, by path. */
export function createPages({
  catalogue,
  version,
  simulated,
  status,
  metrics,
  report,
  connect,
  protocolVersions,
  examples,
  resource,
  prefix,
}: PagesOptions): ReadonlyMap<string, Page> {
  // Built on the first request; neither document changes while the program runs.
  const openApi = once(() => writeOpenApi(catalogue, version, examples, prefix));
  const web = openWebFiles(prefix);
  const frames = openPictureFrames(prefix, providersOf(catalogue));
  const docs: Page = {
    type: HTML_TYPE,
    policy: SCRIPTED,
    content: once(() => writeDocs(version, { simulated, needsKey: connect().needsKey, prefix }, web.toAddress)),
  };
  const [toStatus, toMetrics, toReport] = [shared(status), shared(metrics), shared(report)];

  async function showStatus(): Promise<string> {
    const icon = await web.toAddress("icon.svg");
    return statusPage(await toReport(), {
      version,
      bar: topBar(version, "/", icon, simulated, prefix),
      prefix,
      icon,
      styles: await Promise.all((["uplot.css", "page.css", "lookup.css", "status.css"] as const).map(web.toAddress)),
      script: await web.toAddress("status.js"),
      charts: await web.toAddress("charts.js"),
      lookup: { needsKey: connect().needsKey, simulated, pictures: await frames.toAddresses() },
      connect: connect(),
    });
  }

  return new Map<string, Page>([
    ["/healthz", { type: JSON_TYPE, content: () => '{"status":"ok"}' }],
    [
      READINESS,
      {
        type: JSON_TYPE,
        // Once the process is to stop, the service answers in its place.
        content: async () => JSON.stringify({ status: "ready", ...(await toStatus()) }),
      },
    ],
    ...(resource?.paths ?? []).map((path): [string, Page] => [
      path,
      { type: JSON_TYPE, content: () => JSON.stringify(resource!.metadata) },
    ]),
    ["/metrics", { type: METRICS_TYPE, content: toMetrics }],
    ["/llms.txt", { type: TEXT_TYPE, content: () => toLlmsText(catalogue) }],
    ["/openapi.json", { type: JSON_TYPE, content: openApi }],
    ["/docs", docs],
    // People type it with a slash at the end.
    ["/docs/", docs],
    // Browsers ask for it beside every page; the pages themselves name the same picture by its own address.
    ["/favicon.ico", { type: ICON_TYPE, content: web.icon }],
    ["/robots.txt", { type: TEXT_TYPE, content: () => ROBOTS }],
    ["/", { type: HTML_TYPE, policy: SCRIPTED, content: showStatus }],
    ...createCardPages({ version, protocolVersions, connect }),
    ["/status.json", { type: JSON_TYPE, content: async () => JSON.stringify(await toReport()) }],
    ...web.pages,
    ...frames.pages,
  ]);
}

/** Shares one run of `make` among all callers that arrive while it is in progress. */
function shared<T>(make: () => Promise<T>): () => Promise<T> {
  let inFlight: Promise<T> | undefined;
  return () => (inFlight ??= make().finally(() => (inFlight = undefined)));
}

/** Loads the OpenAPI writer on first use; hosts that only speak MCP never need it. */
async function writeOpenApi(
  catalogue: readonly Entry[],
  version: string,
  examples: PagesOptions["examples"],
  prefix: string,
): Promise<string> {
  const [{ toOpenApi }, answers] = await Promise.all([import("../rest/openapi.js"), examples()]);
  return JSON.stringify(toOpenApi(catalogue, version, answers, ROUTE_REJECTIONS, prefix));
}

async function writeDocs(
  version: string,
  server: Parameters<typeof docsPage>[1],
  toAddress: ToAddress,
): Promise<string> {
  const addresses = (...files: WebFile[]) => Promise.all(files.map(toAddress));
  return docsPage(version, server, {
    icon: await toAddress("icon.svg"),
    styles: await addresses("swagger-ui.css", "page.css", "docs.css"),
    scripts: await addresses("swagger-ui.js", "docs.js"),
  });
}
