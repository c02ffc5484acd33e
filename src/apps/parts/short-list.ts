/** Shows the beginning of a long list, and a button for the rest. */
import { html } from "./elements.js";

/**
 * Shows only the first `count` elements of `list`, or of these rows. The returned button, for a place below the list,
 * shows all; it is `null` if the list is not longer. After a change of the order, call `refresh`.
 */
export function shorten(
  list: HTMLElement | readonly HTMLElement[],
  count: number,
  noun: string,
): { button: HTMLElement | null; refresh: () => void } {
  const elements = () => (list instanceof HTMLElement ? [...list.children] : list);
  const { length } = elements();
  let all = length <= count;
  const button = all ? null : html("button", { type: "button", class: "more" });

  function refresh(): void {
    elements().forEach((element, index) => element.toggleAttribute("hidden", !all && index >= count));
    button?.setAttribute("aria-expanded", String(all));
    button?.replaceChildren(all ? "Show fewer" : `Show all ${length} ${noun}`);
  }

  button?.addEventListener("click", () => {
    all = !all;
    refresh();
  });
  refresh();
  return { button, refresh };
}
