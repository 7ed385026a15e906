import { z } from 'zod';
import { period, symbol } from './calls.ts';
import type { LiveRequest } from './live.ts';

const watch = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('quotes'), symbols: z.array(symbol).min(1).max(50).optional() }),
  z.object({ topic: z.literal('candles'), symbol, period }),
  z.object({ topic: z.literal('events') }),
]);

/** A client's message on the stream, validated by the server. */
export const liveRequest: z.ZodType<LiveRequest> = z.object({ op: z.enum(['watch', 'again', 'leave']), watch });
