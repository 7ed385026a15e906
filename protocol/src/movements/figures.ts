import { z } from 'zod';

const decimal = z.string();
const currency = z.enum(['USDT', 'CNY']);
/** What waits for somebody or something, by where it stands. */
export const underWay = [
  'recharge_review',
  'withdraw_review',
  'withdraw_on_its_way',
  'withdraw_on_hold',
  'refund_review',
] as const;

/** What operators see of money that users move. */
export const movementFigures = {
  money: z.object({
    days: z
      .array(z.object({ day: z.iso.date(), in: decimal, out: decimal, outCny: decimal }))
      .describe(
        'Top-ups that passed and withdrawals that were paid, of the last 14 UTC days, oldest first; USDT but for the last.',
      ),
    waiting: z.array(
      z.object({ at: z.enum(underWay), currency, count: z.int(), amount: decimal, oldestAt: z.iso.datetime() }),
    ),
    held: z
      .array(z.object({ account: z.enum(['committed_withdrawals', 'committed_vip']), currency, amount: decimal }))
      .describe('What is neither in a wallet nor gone: withdrawals under way and deposits of members.'),
  }),
};
