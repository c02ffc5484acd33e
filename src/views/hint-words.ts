/** The words of hints on each surface: models get tools, readers of REST addresses; people at a terminal get commands of `cli/command-form.ts`. */
import type { Capability } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import type { MarketDataError, Hint } from "../contract/errors.js";
import { quoted } from "../contract/input.js";
import type { SourceNames } from "./source-names.js";

/** Returns what a hint names, in the form of one surface; `symbol` is the requested one, if any. */
export type HintForm = (hint: Hint, symbol?: string) => string;

/** Names the tool, with the values of its parameters. */
export const toToolForm: HintForm = ({ tool, given = {} }) => {
  const values = Object.entries(given).map(([name, value]) => ` with ${name} ${quoted(value)}`);
  return `${tool}${values.join("")}`;
};

/** Creates the form with addresses: the method, the path and the parameters that it needs. */
export function createRestForm(catalogue: readonly Entry[]): HintForm {
  return createForm(catalogue, ({ route, input }, symbol, given) => {
    const path = symbol === undefined ? route : route.replace("{symbol}", encodeURIComponent(symbol));
    const query = requiredIn(input.shape).filter((name) => !route.includes(`{${name}}`));
    return `GET ${path}${query.length > 0 ? `?${query.map((name) => `${name}=${encodeURIComponent(given[name] ?? "...")}`).join("&")}` : ""}`;
  });
}

/** Returns the message of an error with the vendors' names and its hints, each a sentence, in the form of one surface. */
export function toMessage(
  { message, hints }: MarketDataError,
  form: HintForm,
  names: SourceNames,
  symbol?: string,
): string {
  return names.inSentence([message, ...hints.map((hint) => toSentence(hint, form, symbol))].join(" "));
}

/** Returns the sentence of a hint in the form of one surface. */
export function toSentence(hint: Hint, form: HintForm, symbol?: string): string {
  return `${form(hint, symbol)} ${hint.why}.`;
}

function createForm(
  catalogue: readonly Entry[],
  formOf: (
    capability: Capability,
    symbol: string | undefined,
    given: Readonly<Record<string, string | undefined>>,
  ) => string,
): HintForm {
  const capabilities = new Map(catalogue.map(({ capability }) => [capability.tool.name, capability]));
  return (hint, symbol) => {
    const capability = capabilities.get(hint.tool);
    return capability === undefined ? hint.tool : formOf(capability, symbol, hint.given ?? {});
  };
}

function requiredIn(shape: Capability["input"]["shape"]): string[] {
  return Object.keys(shape).filter((name) => !shape[name]!.isOptional());
}
