/**
 * The files that the pages load: our scripts, built for browsers, and unchanged files of packages.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { notices } from "./notices.mjs";

const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The built files of Swagger UI are copied unchanged; a bundle of its sources is not smaller. */
const SWAGGER_UI = fromRoot("node_modules/swagger-ui-dist");

const COPIES = {
  "docs.css": fromRoot("src/web/docs.css"),
  "icon.svg": fromRoot("src/web/icon.svg"),
  "lookup.css": fromRoot("src/web/lookup.css"),
  "page.css": fromRoot("src/web/page.css"),
  "status.css": fromRoot("src/web/status.css"),
  "swagger-ui.css": `${SWAGGER_UI}/swagger-ui.css`,
  "swagger-ui.js": `${SWAGGER_UI}/swagger-ui-bundle.js`,
  "uplot.css": fromRoot("node_modules/uplot/dist/uPlot.min.css"),
};

/** Creates a separate build per script, because browser scripts cannot share chunks. */
const toBuild = (name, format, ...further) => ({
  input: { [name]: fromRoot(`src/web/${name}.ts`) },
  platform: "browser",
  plugins: [notices({ copied: [SWAGGER_UI] }), ...further, packed()],
  output: { dir: "dist", entryFileNames: "web/[name].js", format, minify: true, comments: false },
});

const isOurStyle = (path) => path.startsWith(fromRoot("src/web/")) && path.endsWith(".css");

/** Returns a style sheet without its comments and indentation, an eighth of it. */
const dense = (css) => css.replace(/\/\*[^]*?\*\//g, "").replace(/\n\s*/g, "\n");

/** Copies the files of packages unchanged, and ours, next to the scripts. */
function copies() {
  return {
    name: "copies",
    generateBundle() {
      for (const [name, path] of Object.entries(COPIES)) {
        // Developer tools would request the source map, which is not copied.
        const source = readFileSync(path, "utf8").replace(/\n?\/[/*]# sourceMappingURL=[^\n]*/, "");
        this.emitFile({ type: "asset", fileName: `web/${name}`, source: isOurStyle(path) ? dense(source) : source });
      }
    },
  };
}

/** This quality takes a second longer than 9 and is 27 kB smaller; the best one takes two seconds for 6 kB more. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/**
 * Compresses the files of the pages, which would otherwise be a tenth of an installation.
 */
function packed() {
  return {
    name: "packed",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const [fileName, output] of Object.entries(bundle)) {
          if (!fileName.startsWith("web/")) continue;
          const source = brotliCompressSync(output.type === "chunk" ? output.code : output.source, QUALITY);
          delete bundle[fileName];
          this.emitFile({ type: "asset", fileName: `${fileName}.br`, source });
        }
      },
    },
  };
}

/** The builds of all page scripts. The charts are a module, which the script of their page imports. */
export const webBuilds = [toBuild("charts", "es"), toBuild("docs", "iife"), toBuild("status", "iife", copies())];
