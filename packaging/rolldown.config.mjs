/** One program file and its lazily loaded parts, so that a host waits for as little as possible; beside it what browsers and hosts show. */
import { rmSync } from "node:fs";
import { defineConfig } from "rolldown";
import { codeCache } from "./code-cache.mjs";
import { listedTools } from "./listed-tools.mjs";
import { notices } from "./notices.mjs";
import { ownMaps } from "./own-maps.mjs";
import { pictureBuild } from "./picture-page.mjs";
import { webBuilds } from "./web-files.mjs";

rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });

const program = {
  input: { index: "src/launch.ts", program: "src/index.ts" },
  platform: "node",
  // Native, and optional: used where Node has no SQLite of its own.
  external: ["libsql"],
  plugins: [
    ownMaps(),
    listedTools(),
    withoutFormJudge(),
    withoutHttp2(),
    pureSchemas(),
    commonJs(),
    notices(),
    codeCache(),
  ],
  output: {
    dir: "dist",
    // Node loads it faster than modules, and only its scripts can be had from V8's cache by hand.
    format: "cjs",
    // A script from the cache could import by way of an experimental feature only.
    dynamicImportInCjs: false,
    entryFileNames: ({ name }) => (name === "index" ? "index.js" : `parts/${name}.js`),
    chunkFileNames: "parts/[name]-[hash].js",
    // Names stay, so that a stack in a log can be read; the maps say in which line of src/.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    // Licences stand in the notices, each once.
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
};

export default defineConfig([program, pictureBuild, ...webBuilds]);

/** The SDK loads a judge of filled-in forms in case it is not handed one; we hand it one (`src/mcp/server.ts`). */
function withoutFormJudge() {
  return instead("without-form-judge", /\/validation\/ajv-provider\.js$/, "export class AjvJsonSchemaValidator {}");
}

/** got makes a TLS socket as it is loaded, in case somebody asks for HTTP/2: a third of its loading. We never do. */
function withoutHttp2() {
  return instead("without-http2", /^http2-wrapper$/, "export default {}");
}

/** Builds these lines in place of a module. */
function instead(name, asked, lines) {
  const id = `\0${name}`;
  return {
    name,
    resolveId: (source) => (asked.test(source) ? id : undefined),
    load: (source) => (source === id ? lines : undefined),
  };
}

/** Lets go of the protocol's messages that we never read: making their schemas is most of what the SDK takes to load. */
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

/** Says what the files are, below a package.json that says modules. */
function commonJs() {
  return {
    name: "common-js",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "commonjs" }\n' });
    },
  };
}
