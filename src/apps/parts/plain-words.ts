/** The text of a failed call without what only models and programs can use: tools, parameters and how to call them. */

/** A parameter or tool, an option of the command line, a field, or a parameter whose name is also a word. */
const CODE = /\b[a-z\d]+(?:_[a-z\d]+)+\b|--[a-z]|\b[a-z]{2,}[A-Z]\w*|\b(?:fields|limit|null)\b|^ask for\b/;

/** Returns the sentences for people; a sentence of several clauses loses those that are not for them. */
export function plainWords(text: string): string {
  return text
    .replace(/"([a-z][a-z_]*)"/g, (_, name: string) => name.replaceAll("_", " "))
    .split(/(?<=[.!?])\s+(?=\S)/)
    .flatMap((sentence) => {
      const clauses = sentence.replace(/[.]$/, "").split(/; |, and /);
      const kept = clauses.filter((clause) => !CODE.test(clause));
      return kept.length === clauses.length ? [sentence] : kept.length > 0 ? [`${kept.join("; ")}.`] : [];
    })
    .join(" ");
}
