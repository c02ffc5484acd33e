/** Text at the beginning and inside of a sentence. */

/** Returns the text with its first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a name as that of a type: `price-targets` → `PriceTargets`. */
export function toTypeName(name: string): string {
  return name.replace(/(?:^|[-_])(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Returns a title in the form for use inside a sentence: its first letter in lower case, but not that of `SEC` or `P/E`. */
export function uncapital(title: string): string {
  return /^[A-Z](?:[A-Z]|\/)/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
