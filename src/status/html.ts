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
  return new Html(literals.reduce((text, literal, each) => text + toHtmlText(parts[each - 1]!) + literal));
}

function toHtmlText(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.join("");
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
