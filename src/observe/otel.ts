/**
 * OpenTelemetry: sends traces to a collector. This file is loaded only when a collector is configured, because the
 * libraries are as large as the rest of the program.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  createTraceState,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as OtelSpan,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { traceWith, type Span, type Tracer } from "../lib/tracing.js";
import { within } from "../lib/within.js";
import type { Logger } from "../lib/log.js";

const NAME = "market-data-mcp";
/** Milliseconds that the program waits at its end for the last traces to be sent. */
const FLUSH_MS = 1_000;
/** Minimum time in milliseconds between two warnings about the collector. */
const WARNING_MS = 60_000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/**
 * Starts tracing; `stop` sends the remaining traces, within one second.
 *
 * The libraries read address, sampling and service name from the `OTEL_…` variables. Spans wait in
 * a bounded queue and are dropped when it is full.
 */
export function startTracing(version: string, log: Logger): { stop: () => Promise<void> } {
  logLibraryErrors(log);
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": NAME, "service.version": version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  traceWith(createTracer(provider.getTracer(NAME, version)));
  return {
    async stop() {
      traceWith(undefined);
      await within(FLUSH_MS, provider.shutdown()).catch(() => {});
    },
  };
}

/**
 * Logs that the libraries report errors, without their text, which can contain the collector's
 * address and keys.
 */
function logLibraryErrors(log: Logger): void {
  let last = -Infinity;
  const warn = () => {
    if (performance.now() - last < WARNING_MS) return;
    last = performance.now();
    log.warn({
      event: "traces",
      message: "Traces cannot be delivered to the collector; see OTEL_EXPORTER_OTLP_ENDPOINT.",
    });
  };
  const ignore = () => {};
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

function createTracer(tracer: ReturnType<BasicTracerProvider["getTracer"]>): Tracer {
  const contexts = new AsyncLocalStorage<Context>();
  const currentContext = () => contexts.getStore() ?? ROOT_CONTEXT;

  return {
    async run(name, work, { kind, traceparent, tracestate }) {
      const parent = parseParent(traceparent, tracestate) ?? currentContext();
      const span = tracer.startSpan(name, { kind: kind ? KINDS[kind] : SpanKind.INTERNAL }, parent);
      try {
        return await contexts.run(trace.setSpan(parent, span), () => work(toSpan(span)));
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute("error.type", typeOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    note(name, startedAt) {
      tracer.startSpan(name, { startTime: performance.timeOrigin + startedAt }, currentContext()).end();
    },
  };
}

function toSpan(span: OtelSpan): Span {
  return {
    set: (attribute, value) => void span.setAttribute(attribute, value),
    rename: (name) => void span.updateName(name),
  };
}

/**
 * Returns the kind of a failure for the span; the failure's message is left out because it may contain a caller's text.
 */
function typeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "unknown";
  if ("reason" in error && typeof error.reason === "string") return error.reason;
  if ("kind" in error && typeof error.kind === "string") return error.kind;
  return error instanceof Error ? error.name : "unknown";
}

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const MAX_STATE = 512;

/** Parses the context that a caller sends (W3C Trace Context); `undefined` if it is malformed. */
function parseParent(traceparent: unknown, tracestate: unknown): Context | undefined {
  if (typeof traceparent !== "string") return undefined;
  const [, version, traceId, spanId, flags, rest] = TRACEPARENT.exec(traceparent) ?? [];
  if (!version || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId!) || /^0+$/.test(spanId!)) return undefined;
  const hasState = typeof tracestate === "string" && tracestate.length <= MAX_STATE;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: traceId!,
    spanId: spanId!,
    traceFlags: Number.parseInt(flags!, 16) & TraceFlags.SAMPLED,
    isRemote: true,
    ...(hasState ? { traceState: createTraceState(tracestate) } : {}),
  });
}
