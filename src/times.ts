/** A Prometheus histogram that costs who observes next to nothing. */
import { Histogram, type Registry } from "prom-client";

/** The times of one label's value. `prom-client` looks its labels up at each observation, which takes microseconds. */
export class Times {
  /** Observations by bucket, the last one for those beyond all bounds. */
  readonly counts: number[];
  sum = 0;
  readonly #bounds: readonly number[];

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < this.#bounds.length && seconds > this.#bounds[bucket]!) bucket++;
    this.counts[bucket]!++;
    this.sum += seconds;
  }
}

export interface TimesOptions {
  name: string;
  help: string;
  label: string;
  buckets: readonly number[];
  registers: Registry[];
}

/** A histogram over one label whose children are kept by whoever observes. */
export class TimesHistogram extends Histogram<string> {
  readonly #options: TimesOptions;
  readonly #times = new Map<string, Times>();

  constructor(options: TimesOptions) {
    const { name, help, label, buckets, registers } = options;
    super({ name, help, labelNames: [label], buckets: [...buckets], registers });
    this.#options = options;
  }

  /** The times under `value`; made when first asked for. */
  of(value: string): Times {
    let times = this.#times.get(value);
    if (!times) this.#times.set(value, (times = new Times(this.#options.buckets)));
    return times;
  }

  /** What `prom-client` makes both its text and its data of; its types do not name it. */
  async getForPromString(): Promise<object> {
    const { name, help, label, buckets } = this.#options;
    const values = [...this.#times].flatMap(([value, { counts, sum }]) => {
      const sample = (suffix: string, number: number, le?: number | string) => ({
        metricName: `${name}_${suffix}`,
        labels: { ...(le === undefined ? {} : { le }), [label]: value },
        sharedLabels: {},
        value: number,
      });
      let count = 0;
      const rows = [...buckets, "+Inf"].map((le, bucket) => sample("bucket", (count += counts[bucket]!), le));
      return [...rows, sample("sum", sum), sample("count", count)];
    });
    return { name, help, type: "histogram", aggregator: "sum", values };
  }
}
