/** A row of joined buttons of which one is pressed. */
import { html } from "./elements.js";

interface Segment {
  value: string;
  text: string;
  /** The full text, if `text` is an abbreviation. */
  title?: string;
}

/** Returns the buttons; `choose` is called with the value of the one that is clicked. */
export function segments(
  label: string,
  all: readonly Segment[],
  pressed: string | undefined,
  choose: (value: string) => void,
): HTMLElement {
  return html(
    "div",
    { class: "segments", role: "group", "aria-label": label },
    ...all.map(({ value, text, title = text }) => {
      const button = html(
        "button",
        { type: "button", "aria-pressed": String(value === pressed), title, "data-value": value },
        text,
      );
      button.addEventListener("click", () => choose(value));
      return button;
    }),
  );
}

/** Shows another button as pressed. */
export function press(group: HTMLElement, value: string): void {
  for (const button of group.querySelectorAll("button"))
    button.setAttribute("aria-pressed", String(button.dataset["value"] === value));
}

/** Returns the focus to the button with this value after the page was redrawn. */
export function focusSegment(value: string): void {
  document.querySelector<HTMLElement>(`.segments [data-value="${CSS.escape(value)}"]`)?.focus();
}
