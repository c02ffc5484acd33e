/** A strict parser of Prometheus text (format 0.0.4): any violation is an error. */

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Family {
  name: string;
  type: string;
  help: string;
  samples: Sample[];
}

const TYPES = new Set(["counter", "gauge", "histogram", "summary", "untyped"]);
const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)(?: -?\d+)?$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(,|$)/y;

/** Returns the metric families by name. @throws when a line, a name, a label, a value or their order is wrong. */
export function readPrometheus(text: string): Map<string, Family> {
  if (!text.endsWith("\n")) throw new Error("does not end with a line feed");
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let family: Family | undefined;
  let help: { name: string; text: string } | undefined;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [, kind, name, rest] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (kind === "HELP") {
      help = { name: name!, text: rest! };
    } else if (kind === "TYPE") {
      if (!NAME.test(name!) || !TYPES.has(rest!)) throw new Error(`bad type: ${line}`);
      if (families.has(name!)) throw new Error(`twice: ${name}`);
      if (help?.name !== name) throw new Error(`no help: ${name}`);
      family = { name: name!, type: rest!, help: help!.text, samples: [] };
      families.set(name!, family);
    } else {
      const sample = readSample(line);
      if (!family || !belongs(sample.name, family)) throw new Error(`outside its family: ${line}`);
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).toSorted())}`;
      if (seen.has(key)) throw new Error(`twice: ${line}`);
      seen.add(key);
      family.samples.push(sample);
    }
  }
  for (const each of families.values()) check(each);
  return families;
}

function readSample(line: string): Sample {
  const [, name, inBraces = "", value] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`not a sample: ${line}`);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < inBraces.length) {
    const found = LABEL.exec(inBraces);
    if (!found || Object.hasOwn(labels, found[1]!)) throw new Error(`bad labels: ${line}`);
    labels[found[1]!] = found[2]!;
  }
  const number = value === "+Inf" ? Infinity : value === "-Inf" ? -Infinity : Number(value);
  // Prometheus accepts NaN in any letter case, and prom-client writes "Nan".
  if (Number.isNaN(number) && value!.toLowerCase() !== "nan") throw new Error(`bad value: ${line}`);
  return { name, labels, value: number };
}

function belongs(name: string, { name: family, type }: Family): boolean {
  if (type === "histogram") return [`${family}_bucket`, `${family}_sum`, `${family}_count`].includes(name);
  if (type === "summary") return [family, `${family}_sum`, `${family}_count`].includes(name);
  return name === family;
}

/**
 * @throws when a counter does not end in `_total` or is negative, when a gauge has the suffix of another type, or when
 * the buckets of a histogram do not grow up to its count.
 */
function check({ name, type, samples }: Family): void {
  if (type === "counter") {
    if (!name.endsWith("_total")) throw new Error(`a counter without _total: ${name}`);
    if (samples.some(({ value }) => !(value >= 0))) throw new Error(`a negative counter: ${name}`);
  }
  if (type === "gauge" && /_(?:total|count|sum|bucket)$/.test(name))
    throw new Error(`a gauge with another type's suffix: ${name}`);
  if (type !== "histogram") return;
  const series = new Map<string, Sample[]>();
  for (const sample of samples.filter((each) => each.name.endsWith("_bucket"))) {
    const { le: _bound, ...labels } = sample.labels;
    const key = JSON.stringify(labels);
    series.set(key, [...(series.get(key) ?? []), sample]);
  }
  for (const [key, buckets] of series) {
    const bounds = buckets.map(({ labels }) => (labels["le"] === "+Inf" ? Infinity : Number(labels["le"])));
    const rising = (numbers: number[], strictly: boolean) =>
      numbers.every(
        (number, index) => index === 0 || number > numbers[index - 1]! || (!strictly && number === numbers[index - 1]),
      );
    const counts = buckets.map(({ value }) => value);
    const count = samples.find((each) => each.name === `${name}_count` && JSON.stringify(each.labels) === key);
    const whole = bounds.at(-1) === Infinity && count?.value === counts.at(-1);
    if (!rising(bounds, true) || !rising(counts, false) || !whole) throw new Error(`bad buckets: ${name} ${key}`);
  }
}

/** Returns the value of the one sample that has at least these labels; 0 when there is none. */
export function valueOf(families: Map<string, Family>, name: string, labels: Record<string, string> = {}): number {
  const found = [...families.values()]
    .flatMap(({ samples }) => samples)
    .filter(
      (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    );
  if (found.length > 1) throw new Error(`several samples: ${name} ${JSON.stringify(labels)}`);
  return found[0]?.value ?? 0;
}
