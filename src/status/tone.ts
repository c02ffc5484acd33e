/** The tone of a state, from good to bad: a colour, and a shape for readers who do not see colours. */
import { html, Html } from "./html.js";

export type Tone = "good" | "mind" | "bad" | "calm";

const SHAPES: Readonly<Record<Tone, string>> = {
  good: '<circle cx="12" cy="12" r="10"/><path class="cut" d="m7.5 12.5 3 3 6-6.5"/>',
  mind: '<path d="M12 2 23 21.5H1z"/><path class="cut" d="M12 9v6m0 3v.2"/>',
  bad: '<path d="M7.5 1.5h9l6 6v9l-6 6h-9l-6-6v-9z"/><path class="cut" d="m8.5 8.5 7 7m0-7-7 7"/>',
  calm: '<circle cx="12" cy="12" r="10"/><path class="cut" d="M7.5 12h9"/>',
};

/** Returns the shape of a tone; the page states its meaning in words next to it. */
export function toneIcon(tone: Tone): Html {
  return html`<svg class="tone ${tone}" viewBox="0 0 24 24" aria-hidden="true">${new Html(SHAPES[tone])}</svg>`;
}
