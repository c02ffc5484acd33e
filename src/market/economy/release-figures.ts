/** Reads the figures of an economic release, which sources send as texts with a unit. */

/** The figures of an economic release as texts of a source, such as "-1.6", "1.2M", "3.4%". */
type ReleaseTexts = Readonly<Record<"actual" | "estimate" | "previous", unknown>>;

/**
 * Returns the figures as numbers, with their unit apart; no figure is converted. If they have different units, `unit`
 * names that of each: "actual: M, previous: K".
 */
export function toReleaseFigures(texts: ReleaseTexts) {
  const read = (["actual", "estimate", "previous"] as const).map((name) => ({ name, ...toFigure(texts[name]) }));
  const known = read.filter(({ value }) => value !== null);
  const units = new Set(known.map(({ unit }) => unit));
  const [only = null] = units;
  const unit = units.size < 2 ? only : known.map((each) => `${each.name}: ${each.unit ?? "none"}`).join(", ");
  const [actual, estimate, previous] = read.map(({ value }) => value);
  return { actual: actual!, estimate: estimate!, previous: previous!, unit };
}

const FIGURE = /^([+-]?(?:\d{1,15}(?:\.\d{0,10})?|\.\d{1,10})) ?([%KMBT]?)$/;

function toFigure(value: unknown): { value: number | null; unit: string | null } {
  if (typeof value === "number" && Number.isFinite(value)) return { value, unit: null };
  const [, digits, unit] = FIGURE.exec(typeof value === "string" ? value.trim().replaceAll(",", "") : "") ?? [];
  if (digits === undefined) return { value: null, unit: null };
  return { value: Number(digits), unit: unit === "" ? null : unit! };
}
