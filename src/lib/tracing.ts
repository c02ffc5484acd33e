/**
 * Where a trace is made of what a question goes through; without a tracer it
 * costs a function call.
 *
 * The one thing of ours that is not handed in: each stage, from the socket to
 * the upstream, would have to hand it on, for what is off nearly everywhere.
 */

/** A stage as it runs. */
export interface Span {
  /** Adds what is known of it; never an address, a key or what a caller wrote. */
  set(attribute: string, value: string | number | boolean): void;
  /** Gives it the name that turned out to be its own. */
  rename(name: string): void;
}

export interface SpanOptions {
  /** What it is to others: asked by them, or asking them; by default neither. */
  kind?: "server" | "client";
  /** Who asked, as the W3C header `traceparent` says it; what is malformed counts for nothing. */
  traceparent?: unknown;
  tracestate?: unknown;
}

export interface Tracer {
  run<T>(name: string, work: (span: Span) => Promise<T>, options: SpanOptions): Promise<T>;
  /** Notes a stage that began at `startedAt` (monotonic milliseconds) and has just ended. */
  note(name: string, startedAt: number): void;
}

const NO_SPAN: Span = { set() {}, rename() {} };

let tracer: Tracer | undefined;

/** Has every stage traced from now on; with nothing, none. */
export function traceWith(one: Tracer | undefined): void {
  tracer = one;
}

/** Whether a stage is worth describing. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/** What `work` gives, run as a stage of whatever stage it is called in. */
export function traced<T>(name: string, work: (span: Span) => Promise<T>, options: SpanOptions = {}): Promise<T> {
  return tracer ? tracer.run(name, work, options) : work(NO_SPAN);
}

/** Notes a stage after the fact, by when it began. */
export function tracedSince(name: string, startedAt: number): void {
  tracer?.note(name, startedAt);
}
