import { cardBounds } from '@glasshouse/protocol/deposits/bounds';
import type * as protocol from '@glasshouse/protocol/deposits/calls';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { formatUsdt } from '@glasshouse/protocol/money';
import { makeAddress, type Network, networks } from '@glasshouse/protocol/movements/addresses';
import { utcDay } from '@glasshouse/protocol/utc-day';
import type { Tx } from '#platform/database/db.ts';
import type { Caller } from '#platform/http/http.ts';
import { err, ok } from '#platform/http/result.ts';
import { reasonOrNull } from '#platform/runtime/words.ts';
import { type Signer, sha } from '#platform/security/signer.ts';
import { automaticAt, reviewTimeOf } from '#site/review/review.ts';
import { moneySettings, needsTwoPeople } from '#site/site/site.ts';
import { chosenOf, movementOf, stepsOf } from '../movements/movements.ts';
import { kind } from './decided.ts';
import * as table from './sql.ts';

/**
 * A user's practice address. It never changes. It is derived with the key that signs specimens, so that nobody can tell
 * whose it is or derive another user's. No specimen code has this form of text.
 */
export const addressOf = (signer: Pick<Signer, 'sign'>, number: bigint, network: Network): string =>
  makeAddress(network, sha(signer.sign(Buffer.from(`address.${network}.${number}`))));

const addressesOf = (signer: Pick<Signer, 'sign'>, number: bigint) =>
  networks.map((network) => ({ network, address: addressOf(signer, number, network) }));

type State = Output<typeof protocol.showTopUp>['state'];
const maxOpen = 10;

/** How long a review takes. Automatic review doesn't apply to a top-up that takes two people. */
const howLong = async (tx: Tx, now: Date, person: string, takesTwo = false) => ({
  ...(await reviewTimeOf(tx, now, kind, person)),
  ...(takesTwo && { automaticSeconds: null }),
});

/** The data a user needs before topping up. */
export async function showDeposit(
  signer: Pick<Signer, 'sign'>,
  { tx, now, user }: Caller<typeof protocol.showDeposit> & { tx: Tx },
): Promise<Output<typeof protocol.showDeposit>> {
  const today = await table.sumsOf(tx, user.number, { from: new Date(utcDay(now)) });
  const all = await table.sumsOf(tx, user.number);
  const choice = { flows: ['recharge'], states: ['under_review', 'rejected'], currencies: ['USDT'] } as const;
  const open = await chosenOf(tx, user.number, choice, maxOpen);
  const left = cardBounds.day - today(false, 'passed').sum;
  return {
    addresses: addressesOf(signer, user.number),
    cardLeft: formatUsdt(left > 0n ? left : 0n),
    open: open.map(({ id, amount, label, state, at }) => ({
      ...{ id, amount: formatUsdt(amount), network: label, state: state as State, at: at.toISOString() },
    })),
    underReview: Number(all(true, 'under_review').count),
    twoPeopleAbove: formatUsdt((await moneySettings(tx, now)).twoPeopleAbove),
    ...(await howLong(tx, now, user.userId)),
  };
}

/** One top-up, as its user sees it. */
export async function showTopUp(
  { tx, now, user, locale }: Caller<typeof protocol.showTopUp> & { tx: Tx },
  { id }: Input<typeof protocol.showTopUp>,
) {
  const found = await movementOf(tx, user.number, id);
  if (found?.flow !== 'recharge') return err('not_found');
  const newest = await table.newestCase(tx, user.number, id);
  const twoPeople = await needsTwoPeople(tx, now, found.amount);
  const time = await howLong(tx, now, user.userId, twoPeople);
  const waits = newest && !newest.decision;
  return ok({
    ...{ id, amount: formatUsdt(found.amount), by: found.label, address: newest?.address ?? null },
    isCard: !networks.some((network) => network === found.label),
    state: found.state as State,
    at: found.at.toISOString(),
    steps: (await stepsOf(tx, user.number, id)).map(({ state, at, reason }) => ({
      ...{ state: state as State, at: at.toISOString(), reason: reasonOrNull(locale, reason) },
    })),
    submittedAt: newest?.submitted_at.toISOString() ?? null,
    decidedAt: newest?.decided_at?.toISOString() ?? null,
    reason: newest?.decision === 'reject' ? reasonOrNull(locale, newest.reason) : null,
    automatic: newest?.automatic ?? false,
    automaticAt: waits ? automaticAt(now, newest.submitted_at, time.automaticSeconds) : null,
    twoPeople,
    attempt: newest?.attempt ?? 0,
    erasedAt: newest?.expires_at?.toISOString() ?? null,
    ...time,
  });
}
