/** Embeds script and style of src/apps in their page, so that it is one file without external resources. */
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { computedModules } from "./computed-modules.mjs";

const read = (name) => readFileSync(new URL(`../src/apps/${name}`, import.meta.url), "utf8");

/** Builds the page that renders charts of answers. */
export const pictureBuild = {
  input: "src/apps/main.ts",
  platform: "browser",
  plugins: [computedModules(), picturePage()],
  output: { dir: "dist", format: "iife", minify: true, comments: false },
};

/** Replaces the build's script by `apps/picture.html.br`, compressed as the files of the pages are. */
function picturePage() {
  return {
    name: "picture-page",
    generateBundle(_options, bundle) {
      const [script] = Object.values(bundle);
      delete bundle[script.fileName];
      const source = read("page.html")
        // The replacements are functions, because a replacement text may contain a dollar sign.
        .replace(
          "<style></style>",
          () =>
            `<style>${read("theme.css")
              .replace(/\/\*.*?\*\//gs, "")
              .replace(/\s+/g, " ")
              .replace(/ ?([{};,>]) ?|(:) /g, "$1$2")
              .replaceAll(";}", "}")
              .trim()}</style>`,
        )
        .replace(
          "<script></script>",
          () => `<script>${script.code.replaceAll("</script", "<\\/script").trim()}</script>`,
        );
      this.emitFile({ type: "asset", fileName: "apps/picture.html.br", source: brotliCompressSync(source) });
    },
  };
}
