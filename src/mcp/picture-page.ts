/** The page that draws pictures of answers, as built from apps/. */
import { readFile } from "node:fs/promises";

/** Reads it; this part of the built program lies in the folder beside the page's. */
export function readPicturePage(): Promise<string> {
  return readFile(new URL("../apps/picture.html", import.meta.url), "utf8");
}
