/**
 * For `node --import`: resolves `typescript` to version 5 for `openapi-typescript`, which cannot use the API of version
 * 7.
 */
import { register } from "node:module";

const hook = `export const resolve = (name, context, next) => next(name === "typescript" ? "typescript-5" : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
