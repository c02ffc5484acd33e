/** Runs the built program once at a terminal, as a person does. */
import { startProgram } from "../support/program.js";

export interface Said {
  code: number | string;
  out: string;
  err: string;
}

/** Runs the program to its end. */
export async function run(words: readonly string[], env: Record<string, string> = {}): Promise<Said> {
  const program = startProgram(words, env);
  program.child.stdin!.end();
  const closed = Promise.all([program.child.stdout!, program.child.stderr!].map((stream) => ended(stream)));
  const code = await program.exited;
  await closed;
  return { code, out: program.stdout(), err: program.stderr() };
}

function ended(stream: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => stream.once("close", resolve));
}
