/** For `node --import`: gives `openapi-typescript` the TypeScript whose API it uses; version 7 has another. */
import { register } from "node:module";

const hook = `export const resolve = (name, context, next) => next(name === "typescript" ? "typescript-5" : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
