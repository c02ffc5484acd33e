/** The tab's title: what is wrong with the server, the symbol whose pictures are shown, and the program's name. */

const NAME = document.title;
const parts = { state: "", symbol: "" };

/** Replaces parts of the title; an empty one is left out. */
export function setTitle(changed: Partial<typeof parts>): void {
  Object.assign(parts, changed);
  document.title = [parts.state, parts.symbol, NAME].filter(Boolean).join(" · ");
}
