import type { Input, Output } from '@glasshouse/protocol/endpoint';
import * as protocol from '@glasshouse/protocol/withdrawals/calls';
import { holdsReal, judgePayee, payeeText } from '@glasshouse/protocol/withdrawals/judge';
import { authenticatorSince, type Installation } from '#people/factors/factors.ts';
import { people } from '#people/people/people.ts';
import { actOf, decideFor, notifyOwner, proveStrictly, savedOnlyOf } from '#people/security/security.ts';
import { type Tx, violates } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import type { Authenticated, Caller, Steps } from '#platform/http/http.ts';
import { err, ok, type Result, waitFor } from '#platform/http/result.ts';
import { takeTurn } from '#platform/http/throttle.ts';
import { type Keys, markOf, type NamedPayee, namedIn, saltOf, sealNamed } from './sealed.ts';
import * as table from './sql.ts';

/** The dependencies of the calls about saved payees. */
export type PayeeTools = { keys: Keys; installation: Installation };
type Acting = Caller & Steps & { user: Authenticated };
type InTx = Pick<Caller, 'now' | 'address' | 'device' | 'publish'> & { tx: Tx; user: Authenticated };

/** A user's saved payees, newest first, each with its mark. */
async function rowsOf(keys: Keys, tx: Tx, now: Date, person: string) {
  const rows = [];
  for (const row of await table.payeesOf(tx, person)) {
    const { name, payee } = namedIn(keys, row);
    const marked = row.mark ? row : await table.markPayee(tx, row.id, markOf(saltOf(keys, row), payee), now);
    // Another call marked it at the same moment and returns it.
    if (marked?.usable_at) rows.push({ row: marked, name, payee, usableAt: marked.usable_at });
  }
  return rows;
}

/** A user's saved payees as shown to them. */
const payeesOf = async (keys: Keys, tx: Tx, now: Date, person: string) =>
  (await rowsOf(keys, tx, now, person)).map(({ row, name, payee, usableAt }) => ({
    ...{ id: row.id, name, payee },
    usableAt: usableAt.toISOString(),
  }));

export async function listPayees(
  keys: Keys,
  { tx, now, user }: Pick<InTx, 'tx' | 'now' | 'user'>,
): Promise<Output<typeof protocol.listPayees>> {
  return {
    payees: await payeesOf(keys, tx, now, user.userId),
    savedOnly: await savedOnlyOf(tx, now, user.userId),
    authenticator: (await authenticatorSince(tx, user.userId)) !== undefined,
  };
}

/**
 * The saved payee that equals this one in every field, and the salt of its mark. Of several, the one that is usable
 * first.
 */
export async function savedAs(keys: Keys, tx: Tx, now: Date, person: string, payee: protocol.Payee) {
  const same = (await rowsOf(keys, tx, now, person)).filter((each) => payeeText(each.payee) === payeeText(payee));
  const first = same.toSorted((a, b) => a.usableAt.getTime() - b.usableAt.getTime())[0];
  return first && { id: first.row.id, salt: saltOf(keys, first.row) };
}

/** Counts a change that the owner gets a mail about. Refused if there were too many. */
export async function takeChange({ step, now, user }: Pick<Acting, 'step' | 'now' | 'user'>) {
  const seconds = await step((tx) => takeTurn(tx, now, `payees ${user.userId}`, protocol.payeeChanges));
  return seconds > 0 ? waitFor(seconds) : ok({});
}

/** Saves a payee and notifies the owner. The caller has verified the owner. */
export async function savePayee(
  keys: Keys,
  tx: Tx,
  call: Acting,
  named: NamedPayee,
): Promise<Result<Date, 'payees_full'>> {
  const person = await people.personById(tx, call.user.userId);
  const id = newId();
  const sealed = sealNamed(keys, id, named);
  const row = { id, person: person.id, ...sealed, mark: markOf(saltOf(keys, { id, ...sealed }), named.payee) };
  try {
    const usableAt = await table.insertPayee(tx, { ...row, added_at: call.now });
    await notifyOwner(tx, call, person, 'payee_added');
    return ok(usableAt);
  } catch (error) {
    if (violates(error, 'payee_place_check')) return err('payees_full');
    throw error;
  }
}

export async function addPayee(
  { keys, installation }: PayeeTools,
  call: Acting,
  input: Input<typeof protocol.addPayee>,
) {
  const { name, payee } = input;
  const judged = judgePayee(payee);
  if ('problem' in judged) return err(judged.problem);
  if (holdsReal(name)) return err(payee.to === 'address' ? 'address_real' : 'account_real');
  const proven = await proveStrictly(call, installation, actOf(protocol.addPayee, input), input);
  if (!proven.ok) return proven;
  const free = await takeChange(call);
  if (!free.ok) return free;
  return decideFor(call, proven.value, async (tx) => {
    const saved = await savePayee(keys, tx, call, { name, payee: judged.payee });
    return saved.ok ? ok({ usableAt: saved.value.toISOString() }) : saved;
  });
}

/** Removes a saved payee at once. Needs no proof, because it only restricts withdrawals. */
export async function removePayee(call: InTx, { id }: Input<typeof protocol.removePayee>) {
  const { tx, user } = call;
  const person = await people.lockById(tx, user.userId);
  if (!(await table.deletePayee(tx, person.id, id))) return err('not_found');
  await notifyOwner(tx, call, person, 'payee_removed');
  return ok({});
}

/** Turns the limit to saved payees on at once, or off after 24 hours. */
export async function switchSavedOnly(
  { installation }: PayeeTools,
  call: Acting,
  input: Input<typeof protocol.switchSavedOnly>,
) {
  const { on } = input;
  const proven = await proveStrictly(call, installation, actOf(protocol.switchSavedOnly, input), input);
  if (!proven.ok) return proven;
  const free = await takeChange(call);
  if (!free.ok) return free;
  return decideFor(call, proven.value, async (tx, person) => {
    if (!(await table.setSavedOnly(tx, person.id, on, call.now))) return err('no_change');
    await notifyOwner(tx, call, person, on ? 'payees_only_on' : 'payees_only_ends');
    return ok(await savedOnlyOf(tx, call.now, person.id));
  });
}

/** Keeps a limit on that was about to end. It needs no proof, because it only restricts withdrawals. */
export async function keepSavedOnly(call: InTx) {
  const { tx, now, user } = call;
  const person = await people.lockById(tx, user.userId);
  if ((await savedOnlyOf(tx, now, person.id)).endsAt === null) return err('no_change');
  await table.setSavedOnly(tx, person.id, true, now);
  await notifyOwner(tx, call, person, 'payees_only_kept');
  return ok(await savedOnlyOf(tx, now, person.id));
}
