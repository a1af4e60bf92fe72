// The OpenTelemetry library. Loaded only when traces are wanted.

import { context, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { faultFields } from "./log.ts";
import type { Attributes, Tracer } from "./tracing.ts";
import { VERSION } from "./version.ts";

const propagator = new W3CTraceContextPropagator();
const carrier = {
  get: (values: { readonly [name: string]: string }, name: string) => values[name],
  keys: (values: { readonly [name: string]: string }) => Object.keys(values),
  set: (values: { [name: string]: string }, name: string, value: string) => {
    values[name] = value;
  },
};

export function createTracer(): Tracer {
  const own = resourceFromAttributes({ "service.name": "fullcast", "service.version": VERSION });
  const provider = new BasicTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES count more.
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const tracer = provider.getTracer("fullcast", VERSION);
  return {
    async span(name, attributes, work, parent) {
      const around =
        parent === undefined ? context.active() : propagator.extract(ROOT_CONTEXT, { traceparent: parent }, carrier);
      const span = tracer.startSpan(name, { attributes: given(attributes) }, around);
      try {
        return await context.with(trace.setSpan(around, span), work);
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    present() {
      const values: { [name: string]: string } = {};
      propagator.inject(context.active(), values, carrier);
      return values.traceparent ?? null;
    },
    async [Symbol.asyncDispose]() {
      await provider.shutdown().catch(() => undefined);
      context.disable();
      contexts.disable();
    },
  };
}

/** A message of an error may quote a text; its name, code and place may be sent. */
function fail(span: Span, error: unknown): void {
  const { error: name, code, at } = faultFields(error);
  span.setStatus({ code: SpanStatusCode.ERROR });
  for (const [key, value] of Object.entries({ "error.type": name, "error.code": code, "error.place": at })) {
    if (typeof value === "string") span.setAttribute(key, value);
  }
}

function given(attributes: Attributes): { [name: string]: string | number } {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
