/** Notes on units, for readers of bare numbers; pictures leave them out, because they show units with the figures. */

const START = "Units: ";

/** Returns the note; `text` says which figures are ratios, percent and so on. */
export function toUnitNote(text: string): string {
  return `${START}${text}`;
}

export function isUnitNote(note: string): boolean {
  return note.startsWith(START);
}
