/**
 * Tracing of the stages of a question; without a tracer each stage costs one function call.
 *
 * The tracer is a module-level variable, because passing it through every stage from the socket to the upstream is not
 * worth it for a feature that is usually off.
 */

/** A running stage. */
export interface Span {
  /** Adds an attribute; never an address, a key or a caller's text. */
  set(attribute: string, value: string | number | boolean): void;
  /** Renames the stage once its name is known. */
  rename(name: string): void;
}

interface SpanOptions {
  /** Whether the stage serves a request (`server`) or sends one (`client`); by default neither. */
  kind?: "server" | "client";
  /** The parent span in the W3C header `traceparent`; a malformed value is ignored. */
  traceparent?: unknown;
}

export interface Tracer {
  run<T>(name: string, work: (span: Span) => Promise<T>, options: SpanOptions): Promise<T>;
  /** Records a stage that began at `startedAt` (monotonic milliseconds) and has just ended. */
  note(name: string, startedAt: number): void;
}

const NO_SPAN: Span = { set() {}, rename() {} };

let tracer: Tracer | undefined;

/** Sets the tracer of all further stages; `undefined` stops tracing. */
export function traceWith(one: Tracer | undefined): void {
  tracer = one;
}

/** Whether a tracer is set. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Returns the result of `work`, run as a child of the current stage. */
export function traced<T>(name: string, work: (span: Span) => Promise<T>, options: SpanOptions = {}): Promise<T> {
  return tracer ? tracer.run(name, work, options) : work(NO_SPAN);
}

/** Records a stage that began at `startedAt` (monotonic milliseconds) and has just ended. */
export function tracedSince(name: string, startedAt: number): void {
  tracer?.note(name, startedAt);
}
