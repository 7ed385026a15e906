import type * as protocol from '@glasshouse/protocol/appeals/calls';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import { freezeOf, people, setFrozen } from '#people/people/people.ts';
import type { Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import type { Authenticated, Caller } from '#platform/http/http.ts';
import { err, ok } from '#platform/http/result.ts';
import { reasonOrNull } from '#platform/runtime/reasons.ts';
import { casesOf, openCase, type ReviewKind } from '#site/review/review.ts';
import { appealText, insertAppeal } from './sql.ts';

export { personal } from './personal.ts';

const kind = 'appeal';

/** Why the account is frozen, and what became of the newest appeal since then. */
export async function showAppeal(
  tx: Tx,
  locale: Locale,
  { userId }: Authenticated,
): Promise<Output<typeof protocol.showAppeal>> {
  const frozen = await freezeOf(tx, userId);
  const [newest] = await casesOf(tx, userId, kind, 1);
  const about = newest && frozen && newest.submitted_at >= frozen.at ? newest : undefined;
  const states = { approve: 'passed', reject: 'rejected' } as const;
  return {
    frozen: frozen ? { at: frozen.at.toISOString(), reason: frozen.reason } : null,
    appeal: about
      ? {
          state: about.decision ? states[about.decision as keyof typeof states] : 'under_review',
          text: await appealText(tx, about.id),
          sentAt: about.submitted_at.toISOString(),
          answer: reasonOrNull(locale, about.reason),
        }
      : null,
  };
}

export async function sendAppeal(
  { tx, now, user }: Caller<typeof protocol.sendAppeal> & { tx: Tx },
  { text }: Input<typeof protocol.sendAppeal>,
) {
  if (!user.frozen) return err('not_frozen');
  const id = newId();
  const title = text.slice(0, 80);
  const opened = await openCase(tx, now, { id, kind, person: user.userId, number: user.number, title });
  if (!opened.ok) return err('appeal_open');
  await insertAppeal(tx, { id, person: user.userId, text });
  return ok({});
}

/** Reviewed by support, but not by the person who froze the account: approving unfreezes, rejecting tells the user why not. */
export const appealKind: ReviewKind = {
  kind,
  permission: 'appeals.decide',
  checks: ['read', 'cause', 'contact'],
  doneBy: (tx, { person }) => people.lastFreezer(tx, person),
  fields: async (tx, { id, person }) => {
    const frozen = await freezeOf(tx, person);
    const text = { name: 'text', value: await appealText(tx, id) };
    if (!frozen) return [text];
    return [text, { name: 'frozenReason', value: frozen.reason }, { name: 'frozenAt', value: frozen.at.toISOString() }];
  },
  decide: async (call, { number }, { decision, reason }) => {
    if (decision === 'reject') return;
    // Somebody may have unfrozen the account meanwhile; the appeal is granted all the same.
    await setFrozen(call, { number: String(number), reason }, false);
  },
};
