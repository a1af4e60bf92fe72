// Traces in the sense of OpenTelemetry: a request, the jobs that follow from it and their calls of engines are one trace over all
// processes. Off unless the standard variables name a collector; then no library is loaded, and a call costs one comparison.
// Always true: a span holds names, ids, codes and counts, never text, keys or addresses; a collector that is away delays nothing.

import type { Environment } from "./settings.ts";

/** Values of a span. */
export type Attributes = { readonly [name: string]: string | number | undefined };

export interface Tracer extends AsyncDisposable {
  /** @param parent a `traceparent` of W3C; absent: the present span, if there is one */
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>, parent?: string): Promise<T>;
  /** The present span as a `traceparent`; null outside of one. */
  present(): string | null;
}

let tracer: Tracer | null = null;

/** Whether the standard variables ask for traces. */
export function wantsTraces(env: Environment): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === "true" || env.OTEL_TRACES_EXPORTER === "none") return false;
  return [env.OTEL_EXPORTER_OTLP_ENDPOINT, env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT].some(
    (value) => (value ?? "") !== "",
  );
}

/** Starts sending spans if they are wanted. Disposing sends the rest and stops. */
export async function startTracing(env: Environment): Promise<AsyncDisposable> {
  if (tracer !== null || !wantsTraces(env)) return { [Symbol.asyncDispose]: async () => undefined };
  const own = (await import("./open-telemetry.ts")).createTracer();
  tracer = own;
  return {
    async [Symbol.asyncDispose]() {
      tracer = null;
      await own[Symbol.asyncDispose]();
    },
  };
}

/** Runs `work` as a span of the present trace. */
export function traced<T>(
  name: string,
  attributes: () => Attributes,
  work: () => Promise<T>,
  parent?: string,
): Promise<T> {
  return tracer === null ? work() : tracer.span(name, attributes(), work, parent);
}

/** What a job stores, so that its spans belong to the trace of what enqueued it. */
export const presentTrace = (): string | null => tracer?.present() ?? null;

/** The header with which a receiver elsewhere continues the present trace; none outside of one. */
export function traceHeaders(): { readonly traceparent?: string } {
  const traceparent = presentTrace();
  return traceparent === null ? {} : { traceparent };
}
