import type { Input } from '@glasshouse/protocol/endpoint';
import { formatUnits } from '@glasshouse/protocol/money';
import { textOf } from '@glasshouse/protocol/site/bounds';
import * as protocol from '@glasshouse/protocol/withdrawals/calls';
import { holdsReal, judgePayee } from '@glasshouse/protocol/withdrawals/judge';
import { currencyOf } from '@glasshouse/protocol/withdrawals/methods';
import { feeOf } from '@glasshouse/protocol/withdrawals/terms';
import type { Installation } from '#people/factors/factors.ts';
import { people } from '#people/people/people.ts';
import { actOf, confirmAct, decideFor, proveStrictly, withdrawalLock } from '#people/security/security.ts';
import type { Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import type { Caller, Steps } from '#platform/http/http.ts';
import { err, ok } from '#platform/http/result.ts';
import { openCase } from '#site/review/review.ts';
import { moneySettings } from '#site/site/site.ts';
import { currencyCode } from '../ledger/ledger.ts';
import { movementOf, publishMovement, startResultOf } from '../movements/movements.ts';
import { limitsOf } from './limits.ts';
import { type PayeeTools, savedAs, savePayee, takeChange } from './payees.ts';
import { type Keys, payeeHash, payeeHashes, sealPayee } from './sealed.ts';
import * as table from './sql.ts';

type WithdrawalRequest = Input<typeof protocol.startWithdrawal>;
type Starting = Caller<typeof protocol.startWithdrawal> & Steps;

/** Starts a withdrawal: holds the money and queues the case, or does neither. */
export async function start({ keys, installation }: PayeeTools, call: Starting, asked: WithdrawalRequest) {
  const { user, publish, inTx } = call;
  const judged = judgePayee(asked);
  if ('problem' in judged) return err(judged.problem);
  if (asked.saveAs !== undefined && holdsReal(asked.saveAs))
    return err(asked.to === 'address' ? 'address_real' : 'account_real');
  const withPayee = { ...asked, payee: judged.payee };
  const decideIn = (tx: Tx) => decide(keys, tx, call, withPayee);
  const trusted = await mayStart(installation, call, asked);
  if (!trusted.ok) return trusted;
  const started = trusted.value ? await decideFor(call, trusted.value, decideIn) : await inTx(decideIn);
  if (started.ok) publishMovement(publish, user.number, { id: asked.id, flow: 'withdraw', state: 'under_review' });
  return started.ok ? ok({ id: asked.id }) : started;
}

/**
 * Confirms a withdrawal. If it also saves a payee, the user must give the same proof as for saving one. A retry saves
 * nothing, and its code may be used up already: it returns the first outcome.
 */
async function mayStart(installation: Installation, call: Starting, asked: WithdrawalRequest) {
  const act = actOf(protocol.startWithdrawal, asked);
  const isRepeated = (await call.step((tx) => movementOf(tx, call.user.number, asked.id))) !== undefined;
  if (isRepeated && asked.tradePassword === undefined) return ok(undefined);
  if (isRepeated || asked.saveAs === undefined) {
    const confirmed = await confirmAct(call, installation, act, asked);
    return confirmed.ok ? ok(undefined) : confirmed;
  }
  const proven = await proveStrictly(call, installation, act, asked);
  if (!proven.ok) return proven;
  const free = await takeChange(call);
  return free.ok ? proven : free;
}

type JudgedRequest = Omit<WithdrawalRequest, 'to'> & { payee: protocol.Payee };

async function decide(keys: Keys, tx: Tx, call: Starting, asked: JudgedRequest) {
  const { now, user } = call;
  const { id, amount, payee, saveAs } = asked;
  const owner = user.number;
  const label = payee.to === 'address' ? payee.network : 'bank';
  const currency = currencyOf(label);
  // Locks the user, so that the same request sent twice starts one withdrawal and one case.
  const person = await people.lockById(tx, user.userId);
  // A retry returns the first outcome, whatever has changed since.
  if (await movementOf(tx, owner, id)) return repeated(keys, tx, owner, asked);
  if (person.identity !== 'passed') return err('identity_needed');
  if (withdrawalLock(now, person)) return err('withdrawals_locked');

  const feeBps = BigInt((await moneySettings(tx, now)).feeBps);
  if (asked.fee !== textOf('fee', feeBps)) return err('fee_changed');
  const fee = feeOf(amount, feeBps);
  const limits = (await limitsOf(tx, now, owner))[currency];
  if (amount < limits.least || fee >= amount) return err('withdrawal_too_small');
  if (amount > limits.most) return err('withdrawal_too_large');
  if (amount > limits.left) return err('day_limit');

  const caseId = newId();
  // The title in the queue doesn't reveal the payee.
  const title = `${formatUnits(amount, currency)} ${currency}`;
  await openCase(tx, now, { id: caseId, kind: table.kind, person: user.userId, number: owner, title, attempt: 1 });
  const saved = await savedAs(keys, tx, now, user.userId, payee);
  const row = { owner, id, caseId, currency: currencyCode(currency), amount, fee, label, saved: saved?.id ?? null };
  const begun = startResultOf(await table.startWithdrawal(tx, now, row));
  if (!begun.ok) return begun;
  const sealed = { ...sealPayee(keys, id, { payee, salt: saved?.salt }), payee_hash: payeeHash(keys, payee) };
  await table.insertWithdrawal(tx, { owner, id, person: user.userId, case_id: caseId, ...sealed });
  return saveAs === undefined ? ok({}) : savePayee(keys, tx, call, { name: saveAs, payee });
}

/** Returns the withdrawal that has this id, or a refusal if its content differs. */
async function repeated(keys: Keys, tx: Tx, owner: bigint, { id, amount, payee }: JudgedRequest) {
  const [movement, kept] = [await movementOf(tx, owner, id), await table.withdrawalOf(tx, owner, id)];
  const same =
    kept && movement?.amount === amount && payeeHashes(keys, payee).some((hash) => hash.equals(kept.payee_hash));
  return same ? ok({}) : err('id_used');
}

/** Cancels a withdrawal that is still under review. */
export async function cancel(
  { tx, now, user, publish }: Caller<typeof protocol.cancelWithdrawal> & { tx: Tx },
  { id }: Input<typeof protocol.cancelWithdrawal>,
) {
  if (!(await table.withdrawalOf(tx, user.number, id))) return err('not_found');
  if (!(await table.cancel(tx, now, user.number, id))) {
    // The answer to the first try may have been lost.
    const movement = await movementOf(tx, user.number, id);
    return movement?.state === 'cancelled' ? ok({}) : err('withdrawal_decided');
  }
  publishMovement(publish, user.number, { id, flow: 'withdraw', state: 'cancelled' });
  return ok({});
}
