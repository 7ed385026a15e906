import { z } from 'zod';
import { beacon, run } from '../market/calls.ts';

// Shapes shared by the calls of all products whose orders are settled by the tape.

export const decimal = z.string().describe('A decimal amount of USDT.');
export const slot = z.int().min(0);
export const hex = z.string().regex(/^[0-9a-f]+$/);
/** Generated at the tap from the server's time. A retry is recognized as the same order, and an outdated id opens nothing. */
export const orderId = z.uuidv7().toLowerCase();
export const tick = z.object({ slot, price: z.string().describe('In USDT, with the coin’s decimals.') });
export const fromFund = z
  .boolean()
  .optional()
  .describe(
    'The amount missing in the wallet is moved from the fund wallet, exactly, in the transaction that opens the order.',
  );
export const offeredUnder = z
  .int()
  .optional()
  .describe(
    'The version of the rule it was offered under. It is opened only under this one. If omitted, the version in force.',
  );
export const rule = z.int().describe('The version of the rule it was agreed under, and is settled by.');

/** Fields that orders of every product have. */
export const orderFields = {
  id: orderId,
  at: z.iso.datetime().describe('When it was accepted. Results depend on slots, never on a clock.'),
  symbol: z.string(),
  rule,
  headSlot: slot.describe('The newest tick at acceptance.'),
  dueSlot: slot.describe('The first slot in which the rule searches for the exit.'),
  exit: tick.nullable(),
  settledAt: z.iso.datetime().nullable(),
};
const anyOrder = z.object(orderFields);
export type OrderBase = z.output<typeof anyOrder>;

const slip = z.object({
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: hex })).max(32),
  publicKey: hex,
  signature: hex,
});
export type Slip = z.output<typeof slip>;

/** The response to an opened order. */
export const signed = <O extends z.ZodType>(order: O) => z.object({ order, headHash: hex, slip });

/** Paging of order lists. */
export const page = { before: orderId.optional(), limit: z.int().min(1).max(50).default(20) };
export const next = orderId.nullable().describe('Null if there are no older ones.');

const gap = z
  .object({ first: slot, last: slot })
  .optional()
  .describe('The slots that were given up, if the order is void because of them.');
const inLog = z.object({
  place: z.int().min(0).describe('Its place in the public log.'),
  path: z.array(hex).max(60).describe('The inclusion proof under the root of the checkpoint.'),
});
const second = z.object({ slot, size: z.int(), root: hex, previous: hex });
const logPart = z.object({
  key: z.string().describe('The key that signed the checkpoint: name, id and key, joined by +.'),
  checkpoint: z.string().describe('The size and root of the log, signed by the log and by its witnesses.'),
  order: inLog.extend({ count: z.int() }).describe('The entry of the orders accepted together with this one.'),
  outcome: inLog
    .extend({ second, before: second })
    .describe('The second of the tape in which it was decided, and the second before that.'),
  seal: inLog.describe('The second of the tape that seals the ticks of the last run.'),
  firstSeal: inLog.optional().describe('The same for the first of two runs.'),
  sale: inLog.optional().describe('The entry of its sale, if its terms require one.'),
  gap: inLog.optional().describe('The entry that gave up the day, if there is a `gap`.'),
});
export type LogPart = z.output<typeof logPart>;
/**
 * For orders that their owner may end. If the log must contain that end, `outcome` is the second that `sale` was logged
 * before.
 */
export const ownersLog = logPart.partial({ outcome: true });
export type OwnersLog = z.output<typeof ownersLog>;

const seedDay = z.object({
  seed: hex,
  commitment: inLog
    .extend({ hash: hex, announcedSlot: slot })
    .describe('The announcement of the day: the hash of seed and chain.'),
  opening: inLog
    .extend({ slot, opens: z.array(z.object({ symbol: z.int(), price: z.string() })) })
    .describe('The first slot and opening prices of the day.'),
  position: z
    .object({ market: z.int(), own: z.int() })
    .describe('The position of market and coin before the first of these ticks, as logarithms since the day began.'),
  beacon,
  rounds: z.array(z.object({ round: z.int(), signature: z.string() })),
});
export type SeedDay = z.output<typeof seedDay>;

export const receiptInput = z.object({
  id: orderId,
  form: z
    .int()
    .min(1)
    .max(255)
    .default(1)
    .describe('The newest version that the caller can read. Without it, the response has version 1.'),
});
const posting = z.object({
  at: z.iso.datetime(),
  kind: z.string(),
  amount: z.string(),
  currency: z.string().optional().describe('For orders that move other currencies in addition to USDT.'),
});
export type Posting = z.output<typeof posting>;
/** An ended order with everything needed to recompute it. Products other than contracts name their product. */
export const receiptOf = <O extends z.ZodType>(order: O) =>
  z.object({
    kind: z.literal('glasshouse-receipt'),
    version: z.union([z.literal(1), z.literal(2)]).describe('1: an order older than the public log.'),
    note: z.string().describe('States that everything here is simulated.'),
    ...signed(order).shape,
    runs: z.array(run).describe('The sealed ticks of the coin at which the order was agreed and decided.'),
    postings: z.array(posting),
    gap,
    log: logPart.optional().describe('Since version 2.'),
    drawn: z
      .array(seedDay)
      .optional()
      .describe('After the day is revealed: the inputs of the ticks after the head, day by day.'),
  });
const anyReceipt = receiptOf(anyOrder);
export type ReceiptOf<O extends OrderBase> = Omit<z.output<typeof anyReceipt>, 'order' | 'log'> & {
  order: O;
  log?: OwnersLog | undefined;
};

export const receiptErrors = [
  'not_found',
  'not_ended',
  'not_sealed',
  'not_logged',
  'tape_gone',
  'rule_unknown',
  'too_many_requests',
] as const;
