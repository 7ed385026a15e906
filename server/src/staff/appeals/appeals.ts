import * as protocol from '@glasshouse/protocol/appeals/calls';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import { freezeOf, people, setFrozen } from '#people/people/people.ts';
import type { Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { type Authenticated, type Caller, serve } from '#platform/http/http.ts';
import type { Personal } from '#platform/http/personal.ts';
import { err, ok } from '#platform/http/result.ts';
import { reasonOrNull } from '#platform/runtime/words.ts';
import { casesOf, openCase, type ReviewKind } from '#site/review/review.ts';

const insertAppeal = (tx: Tx, appeal: { id: string; person: string; text: string }) =>
  tx.insertInto('appeal').values(appeal).execute();
const appealText = async (tx: Tx, id: string): Promise<string> =>
  (await tx.selectFrom('appeal').select('text').where('id', '=', id).executeTakeFirstOrThrow()).text;

const kind = 'appeal';

/** Why the account is frozen, and the outcome of the newest appeal since then. */
async function showAppeal(
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

async function sendAppeal(
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

/**
 * Support decides appeals, except the person who froze the account. Approval unfreezes; rejection tells the user why.
 */
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
    // The account may have been unfrozen in the meantime. The appeal is granted all the same.
    await setFrozen(call, { number: String(number), reason }, false);
  },
};

const limit = 500;

/** The appeals that the user wrote while frozen, with their answers. */
export const personal: Personal = async function* (tx, { id }) {
  const appeals = [];
  for (const { id: appeal, submitted_at, decision, decided_at, reason } of await casesOf(tx, id, 'appeal', limit))
    appeals.push({ text: await appealText(tx, appeal), submitted_at, decision, decided_at, reason });
  yield { name: 'appeals.json', json: appeals };
};

export const routes = [
  serve(protocol.showAppeal, async ({ tx, locale, user }) => ok(await showAppeal(tx, locale, user))),
  serve(protocol.sendAppeal, sendAppeal),
];
