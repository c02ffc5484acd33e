/**
 * Builds one program file and its lazily loaded parts, so that a host loads as little as possible, and the files for
 * browsers and hosts.
 */
import { rmSync } from "node:fs";
import { defineConfig } from "rolldown";
import { computedModules } from "./computed-modules.mjs";
import { notices } from "./notices.mjs";
import { ownMaps } from "./own-maps.mjs";
import { pictureBuild } from "./picture-page.mjs";
import { threads } from "./threads.mjs";
import { webBuilds } from "./web-files.mjs";

rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });

const program = {
  input: { index: "src/launch.ts", program: "src/index.ts" },
  platform: "node",
  // libsql is native and optional; it is used if Node has no built-in SQLite.
  external: ["libsql"],
  // Its CommonJS form hides its parts from bundlers behind a function.
  resolve: { alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" } },
  plugins: [ownMaps(), computedModules(), withoutFormValidator(), commonJs(), threads(), notices()],
  output: {
    dir: "dist",
    // CommonJS loads faster than ES modules.
    format: "cjs",
    dynamicImportInCjs: false,
    entryFileNames: ({ name }) => (name === "index" ? "index.js" : `parts/${name}.js`),
    chunkFileNames: "parts/[name]-[hash].js",
    // Local variables get short names, a tenth of the size. Functions and classes keep theirs, so that stack traces in
    // a log are readable; the maps give the lines of src/.
    minify: {
      compress: true,
      mangle: { toplevel: false, keepNames: true },
      codegen: { removeWhitespace: true },
    },
    // The notices file contains each licence once.
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
};

export default defineConfig([program, pictureBuild, ...webBuilds]);

/**
 * Removes the SDK's default validator of forms. The SDK loads it although we pass another one (`src/mcp/server.ts`), which
 * takes a tenth of a start (162 instead of 146 ms on Node 22).
 */
function withoutFormValidator() {
  const id = "\0without-form-validator";
  return {
    name: "without-form-validator",
    resolveId: (source) => (source.endsWith("/validation/ajv-provider.js") ? id : undefined),
    load: (source) => (source === id ? "export class AjvJsonSchemaValidator {}" : undefined),
  };
}

/** Writes a package.json that declares the files as CommonJS, below one that declares modules. */
function commonJs() {
  return {
    name: "common-js",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "commonjs" }\n' });
    },
  };
}
