/** HTML in template literals: inserted values are escaped, unless they are `Html`. */

/** Safe HTML that is inserted unchanged. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Part = string | number | Html | readonly Html[];

/** `html\`<b>${name}</b>\``: every value is escaped; lists of HTML are joined. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  // Without the indentation, which would be a tenth of the page.
  const lines = literals.map((literal) => literal.replace(/\n\s+/g, "\n"));
  return new Html(lines.reduce((text, line, each) => text + toHtmlText(parts[each - 1]!) + line));
}

function toHtmlText(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.join("");
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
