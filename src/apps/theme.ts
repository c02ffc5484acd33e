/** The host's theme: light or dark, colours and fonts. */
import { isObject } from "../lib/is-object.js";
import type { Fields } from "./parts/answer.js";

/** Applies the host's theme, initially and after changes; the style sheet has defaults for everything else. */
export function applyTheme(root: HTMLElement, { theme, styles }: Fields): void {
  if (theme === "light" || theme === "dark") root.style.colorScheme = theme;
  const variables = isObject(styles) && isObject(styles["variables"]) ? styles["variables"] : {};
  for (const [name, value] of Object.entries(variables)) {
    // Apply custom properties only, and none that would load a resource.
    if (name.startsWith("--") && typeof value === "string" && !/url\(/i.test(value))
      root.style.setProperty(name, value);
  }
}
