/** How the fields of statements are filled from tags. */

/** The unit of a figure, and whether it is of a period or of its end. */
type Measure = "flow" | "balance" | "perShare" | "shares";

/** How a field is filled. */
export interface Rule {
  measure: Measure;
  /** In order of preference; of several in a list the largest value counts. `ifrs:` stands for the taxonomy of IFRS. */
  tags: readonly (string | readonly string[])[];
  /** The taxonomy counts payments as positive, statements as negative. */
  negated?: boolean;
}

/** Returns the rule of a field with this measure. */
export const of = (measure: Measure, ...tags: Rule["tags"]): Rule => ({ measure, tags });
/** Returns the rule of an amount of a period. */
export const flow = (...tags: Rule["tags"]) => of("flow", ...tags);
/** Returns the rule of an amount at the end of a period. */
export const balance = (...tags: Rule["tags"]) => of("balance", ...tags);
/** Returns the rule with the sign turned. */
export const negated = (rule: Rule): Rule => ({ ...rule, negated: true });

/** The rules of a statement by field, in the order of a record; a field without a rule is computed. */
export type Rules = Readonly<Record<string, Rule | undefined>>;

/** The tags of depreciation, of the income statement and of the cash flow statement. */
export const DEPRECIATION = [
  "DepreciationDepletionAndAmortization",
  "DepreciationAmortizationAndAccretionNet",
  "DepreciationAndAmortization",
];
