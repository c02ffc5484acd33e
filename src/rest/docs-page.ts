/** `/docs`: the API reference, rendered from the OpenAPI document. */
import { topBar } from "./top-bar.js";

/** Addresses of the files that the page loads. */
interface DocsFiles {
  icon: string;
  styles: readonly string[];
  scripts: readonly string[];
}

/**
 * Returns the page around Swagger UI; without scripts it links to the OpenAPI document. That document is the same on
 * every server, so the page of a server that is open hides the padlocks, which are drawn closed.
 */
export function docsPage(
  version: string,
  { simulated, needsKey, prefix }: { simulated: boolean; needsKey: boolean; prefix: string },
  { icon, styles, scripts }: DocsFiles,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>market-data-mcp ${version}: reference</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
${styles.map((style) => `<link rel="stylesheet" href="${style}">`).join("\n")}
</head>
<body>
${topBar(version, "/docs", icon, simulated, prefix)}
<div id="reference" data-prefix="${prefix}"${needsKey ? "" : " data-open"}><noscript><main><h1>Reference</h1><p>This page needs JavaScript. The same reference is in <a href="${prefix}/openapi.json">openapi.json</a>.</p></main></noscript></div>
${scripts.map((script) => `<script src="${script}" defer></script>`).join("\n")}
</body>
</html>`;
}
