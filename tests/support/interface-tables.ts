/** Error bodies of every route as markdown, for docs/interface.md. */
import { CATALOGUE } from "../../src/catalogue.js";
import type { Capability } from "../../src/contract/capability.js";
import { toFailed } from "../../src/views/error-body.js";
import { FAILURES, MarketDataError, type FailureKind } from "../../src/contract/errors.js";

const NO_SYMBOL = "<S>";

/** Status and body of each failure, by route. */
export function errorTable(): string {
  const shapes = new Map<string, string[]>();
  const routes = CATALOGUE.flatMap(({ capability }) =>
    [capability.route, capability.marketRoute].flatMap((route) => (route ? [{ capability, route }] : [])),
  );
  for (const { capability, route } of routes) {
    const hasSymbol = route.includes("{symbol}");
    const symbol = route === capability.marketRoute ? undefined : NO_SYMBOL;
    const also = route === capability.marketRoute ? [] : (capability.errors.also ?? []);
    const cells = [
      bodyOf(capability, "invalid_input", symbol),
      hasSymbol ? bodyOf(capability, "not_found", symbol) : "–",
      also.map((kind) => bodyOf(capability, kind, symbol)).join("<br>") || "–",
      bodyOf(capability, "rate_limited", symbol),
      bodyOf(capability, "upstream_unavailable", symbol),
    ].join(" | ");
    shapes.set(cells, [...(shapes.get(cells) ?? []), `\`${route}\``]);
  }
  const rows = [...shapes].map(([cells, alike]) => `| ${alike.join("<br>")} | ${cells} |`);
  return [
    "| Route | Bad parameter or key | Unknown symbol | Other | Limit reached | No source could answer |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** The kinds of failure with their status, their `error` phrase and whether a later attempt can succeed. */
export function kindTable(): string {
  const rows = Object.entries(FAILURES).map(([kind, { status, phrase, retryable }]) => {
    const shown = status === "unavailable" ? "500 or 503" : status;
    return `| \`${kind}\` | ${shown} | ${phrase} | ${retryable ? "yes" : "no"} |`;
  });
  return ["| Kind | Status | `error` | Worth retrying later |", "|---|---|---|---|", ...rows].join("\n");
}

/** Status and field names of an error, such as `404 {error, detail}`, with texts that contain the symbol. */
function bodyOf(capability: Capability, kind: FailureKind, symbol: string | undefined): string {
  const { status, body } = toFailed(capability.errors, new MarketDataError(kind, ""), symbol);
  const fields = Object.entries(body).map(([name, value]) =>
    typeof value === "string" && value.includes(NO_SYMBOL) ? `${name}: "${value}"` : name,
  );
  return `${status} \`{${fields.join(", ")}}\``;
}
