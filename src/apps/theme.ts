/** The host's look: light or dark, and its colours and fonts. */
import { isObject } from "../lib/is-object.js";
import type { Fields } from "./answer.js";

/** Takes over what the host says, now or when it changes; the style has a value of its own for all else. */
export function applyTheme(root: HTMLElement, { theme, styles }: Fields): void {
  if (theme === "light" || theme === "dark") root.style.colorScheme = theme;
  const variables = isObject(styles) && isObject(styles["variables"]) ? styles["variables"] : {};
  for (const [name, value] of Object.entries(variables)) {
    // Whatever else it says is not ours to set, and nothing is fetched for it.
    if (name.startsWith("--") && typeof value === "string" && !/url\(/i.test(value))
      root.style.setProperty(name, value);
  }
}
