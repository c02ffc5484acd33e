/**
 * The library's indicators against values that provider A published for the same candles: hours of AAPL in January
 * 2024, n = 14, oldest first (`recorded-indicators.json`).
 */
import { readFileSync } from "node:fs";
import { BollingerBands, EMA, RSI, SMA, WilliamsR } from "trading-signals";
import { describe, expect, it } from "vitest";

type Recorded = Record<"high" | "low" | "close" | "sma" | "ema" | "rsi" | "williams" | "standardDeviation", number>;
const RECORDED = JSON.parse(readFileSync(new URL("recorded-indicators.json", import.meta.url), "utf8")) as Recorded[];
const N = 14;
const closes = RECORDED.map(({ close }) => close);

/** The greatest difference between the library's values and the recorded ones, from the fourteenth bar on. */
function differenceFrom<Input, Result>(
  name: keyof Recorded,
  indicator: { add(input: Input): unknown; isStable: boolean; getResult(): Result },
  inputs: readonly Input[],
  toValue: (result: Result) => number = Number,
): number {
  const ours = inputs.map((input) => {
    indicator.add(input);
    return indicator.isStable ? toValue(indicator.getResult()) : Number.NaN;
  });
  const theirs = RECORDED.slice(N - 1).map((row) => row[name]);
  return Math.max(...ours.slice(-theirs.length).map((value, at) => Math.abs(value - theirs[at]!)));
}

describe("indicators, compared with recorded values of an upstream,", () => {
  it("have the same mean", () => {
    expect(differenceFrom("sma", new SMA(N), closes)).toBeLessThan(1e-10);
  });

  it("have the same population deviation: a band of one deviation is that far from the mean", () => {
    const bands = new BollingerBands(N, 1);
    const difference = differenceFrom("standardDeviation", bands, closes, (band) => band!.upper - band!.middle);
    expect(difference).toBeLessThan(1e-10);
  });

  it("have the same Williams %R", () => {
    expect(differenceFrom("williams", new WilliamsR(N), RECORDED)).toBeLessThan(1e-10);
  });

  it("have the same exponential mean, when it starts from the recorded one", () => {
    const inputs = [RECORDED[0]!.ema, ...closes.slice(1)];
    expect(differenceFrom("ema", new EMA(N), inputs)).toBeLessThan(1e-3);
  });

  it("have the same strength index by Wilder's smoothing, when it starts from the recorded one", () => {
    const inputs = [...beforeFirst(), ...closes.slice(1)];
    expect(differenceFrom("rsi", new RSI(N), inputs)).toBeLessThan(1e-3);
  });
});

/**
 * Fourteen changes that end at the first recorded close with the mean gain and loss of the recording. Their ratio is
 * that of the first index; their size follows from the second index: (13 × gain + rise) / (13 × loss + fall).
 */
function beforeFirst(): number[] {
  const ratio = (rsi: number) => rsi / (100 - rsi);
  const [first, second] = [ratio(RECORDED[0]!.rsi), ratio(RECORDED[1]!.rsi)];
  const change = closes[1]! - closes[0]!;
  const [rise, fall] = [Math.max(change, 0), Math.max(-change, 0)];
  const loss = (rise - second * fall) / ((N - 1) * (second - first));
  const gain = first * loss;
  const made = [closes[0]! + N * (loss - gain), closes[0]! - N * gain, closes[0]!];
  return [...Array.from({ length: N - 2 }, () => made[0]!), ...made];
}
