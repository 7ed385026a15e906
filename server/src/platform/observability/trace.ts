import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  diag,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { seconds } from '../runtime/clock.ts';
import type { Config } from '../runtime/config.ts';
import type { Log } from './log.ts';

// Shows where time goes between a tap and the update on the screen: spans, sent over OTLP to a collector. Off unless
// TRACES_URL is set. A trace begins only at one of our calls or jobs, and only sampled ones are continued: untraced
// work costs a comparison. Attributes describe the work and its size, never its user: no ids, names, amounts or
// addresses of people (docs/explanation/observability.md).

let tracer: Tracer | undefined;
const active = new AsyncLocalStorage<Span | undefined>();
/** The traces of items that are later processed together with others. */
const carriers = new WeakMap<object, SpanContext>();

export const isTracing = (): boolean => tracer !== undefined;

/** Starts sending spans, if configured. The returned function sends the remaining ones. */
export async function openTraces(
  { TRACES_URL: url, TRACES_RATIO: ratio }: Config,
  roles: readonly string[],
  log: Log,
): Promise<() => Promise<void>> {
  if (!url) return async () => {};
  // The libraries are loaded only where they are used.
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  tellTrouble(log);
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: seconds(3) });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.namespace': 'glasshouse', 'service.name': roles.join('+') }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    // Spans beyond this queue are dropped; nothing waits for the collector.
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, maxQueueSize: 4096, scheduledDelayMillis: seconds(1) })],
  });
  tracer = provider.getTracer('glasshouse');
  return async () => {
    tracer = undefined;
    await provider.shutdown().catch(() => {});
  };
}

/** An unreachable collector is logged once a minute, without its answer. */
function tellTrouble(log: Log): void {
  let said = Number.NEGATIVE_INFINITY;
  const tell = () => {
    if (performance.now() - said < seconds(60)) return;
    said = performance.now();
    log.warn('traces: the collector is unreachable or rejects spans');
  };
  const nothing = () => {};
  diag.setLogger({ error: tell, warn: nothing, info: nothing, debug: nothing, verbose: nothing });
}

const under = (parent: SpanContext): Context => trace.setSpanContext(ROOT_CONTEXT, parent);

/**
 * Does the work in a span, which ends with it. Of an error only the name is recorded, because its text may be about
 * people.
 */
function inSpan<T>(span: Span, work: () => T): T {
  const fail = (error: unknown) => {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : typeof error });
    span.end();
  };
  try {
    const done = active.run(span, work);
    if (done instanceof Promise) done.then(() => span.end(), fail);
    else span.end();
    return done;
  } catch (error) {
    fail(error);
    throw error;
  }
}

/** Begins a trace, for the configured share of calls and jobs. */
export function beginTrace<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span | undefined) => T,
  kind = SpanKind.SERVER,
): T {
  if (!tracer) return work(undefined);
  const span = tracer.startSpan(name, { kind, attributes, root: true }, ROOT_CONTEXT);
  return span.isRecording() ? inSpan(span, () => work(span)) : untraced(() => work(undefined));
}

/** Adds a span to the current trace, if there is one. */
export function traced<T>(name: string, attributes: Attributes, work: () => T, kind = SpanKind.INTERNAL): T {
  const parent = tracer && active.getStore();
  if (!parent) return work();
  return inSpan(tracer!.startSpan(name, { kind, attributes }, under(parent.spanContext())), work);
}

/** Work that belongs to no trace, even if it was started by a traced call. */
export const untraced = <T>(work: () => T): T => (tracer && active.getStore() ? active.run(undefined, work) : work());

/** Remembers that an item belongs to the current trace. */
export function carry<T extends object>(item: T): T {
  const span = tracer && active.getStore();
  if (span) carriers.set(item, span.spanContext());
  return item;
}

/**
 * Work for many items at once: adds a span of the same duration to the trace of each item that has one, and continues
 * the item's trace from it.
 */
export async function tracedTogether<T>(
  name: string,
  attributes: Attributes,
  items: readonly object[],
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return work();
  const spans: Span[] = [];
  for (const item of items) {
    const parent = carriers.get(item);
    if (!parent) continue;
    const span = tracer.startSpan(name, { attributes }, under(parent));
    spans.push(span);
    carriers.set(item, span.spanContext());
  }
  try {
    return await work();
  } catch (error) {
    for (const span of spans) span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}

/** The trace that an item belongs to. */
export const traceOf = (item: object): SpanContext | undefined => tracer && carriers.get(item);

/** The current span, from which the trace can be continued later. */
export const traceNow = (): SpanContext | undefined => (tracer && active.getStore())?.spanContext();

/** Continues a trace from a span. */
export const continueTrace = <T>(from: SpanContext | undefined, work: () => T): T =>
  tracer && from ? active.run(trace.wrapSpanContext(from), work) : work();

/** Adds a span for work that is already done, and returns it as the point to continue from. */
export function addFinishedSpan(
  from: SpanContext,
  name: string,
  attributes: Attributes,
  [began, ended]: readonly [Date, Date],
): SpanContext | undefined {
  const span = tracer?.startSpan(name, { attributes, startTime: began }, under(from));
  span?.end(ended);
  return span?.spanContext();
}

/** The current trace as a header on the bus: https://www.w3.org/TR/trace-context/. */
export function traceHeader(): string | undefined {
  const now = traceNow();
  return now && `00-${now.traceId}-${now.spanId}-01`;
}

/** The trace in a header; only sampled traces have one. */
export function readTrace(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId] = /^00-(?!0+-)([0-9a-f]{32})-(?!0+-)([0-9a-f]{16})-01$/.exec(header ?? '') ?? [];
  return traceId && spanId ? { traceId, spanId, traceFlags: 1, isRemote: true } : undefined;
}
