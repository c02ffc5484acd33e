/** Lists prompts and fills in their arguments. */
import type { GetPromptResult, Prompt } from "@modelcontextprotocol/sdk/types.js";
import { quoted } from "../contract/input.js";
import type { PromptSpec } from "../contract/prompt.js";
import { z } from "../contract/schema.js";
import { ICONS } from "./product.js";
import { invalidParams } from "./json-rpc.js";

/** Returns the prompts as `prompts/list` gives them. */
export function toListedPrompts(prompts: readonly PromptSpec[]): Prompt[] {
  return prompts.map(({ name, title, description, arguments: args }) => ({
    name,
    title,
    description,
    arguments: Object.entries(args).map(([argument, spec]) => ({
      name: argument,
      description: spec.description,
      required: spec.required,
    })),
    icons: ICONS,
  }));
}

// Not z.record, because it would check each of the hundred thousand arguments that a message can contain.
const args = z.custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null);
const request = z.object({ name: z.string(), arguments: args.optional() });
/**
 * Allows symbols and words, separated by commas. Other characters are rejected because the text becomes part of a
 * question to a model.
 */
const ARGUMENT = /^[\p{L}\p{N} ^.,&=-]{1,200}$/u;

/**
 * Returns a prompt with its arguments inserted; it names listed tools only.
 *
 * @throws {RpcFailure} when the prompt does not exist, or an argument is missing or invalid.
 */
export function getPrompt(
  params: unknown,
  prompts: readonly PromptSpec[],
  isListed: Parameters<PromptSpec["say"]>[1],
): GetPromptResult {
  const parsed = request.safeParse(params);
  if (!parsed.success) throw invalidParams('"name" must be the name of a prompt, "arguments" an object.');
  const spec = prompts.find(({ name }) => name === parsed.data.name);
  if (!spec) throw invalidParams(`there is no prompt ${quoted(parsed.data.name)}. prompts/list names them.`);
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(parsed.data.arguments ?? {})) {
    if (!Object.hasOwn(spec.arguments, name)) throw invalidParams(`${spec.name} takes no argument ${quoted(name)}.`);
    if (typeof value !== "string")
      throw invalidParams(`the argument ${quoted(name)} must be a text, got ${quoted(value)}.`);
    const text = value.trim();
    if (text === "") continue;
    if (!ARGUMENT.test(text)) throw invalidParams(`the argument ${quoted(name)} cannot be ${quoted(value)}.`);
    const allowed = spec.arguments[name]!.choice;
    const words = typeof allowed === "string" ? [text] : allowed;
    const word = words.find((one) => one.toLowerCase() === text.toLowerCase());
    if (word === undefined) throw invalidParams(`the argument ${quoted(name)} must be one of ${words.join(", ")}.`);
    values[name] = word;
  }
  for (const [name, { required, description }] of Object.entries(spec.arguments)) {
    if (required && values[name] === undefined) {
      throw invalidParams(`${spec.name} needs the argument ${quoted(name)}: ${description}.`);
    }
  }
  const broken = spec.rule?.(values);
  if (broken) throw invalidParams(broken);
  return {
    description: spec.description,
    messages: [{ role: "user", content: { type: "text", text: spec.say(values, isListed) } }],
  };
}
