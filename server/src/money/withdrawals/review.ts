import { backgroundDocument, payeeDocument } from '@glasshouse/protocol/withdrawals/office';
import type { Files } from '#people/files/files.ts';
import { papersOpened } from '#people/security/security.ts';
import type { Tx } from '#platform/database/db.ts';
import { err, ok } from '#platform/http/result.ts';
import { firstFields, type ReviewKind } from '#site/review/review.ts';
import { twoPeopleAbove } from '#site/site/site.ts';
import { movementOf, publishMovement } from '../movements/movements.ts';
import { summaryOf } from './queries.ts';
import { backgroundOf, payeeFor } from './review-context.ts';
import { type Keys, markOf, targetIn } from './sealed.ts';
import * as table from './sql.ts';

const json = 'application/json';

/**
 * Whether the sealed payee is the saved one that the database checked at the start. A compromised API could have sealed
 * another.
 */
async function isAsMarked(keys: Keys, tx: Tx, row: table.Row): Promise<boolean> {
  const mark = await table.markedFor(tx, row.owner, row.id);
  const { payee, salt } = targetIn(keys, row);
  return mark === null || (salt !== undefined && markOf(salt, payee).equals(mark));
}

/**
 * Reviewers decide; large withdrawals take two of them. The payee and the account's background are documents: they open for the operator who
 * holds the case, and each look is logged. The trigger `withdrawal_is_decided` moves the money.
 */
export const withdrawalKind = (files: Files): ReviewKind => ({
  kind: table.kind,
  permission: 'withdrawals.decide',
  checks: ['payeeLooked', 'historyLooked', 'securityLooked'],
  twoPeople: { above: twoPeopleAbove, setFirst: table.setFirst },
  isStopped: async (tx, { id }) => {
    const row = await table.withdrawalOfCase(tx, id);
    return (await movementOf(tx, row.owner, row.id))?.state === 'frozen';
  },
  fields: async (tx, { id }) => {
    const row = await table.withdrawalOfCase(tx, id);
    const { currency, amount, fee, arrives, way } = summaryOf((await movementOf(tx, row.owner, row.id))!);
    return [
      { name: 'withdrawalAmount', value: `${amount} ${currency}` },
      { name: 'withdrawalFee', value: `${fee} ${currency}` },
      { name: 'withdrawalArrives', value: `${arrives} ${currency}` },
      { name: 'withdrawalWay', value: way },
      ...firstFields(row),
    ];
  },
  documents: async () => [
    { name: payeeDocument, mime: json },
    { name: backgroundDocument, mime: json },
  ],
  readDocument: async ({ tx, now }, { id, person }, name) => {
    const row = await table.withdrawalOfCase(tx, id);
    if (name !== payeeDocument && name !== backgroundDocument) return undefined;
    const said = name === payeeDocument ? await payeeFor(files, tx, row) : await backgroundOf(tx, now, row);
    // Last, because it locks the user's row.
    await papersOpened(tx, now, person);
    return { mime: json, bytes: Buffer.from(JSON.stringify(said)) };
  },
  before: async ({ tx }, { id }, { decision }) => {
    const row = await table.withdrawalOfCase(tx, id);
    if ((await movementOf(tx, row.owner, row.id))?.state !== 'under_review') return err('withdrawal_moved');
    if (decision === 'approve' && !(await isAsMarked(files.keys, tx, row))) return err('payee_differs');
    return ok(undefined);
  },
  decide: async ({ tx, record, publish }, { id, number }, { decision, reason }) => {
    const row = await table.withdrawalOfCase(tx, id);
    const state = decision === 'approve' ? 'withdrawing' : 'rejected';
    publishMovement(publish, number, { id: row.id, flow: 'withdraw', state });
    record({
      subject: `user:${number}`,
      before: { withdrawal: row.id, state: 'under_review' },
      after: { withdrawal: row.id, state },
      reason,
    });
  },
});
