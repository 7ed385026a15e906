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

// Where time goes between a tap and the news on the screen: spans, sent over OTLP to a collector. Off unless TRACES_URL says where. A trace
// begins at a call or a job of ours and nowhere else, and only those that are kept are carried on: whatever is not traced costs a comparison.
// Attributes say what was done and how much of it, never for whom: no ids, names, amounts or addresses of people (docs/explanation/observability.md).

let tracer: Tracer | undefined;
const active = new AsyncLocalStorage<Span | undefined>();
/** Whose trace something belongs to that is done together with others' later on. */
const carriers = new WeakMap<object, SpanContext>();

export const isTracing = (): boolean => tracer !== undefined;

/** Begins to send spans, if the configuration says where to. The returned function sends what is left. */
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
    // What the collector does not take in time is dropped beyond this; nothing waits for it.
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, maxQueueSize: 4096, scheduledDelayMillis: seconds(1) })],
  });
  tracer = provider.getTracer('glasshouse');
  return async () => {
    tracer = undefined;
    await provider.shutdown().catch(() => {});
  };
}

/** A collector that is away is said once a minute, without what it answered. */
function tellTrouble(log: Log): void {
  let said = Number.NEGATIVE_INFINITY;
  const tell = () => {
    if (performance.now() - said < seconds(60)) return;
    said = performance.now();
    log.warn('traces: the collector does not take them');
  };
  const nothing = () => {};
  diag.setLogger({ error: tell, warn: nothing, info: nothing, debug: nothing, verbose: nothing });
}

const under = (parent: SpanContext): Context => trace.setSpanContext(ROOT_CONTEXT, parent);

/** Does the work in a span, which ends with it. Of an error only its name is told: its text may be about people. */
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

/** Begins a trace, for the part of all calls and jobs that the configuration names. */
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

/** A part of the trace under way, if there is one. */
export function traced<T>(name: string, attributes: Attributes, work: () => T, kind = SpanKind.INTERNAL): T {
  const parent = tracer && active.getStore();
  if (!parent) return work();
  return inSpan(tracer!.startSpan(name, { kind, attributes }, under(parent.spanContext())), work);
}

/** Work that belongs to nobody's trace, although somebody's call began it. */
export const untraced = <T>(work: () => T): T => (tracer && active.getStore() ? active.run(undefined, work) : work());

/** Remembers that an item belongs to the trace under way. */
export function carry<T extends object>(item: T): T {
  const span = tracer && active.getStore();
  if (span) carriers.set(item, span.spanContext());
  return item;
}

/** Work for many items at once: a span of the same time in the trace of each that is carried, which they are carried by from then on. */
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

/** The trace that an item is carried by. */
export const traceOf = (item: object): SpanContext | undefined => tracer && carriers.get(item);

/** Where the trace under way stands, to go on from there later. */
export const traceNow = (): SpanContext | undefined => (tracer && active.getStore())?.spanContext();

/** Goes on with a trace from where it stood. */
export const goOn = <T>(from: SpanContext | undefined, work: () => T): T =>
  tracer && from ? active.run(trace.wrapSpanContext(from), work) : work();

/** A part of a trace that is over already; the trace goes on from what this returns. */
export function tracePast(
  from: SpanContext,
  name: string,
  attributes: Attributes,
  [began, ended]: readonly [Date, Date],
): SpanContext | undefined {
  const span = tracer?.startSpan(name, { attributes, startTime: began }, under(from));
  span?.end(ended);
  return span?.spanContext();
}

/** The trace under way as a header of the bus carries it: https://www.w3.org/TR/trace-context/. */
export function traceHeader(): string | undefined {
  const now = traceNow();
  return now && `00-${now.traceId}-${now.spanId}-01`;
}

/** The trace that a header speaks of; only those that are kept have one. */
export function readTrace(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId] = /^00-(?!0+-)([0-9a-f]{32})-(?!0+-)([0-9a-f]{16})-01$/.exec(header ?? '') ?? [];
  return traceId && spanId ? { traceId, spanId, traceFlags: 1, isRemote: true } : undefined;
}
