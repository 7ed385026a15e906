import assert from 'node:assert/strict';
import type { Input } from '@glasshouse/protocol/endpoint';
import { formatUnits, parseUnits } from '@glasshouse/protocol/money';
import type { correctBalance } from '@glasshouse/protocol/office/users';
import { balancesOf, post, systemAccount, walletOf } from '../ledger/ledger.ts';
import type { Tx } from '../platform/db.ts';
import type { OperatorCall } from '../platform/office.ts';
import { err, ok } from '../platform/result.ts';
import { correctionBy, insertCorrection } from './sql.ts';

type Asked = Input<typeof correctBalance>;
const subjectOf = (input: Asked) => `user:${input.number}`;

const balanceOf = async (tx: Tx, { number, wallet, currency }: Asked) =>
  (await balancesOf(tx, BigInt(number))).find((one) => one.name === wallet && one.currency === currency)?.amount ?? 0n;

/** Whether a correction could be made now; the person who asks learns it, not only the one who approves. */
export async function askCorrection(tx: Tx, input: Asked) {
  if (await correctionBy(tx, input.id)) return err('id_used');
  const amount = parseUnits(input.amount, input.currency)!;
  if (input.direction === 'debit' && (await balanceOf(tx, input)) < amount) return err('insufficient_balance');
  return ok({ subject: subjectOf(input), reason: input.reason });
}

/** Money between the house and a wallet, by two people's word, with a reason the user reads in the statement. */
export async function correct(
  { tx, now, record, approval }: Pick<OperatorCall, 'tx' | 'now' | 'record'> & { approval: string | undefined },
  input: Asked,
) {
  const { id, number, wallet, currency, direction, reason } = input;
  assert(approval, 'a correction takes two people, whatever its amount');
  if (await correctionBy(tx, id)) return err('id_used');
  const amount = parseUnits(input.amount, currency)!;
  const [house, user] = [systemAccount('house', currency), walletOf(BigInt(number), wallet, currency)];
  const move = direction === 'credit' ? { from: house, to: user, amount } : { from: user, to: house, amount };
  const before = await balanceOf(tx, input);
  const posted = await post(tx, now, { kind: 'correction', ref: id, moves: [move] });
  if (!posted.ok) return posted;
  await insertCorrection(tx, { ref: id, number: BigInt(number), reason, at: now, approval });
  const shown = (units: bigint) => ({ wallet, currency, balance: formatUnits(units, currency) });
  const after = shown(await balanceOf(tx, input));
  record({ subject: subjectOf(input), before: shown(before), after: { ...after, correction: id, approval }, reason });
  return ok({});
}
