/** Figures below each other on the status page, each beside its name. */
import { html, type Html } from "./html.js";

/** Returns a line for each name and value. */
export function nameRows(rows: readonly (readonly [name: string, value: string | Html])[]): Html {
  return html`<dl class="rows">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
