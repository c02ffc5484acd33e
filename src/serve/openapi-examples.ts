/**
 * The examples of the OpenAPI document: answers of the simulated market, with the first rows of each list. The build
 * replaces this file by the result.
 */
import { withTexts } from "../contract/sentence.js";
import { createApp } from "../app.js";
import { CATALOGUE } from "../catalogue.js";
import { readCommand } from "../config/config.js";
import { parseInput } from "../contract/input.js";
import { toQuestion } from "../contract/question.js";
import { createLogger } from "../lib/log.js";
import { startSimulator } from "../simulator/server.js";
import { exampleValues } from "./example-values.js";

const MOST_ROWS = 2;

interface Example {
  input: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** By the names of the capabilities. */
export const EXAMPLES: Readonly<Record<string, Example>> = await takeExamples();

async function takeExamples(): Promise<Record<string, Example>> {
  const simulator = await startSimulator();
  const command = readCommand(["--demo"], { ...simulator.env, STORE_URL: "memory:" });
  if (!("run" in command)) throw new Error("expected a command to run");
  const config = command.run;
  // The simulated market has no limits, with which the build would take half a minute.
  for (const provider of Object.values(config.providers))
    Object.assign(provider, { ratePerMinute: 100_000, dailyQuota: 0 });
  const app = createApp(config, createLogger("fatal", []));
  const examples: Record<string, Example> = {};
  // Indicators come first, because they fetch the market's history, for beta, only beside the stock's.
  const first = CATALOGUE.filter(({ capability }) => capability.name === "technicals");
  for (const entry of new Set([...first, ...CATALOGUE])) {
    const { input: schema, name } = entry.capability;
    const values = exampleValues(schema.shape);
    const input = "limit" in values ? { ...values, limit: MOST_ROWS } : values;
    const { envelope } = await app.ask(toQuestion(entry, parseInput(entry.capability, input)));
    examples[name] = { input, body: cut(withTexts(envelope.body)) };
  }
  await app.close();
  await simulator.close();
  return examples;
}

/** Shortens each list to its first rows, and a count of rows to their number. */
function cut(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const lengths = new Set(Object.values(body).map((value) => (Array.isArray(value) ? value.length : undefined)));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.slice(0, MOST_ROWS)];
      const counts = name === "total_transactions" && lengths.has(value as number);
      return [name, counts ? MOST_ROWS : value];
    }),
  );
}
