/** Compares a provider's figures of a period with those that the company filed. */
import type { Kind } from "../../contract/field-facts.js";
import { toSixDigits } from "../../contract/values.js";

/** Why figures differ by one factor: a split of the shares, another currency, or thousands in place of units. */
export const FACTOR_KINDS = ["split", "currency", "scale"] as const;
type FactorKind = (typeof FACTOR_KINDS)[number];

/** How a provider's figure relates to the filed one. */
export const FIGURE_VERDICTS = [
  "equal",
  "rounding",
  "differs",
  "notInFiling",
  "notAtProvider",
  ...FACTOR_KINDS,
] as const;
type FigureVerdict = (typeof FIGURE_VERDICTS)[number];

/** A figure from both sides; `null` where a side has none. */
interface ComparedFigure {
  field: string;
  ours: number | null;
  filed: number | null;
  verdict: FigureVerdict;
}

/** A factor by which several figures differ: the provider's figure / the filed one; in a split that of the shares. */
interface CommonFactor {
  kind: FactorKind;
  factor: number;
  fields: number;
}

type Figures = Readonly<Record<string, unknown>>;
/** Returns what a field measures: an amount a share (`price`), a number of shares, or an amount of money. */
type KindOf = (field: string) => Kind;

/** Returns the verdict on each field that both sides can have, in their order, and a common factor if there is one. */
export function compareFigures(
  fields: readonly string[],
  ours: Figures,
  filed: Figures,
  kindOf: KindOf,
): { figures: ComparedFigure[]; commonFactor: CommonFactor | null } {
  const figures = fields.flatMap((field): ComparedFigure[] => {
    const [one, other] = [toFigure(ours[field]), toFigure(filed[field])];
    return one === null && other === null ? [] : [{ field, ours: one, filed: other, verdict: judge(one, other) }];
  });
  const found = findSplit(figures, kindOf) ?? findScale(figures, kindOf) ?? findCurrency(figures, kindOf);
  if (!found) return { figures, commonFactor: null };
  const { kind, factor, explained } = found;
  for (const figure of explained) figure.verdict = kind;
  return { figures, commonFactor: { kind, factor: toSixDigits(factor)!, fields: explained.length } };
}

function toFigure(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** The largest part of a figure that rounding changes; small figures in millions have two digits. */
const MOST_ROUNDING = 0.05;

function judge(ours: number | null, filed: number | null): FigureVerdict {
  if (filed === null) return "notInFiling";
  if (ours === null) return "notAtProvider";
  if (ours === filed) return "equal";
  // Two figures of the same precision that are one digit apart are no rounding of each other.
  const unit = Math.max(lastDigit(ours), lastDigit(filed));
  const isSame = Math.abs(ours - filed) / unit < 1 - 1e-6 && isNear(ours, filed, MOST_ROUNDING);
  return isSame ? "rounding" : "differs";
}

/**
 * Returns the value of a figure's last digit that is not 0; at most a million, the coarsest unit in which accounts are
 * filed.
 */
function lastDigit(value: number): number {
  if (value === 0) return 0;
  if (Number.isInteger(value)) return [1e6, 1e5, 1e4, 1e3, 100, 10].find((digit) => value % digit === 0) ?? 1;
  return 10 ** -(/\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0);
}

interface Explanation {
  kind: FactorKind;
  factor: number;
  explained: ComparedFigure[];
}

/** A figure that differs, with ours / filed. */
type Quotient = { figure: ComparedFigure; quotient: number };

function quotientsOf(figures: readonly ComparedFigure[], isWanted: (field: string) => boolean): Quotient[] {
  return figures.flatMap((figure) => {
    const { field, ours, filed, verdict } = figure;
    const quotient = ours !== null && filed !== null && filed !== 0 ? ours / filed : 0;
    return verdict === "differs" && quotient > 0 && isWanted(field) ? [{ figure, quotient }] : [];
  });
}

const isNear = (value: number, wanted: number, tolerance: number) => Math.abs(value / wanted - 1) <= tolerance;

/** The new shares for one old share of splits that occur, and the reverse. */
const SPLITS = [1.2, 1.25, 4 / 3, 1.5, 2.5, ...Array.from({ length: 99 }, (_, at) => at + 2)];
/** Shares by one factor and amounts a share by its inverse; the latter have few digits. */
function findSplit(figures: readonly ComparedFigure[], kindOf: KindOf): Explanation | undefined {
  const byShares = quotientsOf(figures, (field) => kindOf(field) === "shares");
  const perShare = quotientsOf(figures, (field) => kindOf(field) === "price");
  const factor = byShares[0]?.quotient ?? (perShare[0] && 1 / perShare[0].quotient);
  if (factor === undefined || byShares.length + perShare.length < 2) return undefined;
  const known = SPLITS.flatMap((split) => [split, 1 / split]).find((split) =>
    isNear(factor, split, byShares.length > 0 ? 0.005 : 0.02),
  );
  if (known === undefined) return undefined;
  const explained = [
    ...byShares.filter(({ quotient }) => isNear(quotient, known, 0.005)),
    ...perShare.filter(({ figure, quotient }) => isNear(quotient, 1 / known, 0.02) || isCentOff(figure, known)),
  ];
  return explained.length < 2
    ? undefined
    : { kind: "split", factor: known, explained: explained.map(({ figure }) => figure) };
}

/** Whether an amount a share is the filed one after the split, rounded to a cent. */
function isCentOff({ ours, filed }: ComparedFigure, factor: number): boolean {
  return Math.abs(ours! - filed! / factor) <= 0.01;
}

const SCALES = [1e3, 1e6, 1e-3, 1e-6];

function findScale(figures: readonly ComparedFigure[], kindOf: KindOf): Explanation | undefined {
  const quotients = quotientsOf(figures, (field) => kindOf(field) !== "price");
  for (const factor of SCALES) {
    const explained = quotients.filter(({ quotient }) => isNear(quotient, factor, 0.001));
    if (explained.length > 1) return { kind: "scale", factor, explained: explained.map(({ figure }) => figure) };
  }
  return undefined;
}

/** The fewest amounts that show a rate of exchange. */
const FEWEST = 3;

/** Nearly all amounts by one factor. A period's flows and its balances are converted at rates of different days. */
function findCurrency(figures: readonly ComparedFigure[], kindOf: KindOf): Explanation | undefined {
  const isMoney = (field: string) => kindOf(field) === "money";
  const quotients = quotientsOf(figures, (field) => kindOf(field) !== "shares");
  const amounts = quotients.filter(({ figure }) => isMoney(figure.field));
  const inBoth = figures.filter(
    ({ field, ours, filed }) => isMoney(field) && ours !== null && filed !== null && filed !== 0,
  );
  const middle = amounts.map(({ quotient }) => quotient).toSorted((one, other) => one - other)[amounts.length >> 1];
  if (middle === undefined) return undefined;
  const explained = quotients.filter(({ quotient }) => isNear(quotient, middle, 0.005));
  const converted = explained.filter(({ figure }) => isMoney(figure.field)).length;
  if (converted < FEWEST || converted < inBoth.length * 0.8) return undefined;
  return { kind: "currency", factor: middle, explained: explained.map(({ figure }) => figure) };
}
