import type { Output } from '@glasshouse/protocol/endpoint';
import { phraseChanges, setMailPhrase as setMailPhraseCall } from '@glasshouse/protocol/security/calls';
import type { z } from 'zod';
import type { Caller, Steps } from '#platform/http/http.ts';
import { err, ok, waitFor } from '#platform/http/result.ts';
import { takeTurn } from '#platform/http/throttle.ts';
import type { Installation } from '../factors/factors.ts';
import { people } from '../people/people.ts';
import { raiseAlarm } from './alarm.ts';
import { notifyOwner } from './changes.ts';
import { actOf, proveStrictly } from './confirm.ts';
import { note } from './events.ts';
import { decideFor } from './owner.ts';
import * as table from './sql.ts';

/** Sets or removes the phrase that mails to the caller show. The mail about the change shows the phrase that the owner knows: the earlier one. */
export async function setMailPhrase(
  call: Caller<typeof setMailPhraseCall> & Steps,
  input: z.output<typeof setMailPhraseCall.input>,
  installation: Installation,
) {
  const { phrase } = input;
  const proven = await proveStrictly(call, installation, actOf(setMailPhraseCall, input), input);
  if (!proven.ok) return proven;
  const key = `phrase ${call.user.userId}`;
  const seconds = await call.step((tx) => takeTurn(tx, call.now, key, phraseChanges));
  if (seconds > 0) return waitFor(seconds);
  return decideFor(call, proven.value, async (tx, person) => {
    const before = await people.mailPhraseOf(tx, person.id);
    const isChanged =
      phrase === null ? await table.deletePhrase(tx, person.id) : await table.putPhrase(tx, person.id, phrase);
    if (!isChanged) return err('no_change');
    if (phrase !== null && before !== undefined) {
      await note(tx, call, { person: person.id, kind: 'phrase_set', detail: 'changed' });
      await raiseAlarm(tx, call, person, 'phrase_changed', before);
    } else await notifyOwner(tx, call, person, phrase === null ? 'phrase_removed' : 'phrase_set', before);
    return ok({} satisfies Output<typeof setMailPhraseCall>);
  });
}
