import { formatUsdt } from '@glasshouse/protocol/money';
import type { ReviewKind } from '#site/review/review.ts';
import { chosenOf, publishMovement } from '../movements/movements.ts';
import * as table from './sql.ts';

export const kind = 'vip_refund';

// As many as a reviewer reads; the rest are on the user's page.
const maxUpgrades = 20;
const minute = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ');

/**
 * Decided by customer service. Approval ends the membership and returns the deposit in the statement that writes the
 * decision. Rejection changes neither and tells the user why.
 */
export const refundKind: ReviewKind = {
  kind,
  permission: 'vip.decide',
  checks: ['vipHold', 'vipActivity', 'vipWish'],
  fields: async (tx, { id, person, number, submitted_at }) => {
    const held = await table.membershipOf(tx, person);
    const received = await table.receivedOf(tx, person, submitted_at);
    const choice = { flows: ['upgrade', 'refund'], currencies: ['USDT'] } as const;
    const moved = await chosenOf(tx, number, choice, maxUpgrades);
    const asked = moved.find((one) => one.id === id);
    const history = moved
      .filter((one) => one !== asked)
      .map(
        ({ at, flow, label, amount }) =>
          `${minute(at)} ${flow === 'upgrade' ? '+' : '−'}${formatUsdt(amount)} (${label})`,
      );
    return [
      { name: 'vipLevel', value: asked?.label ?? '' },
      { name: 'vipDeposit', value: `${formatUsdt(asked?.amount ?? 0n)} USDT` },
      ...(held ? [{ name: 'vipSince', value: held.since.toISOString() }] : []),
      { name: 'vipReceivedToday', value: `${formatUsdt(received.day)} USDT` },
      { name: 'vipReceivedMonth', value: `${formatUsdt(received.month)} USDT` },
      { name: 'vipHistory', value: history.join('\n') },
    ];
  },
  decide: async ({ record, publish }, { id, number }, { decision, reason }) => {
    const approved = decision === 'approve';
    publishMovement(publish, number, { id, flow: 'refund', state: approved ? 'passed' : 'rejected' });
    record({
      subject: `user:${number}`,
      before: { deposit: 'held' },
      after: approved ? { deposit: 'returned', vipLevel: 0 } : { deposit: 'held' },
      reason,
    });
  },
};
