/** One ordinary question for each capability. */
import type { Capability } from "../../src/contract/capability.js";
import { toolParameters } from "../../src/mcp/parameters.js";

const VALUES: Record<string, unknown> = {
  symbol: "AAPL",
  q: "apple",
  random_string: "x",
  sector: "Technology",
  limit: 3,
  symbols: ["AAPL", "MSFT"],
};
const SHOWN = new Set(["symbol", "q", "random_string", "limit", "sector", "symbols"]);

/** Arguments of the capability's tool. */
export function argumentsFor(capability: Capability): Record<string, unknown> {
  const names = Object.keys({ ...capability.input.shape, ...toolParameters(capability) }).filter((name) =>
    SHOWN.has(name),
  );
  return Object.fromEntries(names.map((name) => [name, VALUES[name]]));
}

/** Path and query of the capability's route. */
export function pathFor({ input, route }: Capability): string {
  const names = Object.keys(input.shape).filter((name) => SHOWN.has(name) && !route.includes(`{${name}}`));
  const query = new URLSearchParams(names.map((name): [string, string] => [name, String(VALUES[name])])).toString();
  return route.replace("{symbol}", "AAPL") + (query ? `?${query}` : "");
}
