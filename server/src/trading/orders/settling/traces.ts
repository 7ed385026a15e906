import type { SpanContext } from '@opentelemetry/api';
import { isTracing, traceNow } from '#platform/observability/trace.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { tracedSubject } from '../product.ts';

const maxKept = 10_000; // orders

export type Traces = ReturnType<typeof followTraces>;

/**
 * Orders whose trace continues when they are settled, as announced on the bus. The trace of a forgotten order ends
 * without its settlement.
 */
export function followTraces(bus: BusOf<'settle'>) {
  const kept = new Map<string, SpanContext>();
  const hear = (name: string) => {
    const from = traceNow();
    if (!from || name.length > 100) return;
    kept.set(name, from);
    if (kept.size > maxKept) kept.delete(kept.keys().next().value!);
  };
  return {
    any: () => kept.size > 0,
    take: (name: string): SpanContext | undefined => {
      const from = kept.get(name);
      kept.delete(name);
      return from;
    },
    stop: isTracing() ? bus.subscribe(tracedSubject, hear) : () => {},
  };
}
