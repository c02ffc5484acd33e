/** A prompt: a question that people ask often, spelled out with the tools that answer it. */
import type { Capability } from "./capability.js";

/** The choice for a prompt's argument or an address's variable: any symbol, symbols with commas, or one of a few words. */
export type Choice = "symbol" | "symbols" | readonly string[];

export type PromptValues = Readonly<Record<string, string>>;

export interface PromptSpec {
  name: string;
  title: string;
  description: string;
  arguments: Readonly<Record<string, { choice: Choice; description: string; required: boolean }>>;
  /** Returns the fault of values that are valid one by one but not together; `undefined` when there is none. */
  rule?(values: PromptValues): string | undefined;
  /** The question for the model; it names only tools that are listed. */
  say(values: PromptValues, isListed: (capability: Pick<Capability, "tool">) => boolean): string;
}
