/**
 * Tool names in error messages. Models read most messages, so messages name tools; a reader of REST or of a terminal
 * gets the address or the command instead.
 */
import type { Capability } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";

/**
 * Returns the message with another form of each tool's name; `symbol` is the requested one, if any. A name may have an
 * argument: `get_x with q "apple inc"`.
 */
export type ToolWords = (message: string, symbol?: string) => string;

/** Creates the function that replaces the names of the catalogue's tools by their address in REST. */
export function createRestWords(catalogue: readonly Entry[]): ToolWords {
  return createToolWords(catalogue, ({ route, input }, symbol, given) => {
    const path = symbol === undefined ? route : route.replace("{symbol}", encodeURIComponent(symbol));
    const query = requiredIn(input.shape).filter((name) => !route.includes(`{${name}}`));
    return `GET ${path}${query.length > 0 ? `?${query.map((name) => `${name}=${encodeURIComponent(given[name] ?? "...")}`).join("&")}` : ""}`;
  });
}

/** Creates the function that replaces the names of the catalogue's tools by the command that calls them. */
export function createCommandWords(catalogue: readonly Entry[]): ToolWords {
  return createToolWords(catalogue, ({ tool, input }, symbol = "...", given) => {
    const words = requiredIn(input.shape).map((name) => {
      return `${name}=${given[name] === undefined ? (name === "symbol" ? symbol : "...") : JSON.stringify(given[name])}`;
    });
    return ["market-data-mcp call", tool.name, ...words].join(" ");
  });
}

function createToolWords(catalogue: readonly Entry[], formOf: FormOf): ToolWords {
  const capabilities = new Map(catalogue.map(({ capability }) => [capability.tool.name, capability]));
  // Words in quotation marks are the caller's.
  const mention = new RegExp(
    `(?<!["\\w])(${[...capabilities.keys()].join("|")})(?!["\\w])(?: with (\\w+) ${TEXT})?`,
    "g",
  );
  return (message, symbol) =>
    message.replace(mention, (_mention, name: string, argument?: string, value?: string) =>
      formOf(capabilities.get(name)!, symbol, argument && value ? { [argument]: JSON.parse(value) as string } : {}),
    );
}

/** A text in quotation marks, as in JSON. */
const TEXT = String.raw`("(?:[^"\\]|\\.)*")`;

type FormOf = (capability: Capability, symbol: string | undefined, given: Readonly<Record<string, string>>) => string;

function requiredIn(shape: Capability["input"]["shape"]): string[] {
  return Object.keys(shape).filter((name) => !shape[name]!.isOptional());
}
