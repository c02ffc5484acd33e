/** The page that renders charts of answers, as built from apps/. */
import { readFile } from "node:fs/promises";

/** Reads the page; in the built program this module lies in the folder next to the page's. */
export function readPicturePage(): Promise<string> {
  return readFile(new URL("../apps/picture.html", import.meta.url), "utf8");
}
