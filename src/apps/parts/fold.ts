/** Shows the upper part of a picture that is higher than hosts want in a conversation, and a button for the rest. */
import { html } from "./elements.js";

/** Height in pixels up to which hosts show a picture between messages without scrolling inside it. */
const MOST = 500;
/** The least that is shown of the content, below a long heading and above a long footer. */
const LEAST = 200;

/** Returns the content of a picture with the button below it, which is there while a part is folded away. */
export function foldable(content: readonly Node[]): Node[] {
  const button = html("button", { type: "button", class: "whole", hidden: "" }, "Show all");
  return [html("div", { class: "content" }, ...content), button];
}

/**
 * Creates the function that folds what `place` shows, to be called after each change of its size. A reader who asks for the
 * whole picture, by the button or by moving the focus into the folded part, keeps it whole; so does a host with the whole
 * window for it.
 */
export function createFold(place: HTMLElement): (mode: unknown) => void {
  /** The contents that the reader has unfolded; each answer has a new one. */
  const unfolded = new WeakSet<Element>();
  const partOf = () => place.querySelector<HTMLElement>(":scope > .content");

  function set(content: HTMLElement, height: number | null): void {
    const text = height === null ? "" : `${height}px`;
    if (content.style.maxHeight !== text) content.style.maxHeight = text;
    content.toggleAttribute("data-folded", height !== null);
    place.querySelector<HTMLElement>(":scope > .whole")?.toggleAttribute("hidden", height === null);
  }

  const unfold = (): void => {
    const content = partOf();
    if (!content?.hasAttribute("data-folded")) return;
    unfolded.add(content);
    set(content, null);
  };
  place.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.matches(".whole")) unfold();
  });
  place.addEventListener("focusin", ({ target }) => {
    const content = partOf();
    if (!content || !(target instanceof Element) || !content.contains(target)) return;
    if (target.getBoundingClientRect().bottom > content.getBoundingClientRect().bottom) {
      content.scrollTop = 0;
      unfold();
    }
  });

  return (mode) => {
    const content = partOf();
    if (!content) return;
    const around = place.getBoundingClientRect().height - content.getBoundingClientRect().height;
    const isHigh = Math.ceil(content.scrollHeight + around) > MOST;
    const isFolded = isHigh && mode !== "fullscreen" && !unfolded.has(content);
    if (!isFolded) return set(content, null);
    // The button takes room of its own as soon as it is there.
    if (!content.hasAttribute("data-folded")) set(content, LEAST);
    const rest = place.getBoundingClientRect().height - content.getBoundingClientRect().height;
    set(content, Math.max(LEAST, Math.floor(MOST - rest)));
  };
}
