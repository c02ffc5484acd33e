/** Questions to a person on stderr, because stdout may be a pipe. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { ConfigError } from "../contract/errors.js";

/** Asks a question and returns the line. */
export function askAtTerminal(question: string): Promise<string> {
  return askWith(question, process.stderr);
}

/** Asks a question and returns the line, which the terminal does not show. */
export async function askSecretAtTerminal(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await askWith("", nowhere);
  } finally {
    process.stderr.write("\n");
  }
}

/** @throws {ConfigError} when the person ends the input or interrupts. */
function askWith(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  return new Promise<string>((resolve, reject) => {
    lines.once("close", () => reject(new ConfigError("There was no answer, so nothing was done.")));
    lines.question(question).then(resolve, reject);
  }).finally(() => lines.close());
}
