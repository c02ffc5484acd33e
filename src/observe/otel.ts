/**
 * OpenTelemetry: sends traces to a collector. This file is loaded only when a collector is configured, because the
 * libraries are as large as the rest of the program.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
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
 * The libraries read address, sampling and service name from the `OTEL_…` variables. Spans wait in a bounded queue and
 * are dropped when it is full.
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

/** Logs that the libraries report errors, without their text, which can contain the collector's address and keys. */
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
  const propagator = new W3CTraceContextPropagator();

  return {
    async run(name, work, { kind, traceparent }) {
      // The context that a caller sends; unchanged if it sends none or a malformed one.
      const parent = propagator.extract(currentContext(), { traceparent }, defaultTextMapGetter);
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
