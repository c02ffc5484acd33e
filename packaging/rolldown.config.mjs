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
  plugins: [
    ownMaps(),
    computedModules(),
    withoutFormValidator(),
    withoutHttp2(),
    withLateListFormats(),
    withoutBoundMethods(),
    pureSchemas(),
    commonJs(),
    threads(),
    notices(),
  ],
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
  return replaceModule(
    "without-form-validator",
    /\/validation\/ajv-provider\.js$/,
    "export class AjvJsonSchemaValidator {}",
  );
}

/** Removes HTTP/2, which we never use: got makes a TLS socket for it while it is loaded, with the first question. */
function withoutHttp2() {
  return replaceModule("without-http2", /^http2-wrapper$/, "export default {}");
}

/**
 * Makes the formats of got's messages on wrong types when such a message is written: the first format of a process loads
 * ICU, with the first question.
 */
function withLateListFormats() {
  const formats = /new Intl\.ListFormat\((.+?)\);/g;
  return {
    name: "late-list-formats",
    transform(code, id) {
      if (!id.endsWith("/@sindresorhus/is/distribution/index.js")) return undefined;
      if (code.match(formats)?.length !== 2) throw new Error(`${id} has other formats now.`);
      return { code: code.replace(formats, "{ format: (list) => new Intl.ListFormat($1).format(list) };"), map: null };
    },
  };
}

/**
 * Removes the binding of zod's 24 methods to each of some 4,000 types that are made with the first question. Only a method
 * that is read without its type (`const { parse } = type`) needs it.
 */
function withoutBoundMethods() {
  const bindings = /^\s*this\.(\w+) = this\.\1\.bind\(this\);$/gm;
  return {
    name: "without-bound-methods",
    transform(code, id) {
      if (!id.endsWith("/zod/v3/types.js")) return undefined;
      if (!bindings.test(code)) throw new Error(`${id} binds no methods now.`);
      return { code: code.replace(bindings, ""), map: null };
    },
  };
}

/** Returns a plugin that replaces a module by these lines. */
function replaceModule(name, pattern, lines) {
  const id = `\0${name}`;
  return {
    name,
    resolveId: (source) => (pattern.test(source) ? id : undefined),
    load: (source) => (source === id ? lines : undefined),
  };
}

/** Marks the SDK's schemas as free of side effects, so that unused ones are removed: making them takes most of its start. */
function pureSchemas() {
  return {
    name: "pure-schemas",
    transform(code, id) {
      if (!id.endsWith("/@modelcontextprotocol/sdk/dist/esm/types.js")) return undefined;
      const declaration = /^export const (\w+) = ((?!\()[^;]*(?:;(?!\n\S)[^;]*)*);$/gm;
      return { code: code.replace(declaration, "export const $1 = /* @__PURE__ */ (() => $2)();"), map: null };
    },
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
