/** Which form of an answer a request's `Accept` header prefers. */

/** A form of an answer: JSON or CSV. */
type Form = "json" | "csv";

const TYPES: Readonly<Record<Form, string>> = { json: "application/json", csv: "text/csv" };

/**
 * Returns the form that an `Accept` header prefers; `undefined` if it allows neither.
 *
 * CSV is preferred if the header allows it more than JSON, or names `text/csv` and JSON only by a wildcard. A header
 * without a media type allows everything.
 */
export function chooseForm(accept: string | undefined): Form | undefined {
  if (accept === undefined || accept === "*/*" || accept === TYPES.json) return "json";
  const weights = new Map(accept.split(",", MAX_TYPES).flatMap(toWeight));
  if (weights.size === 0) return "json";
  const [json, csv] = [weightOf(TYPES.json, weights), weightOf(TYPES.csv, weights)];
  if (json === 0 && csv === 0) return undefined;
  const namesCsvOnly = weights.has(TYPES.csv) && !weights.has(TYPES.json);
  return csv > json || (csv > 0 && namesCsvOnly) ? "csv" : "json";
}

/** Limit of media types that are read; no client lists as many. */
const MAX_TYPES = 50;

function weightOf(type: string, weights: ReadonlyMap<string, number>): number {
  return weights.get(type) ?? weights.get(`${type.slice(0, type.indexOf("/"))}/*`) ?? weights.get("*/*") ?? 0;
}

function toWeight(range: string): [type: string, weight: number][] {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  if (!type.includes("/")) return type === "*" ? [["*/*", 1]] : [];
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return [[type, weight === undefined ? 1 : Number(weight) || 0]];
}
