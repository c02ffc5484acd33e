/** Text at the beginning and inside of a sentence. */

/** Returns the text with its first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a name as that of a type: `price-targets` → `PriceTargets`. */
export function toTypeName(name: string): string {
  return name.replace(/(?:^|[-_])(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** The beginning of an abbreviation, such as `SEC`, `P/E` or `S&P`, or a name that a title or label begins with. */
const KEEPS_CAPITAL = /^(?:[A-Z][A-Z/&]|(?:Bollinger|Sharpe|Treasury|Williams)\b)/;

/** Returns a title in the form for use inside a sentence: its first letter in lower case, but not that of `SEC` or a name. */
export function uncapital(title: string): string {
  return KEEPS_CAPITAL.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
