/** `llms.txt`: what a language model needs to know to use this server, in a page of Markdown. */
import type { Entry } from "../contract/entry.js";

/** Returns the text, generated from the catalogue: one line for each route with its tool. */
export function toLlmsText(catalogue: readonly Entry[]): string {
  const answered = catalogue.filter(({ refusal }) => !refusal);
  const routes = answered.map(
    ({ capability: { title, route, marketRoute, tool } }) =>
      `- \`GET ${route}\`${marketRoute ? ` or \`${marketRoute}\`` : ""} (tool \`${tool.name}\`): ${title}. ${tool.description}`,
  );
  return [
    "# market-data-mcp",
    "",
    "> Market data for AI assistants (MCP) and programs (REST): quotes, history, news, fundamentals, analysts, screener. Every answer states its source, its time and its currency; a missing value is null.",
    "",
    "Connect over MCP (streamable HTTP) at `/mcp`, or call the REST routes below. Routes with rows also answer as CSV with `format=csv`. A server with keys takes them as `X-API-Key` or `Authorization: Bearer`, never in the address.",
    "",
    "## Documents",
    "",
    "- [OpenAPI document](/openapi.json): all parameters, fields and errors",
    "- [Reference](/docs): the same for people, with a form for requests",
    "- [Status](/): sources, quotas and response times",
    "",
    "## Routes and tools",
    "",
    ...routes,
    "",
  ].join("\n");
}
