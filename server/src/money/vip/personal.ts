import { formatUsdt } from '@glasshouse/protocol/money';
import type { Personal } from '#platform/http/personal.ts';
import { casesOf } from '#site/review/review.ts';
import { kind } from './review.ts';
import { membershipOf, receivedSums } from './sql.ts';

const limit = 500;

/** The level and its deposit, refund requests, and the amounts received by day. */
export const personal: Personal = async function* (tx, { id }) {
  const held = await membershipOf(tx, id);
  const received = await receivedSums(tx, id, limit);
  yield {
    name: 'vip.json',
    json: {
      membership: held && {
        level: held.level,
        deposit: formatUsdt(held.deposit),
        since: held.since,
        until: held.until,
      },
      refunds: (await casesOf(tx, id, kind, limit)).map(({ id: _, ...about }) => about),
      received: received.map(({ span, since, amount }) => ({ span, since, amount: formatUsdt(amount) })),
    },
  };
};
