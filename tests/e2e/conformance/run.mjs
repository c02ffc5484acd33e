/**
 * Starts the official suite on Node 20 too: it imports a function added in Node 22 that server
 * tests never call.
 */
import { register } from "node:module";

const fs =
  'data:text/javascript,export * from "node:fs"; export { default } from "node:fs"; export const globSync = undefined;';
const hook = `export const resolve = (name, context, next) =>
  name === "fs" && context.parentURL?.includes("/conformance/") ? { url: ${JSON.stringify(fs)}, shortCircuit: true } : next(name, context);`;
if (Number(process.versions.node.split(".")[0]) < 22) register(`data:text/javascript,${encodeURIComponent(hook)}`);

await import("@modelcontextprotocol/conformance/dist/index.js");
