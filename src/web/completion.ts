/**
 * Completes a symbol from the list of well-known ones, without a request.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
import { hasWord, isWellKnown, namedBesideShares, WELL_KNOWN } from "../contract/symbols/well-known-symbols.js";
import { element } from "./element.js";

const MOST = 7;

/** Returns the text without what people leave out: case, blanks and punctuation. */
const plain = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Returns the symbol that a text is, or whose name it is, that of an index or a future also in part: `s&p 500`; `undefined`
 * if it is not a well-known one.
 */
export function wellKnown(text: string): string | undefined {
  const upper = text.toUpperCase();
  if (isWellKnown(upper)) return upper;
  const named = WELL_KNOWN.find(([, names]) => names.some((each) => plain(each) === plain(text)));
  // One word may be a symbol: DOW is a share.
  return named?.[0] ?? (/\S\s\S/.test(text) ? namedBesideShares(text)?.symbol : undefined);
}

/** Returns the well-known symbols that begin with a text, then those with such a word in their name. */
export function completionsOf(text: string): typeof WELL_KNOWN {
  const wanted = text.trim().toUpperCase();
  if (wanted === "") return [];
  const begins = WELL_KNOWN.filter(([symbol]) => symbol.replace("^", "").startsWith(wanted.replace("^", "")));
  const named = WELL_KNOWN.filter((each) => !begins.includes(each) && hasWord(each, wanted));
  return [...begins, ...named].slice(0, MOST);
}

/** Shows completions below a field; `choose` receives the one that is chosen. */
export function complete(field: HTMLInputElement, list: HTMLElement, choose: (symbol: string) => void): () => void {
  let active = -1;

  function point(at: number): void {
    active = at;
    for (const [index, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", String(index === at));
    }
    if (at < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", list.children[at]!.id);
  }

  function open(found: ReturnType<typeof completionsOf>): void {
    list.replaceChildren(
      ...found.map(([symbol, names], index) => toOption(symbol, names.join(", "), index, () => pick(symbol))),
    );
    list.hidden = found.length === 0;
    field.setAttribute("aria-expanded", String(!list.hidden));
    point(-1);
  }

  const close = () => open([]);

  function pick(symbol: string): void {
    close();
    choose(symbol);
  }

  field.addEventListener("input", () => open(completionsOf(field.value)));
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (event) => {
    const { key, altKey, isComposing } = event;
    if (isComposing) return;
    if (key === "Escape" && !list.hidden) close();
    else if (key === "Escape" && field.value !== "") field.value = "";
    else if (key === "ArrowDown" || key === "ArrowUp") {
      if (list.hidden) open(completionsOf(field.value));
      const { length } = list.children;
      if (length === 0) return;
      // From the field itself, which counts as one more place, the arrows go to both ends of the list.
      if (!altKey) point(((active + (key === "ArrowDown" ? 2 : length + 1)) % (length + 1)) - 1);
    } else if (key === "Enter" && active >= 0) pick(list.children[active]!.getAttribute("data-symbol")!);
    else return;
    event.preventDefault();
  });
  return close;
}

function toOption(symbol: string, name: string, index: number, pick: () => void): HTMLElement {
  const words = [element("strong", {}, symbol), " ", element("span", {}, name)];
  const option = element("li", { id: `completion-${index}`, role: "option", "data-symbol": symbol }, ...words);
  // The field keeps the focus.
  option.addEventListener("mousedown", (event) => event.preventDefault());
  option.addEventListener("click", pick);
  return option;
}
