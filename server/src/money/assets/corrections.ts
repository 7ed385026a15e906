import assert from 'node:assert/strict';
import type { correctBalance } from '@glasshouse/protocol/backoffice/users';
import type { Input } from '@glasshouse/protocol/endpoint';
import { formatUnits, parseUnits } from '@glasshouse/protocol/money';
import type { ApprovedAct } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { err, ok } from '#platform/http/result.ts';
import type { Timeline } from '#platform/observability/timeline.ts';
import { balancesOf, post, systemAccount, walletOf } from '../ledger/ledger.ts';
import { correctionBy, correctionEvents, creditFits, insertCorrection, lockCorrections } from './sql.ts';

type CorrectionRequest = Input<typeof correctBalance>;
const subjectOf = (input: CorrectionRequest) => `user:${input.number}`;

const balanceOf = async (tx: Tx, { number, wallet, currency }: CorrectionRequest) =>
  (await balancesOf(tx, BigInt(number))).find((one) => one.name === wallet && one.currency === currency)?.amount ?? 0n;

/** Only credits create money, so only they have bounds. */
const isWithinBounds = async (tx: Tx, { currency, direction }: CorrectionRequest, amount: bigint) =>
  direction === 'debit' || (await creditFits(tx, currency, amount));

/** Whether a correction could be made now. The person who asks is refused at once, not only the one who approves. */
export async function askCorrection(tx: Tx, input: CorrectionRequest) {
  if (await correctionBy(tx, input.id)) return err('id_used');
  const amount = parseUnits(input.amount, input.currency)!;
  if (!(await isWithinBounds(tx, input, amount))) return err('correction_too_large');
  const balance = await balanceOf(tx, input);
  const then = input.direction === 'credit' ? balance + amount : balance - amount;
  if (then < 0n) return err('insufficient_balance');
  const shown = (units: bigint) => ({ balance: formatUnits(units, input.currency) });
  return ok({ subject: subjectOf(input), reason: input.reason, before: shown(balance), after: shown(then) });
}

/**
 * Moves money between the house and a wallet after two-person approval, with a reason that the user reads in the
 * statement.
 */
export async function correct({ tx, now, record, approval: word }: ApprovedAct, input: CorrectionRequest) {
  const { id, number, wallet, currency, direction, reason } = input;
  assert(word, 'a correction takes two people, whatever its amount');
  const approval = word.id;
  if (await correctionBy(tx, id)) return err('id_used');
  const amount = parseUnits(input.amount, currency)!;
  await lockCorrections(tx);
  if (!(await isWithinBounds(tx, input, amount))) return err('correction_too_large');
  const [house, user] = [systemAccount('house', currency), walletOf(BigInt(number), wallet, currency)];
  const move = direction === 'credit' ? { from: house, to: user, amount } : { from: user, to: house, amount };
  const before = await balanceOf(tx, input);
  // The approved correction is written first, because the database posts nothing else for operators.
  await insertCorrection(tx, { ref: id, number: BigInt(number), reason, at: now, approval });
  const posted = await post(tx, now, { kind: 'correction', ref: id, moves: [move] });
  if (!posted.ok) return posted;
  const shown = (units: bigint) => ({ wallet, currency, balance: formatUnits(units, currency) });
  const after = { ...shown(await balanceOf(tx, input)), direction, amount: formatUnits(amount, currency) };
  record({ subject: subjectOf(input), before: shown(before), after: { ...after, correction: id, approval }, reason });
  return ok({});
}

/** Corrections, as money that operators moved. */
export const timeline: Timeline = async (tx, { number }, before, limit) =>
  (await correctionEvents(tx, number, before, limit)).map(({ amount, currency, ...event }) => ({
    ...event,
    kind: 'correction',
    amount: { amount, currency },
  }));
