/** A prompt: a question that people ask often, spelled out with the tools that answer it. */

/** What a prompt's argument or a variable of an address may be: any symbol, symbols with commas, or one of a few words. */
export type Choice = "symbol" | "symbols" | readonly string[];

export type PromptValues = Readonly<Record<string, string>>;

export interface PromptSpec {
  name: string;
  title: string;
  description: string;
  arguments: Readonly<Record<string, { choice: Choice; description: string; required: boolean }>>;
  /** What is wrong with values that are each good by themselves. */
  rule?(values: PromptValues): string | undefined;
  /** The question for the model. */
  say(values: PromptValues): string;
}
