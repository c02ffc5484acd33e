/** A prompt: a question that people often ask, written out for a model with the tools that answer it. */
import type { Capability } from "./capability.js";

/**
 * The allowed values of a prompt's argument or of a variable in an address: any symbol, several symbols with commas, or
 * one of a few words.
 */
export type Choice = "symbol" | "symbols" | readonly string[];

type PromptValues = Readonly<Record<string, string>>;

export interface PromptSpec {
  name: string;
  title: string;
  description: string;
  arguments: Readonly<Record<string, { choice: Choice; description: string; required: boolean }>>;
  /** The capabilities without which the question has no answer. */
  tools: readonly Pick<Capability, "tool">[];
  /** Checks a rule between values that are valid one by one; returns a sentence when it is violated. */
  rule?(values: PromptValues): string | undefined;
  /** Returns the question for the model; it names only tools that are listed. */
  say(values: PromptValues, isListed: (capability: Pick<Capability, "tool">) => boolean): string;
}
