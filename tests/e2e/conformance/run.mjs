/**
 * Runs the official suite once for each address, `node run.mjs ADDRESS… -- OPTIONS`, in one process, because loading it
 * takes as long as running it. After each run it prints `=== ENDED` and the exit code.
 *
 * Starts on Node 20 too: the suite imports a function added in Node 22 that server tests never call.
 */
import { register } from "node:module";

const fs =
  'data:text/javascript,export * from "node:fs"; export { default } from "node:fs"; export const globSync = undefined;';
const hook = `export const resolve = (name, context, next) =>
  name === "fs" && context.parentURL?.includes("/conformance/") ? { url: ${JSON.stringify(fs)}, shortCircuit: true } : next(name, context);`;
if (Number(process.versions.node.split(".")[0]) < 22) register(`data:text/javascript,${encodeURIComponent(hook)}`);

const suite = import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js");
const words = process.argv.slice(2);
const end = words.indexOf("--");
const exit = process.exit;
for (const [index, address] of words.slice(0, end).entries()) {
  process.argv = [...process.argv.slice(0, 2), "server", "--url", address, ...words.slice(end + 1)];
  // The suite ends its process with the result of the run.
  const ended = new Promise((resolve) => void (process.exit = resolve));
  await import(`${suite}?run=${index}`);
  console.log(`=== ENDED ${await ended}`);
}
exit(0);
