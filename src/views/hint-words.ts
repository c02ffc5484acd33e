/** The words of hints: models get tools, readers of REST addresses. The form with commands belongs to the terminal. */
import type { Entry } from "../contract/entry.js";
import type { MarketDataError, Hint } from "../contract/errors.js";
import { quoted } from "../contract/input.js";
import { joinWithAnd } from "../lib/join-words.js";
import { inStyle, joinSentences, say, type Sentence, type SentenceStyle } from "../contract/sentence.js";

/**
 * Returns what a hint names, in the form of one surface; `undefined` for a tool that this server never answers. `symbol` is
 * the requested one, if any.
 */
export type HintForm = (hint: Hint, symbol?: string) => string | undefined;

/** Names the tool, with the values of its parameters. */
export const toToolForm: (...asked: Parameters<HintForm>) => string = ({ tool, given = {} }) => {
  const values = Object.entries(given).map(([name, value]) => `${name} ${quoted(value)}`);
  return values.length > 0 ? `${tool} with ${joinWithAnd(values)}` : tool;
};

/** Creates the form with tools of a catalogue. */
export function createToolForm(catalogue: readonly Entry[]): HintForm {
  const refused = refusedTools(catalogue);
  return (hint) => (refused.has(hint.tool) ? undefined : toToolForm(hint));
}

/** Returns the names of the tools that the server never answers. */
export const refusedTools = (catalogue: readonly Entry[]): ReadonlySet<string> =>
  new Set(catalogue.flatMap(({ capability, refusal }) => (refusal ? [capability.tool.name] : [])));

/** Creates the form with addresses: the method, the path and the parameters that it needs. */
export function createRestForm(catalogue: readonly Entry[]): HintForm {
  const capabilities = new Map(catalogue.map(({ capability }) => [capability.tool.name, capability]));
  const refused = refusedTools(catalogue);
  return ({ tool, given = {} }, symbol) => {
    if (refused.has(tool)) return undefined;
    const capability = capabilities.get(tool);
    if (capability === undefined) return tool;
    const { route, input } = capability;
    const { shape } = input;
    const about = given["symbol"] ?? symbol;
    const path = about === undefined ? route : route.replace("{symbol}", encodeURIComponent(about));
    const asked = Object.keys(shape).filter((name) => name in given || !shape[name]!.isOptional());
    const needed = asked.filter((name) => !route.includes(`{${name}}`));
    const pairs = needed.map((name) => `${name}=${encodeURIComponent(given[name] ?? "...")}`);
    return `GET ${path}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
  };
}

/** Returns the message of an error with the vendors' names and its hints, each a sentence, in the form of one surface. */
export function toMessage(
  { sentence, hints }: MarketDataError,
  form: HintForm,
  source: SentenceStyle["source"],
  symbol?: string,
): string {
  const all = joinSentences([sentence, ...hints.flatMap((hint) => toHintSentence(hint, form, symbol) ?? [])], " ");
  return inStyle(all, source ? { source } : {});
}

/** Returns the sentence of a hint in the form of one surface; `undefined` for a tool that this server never answers. */
export function toHintSentence(hint: Hint, form: HintForm, symbol?: string): Sentence | undefined {
  const words = form(hint, symbol);
  return words === undefined ? undefined : say`${words} ${hint.why}.`;
}
