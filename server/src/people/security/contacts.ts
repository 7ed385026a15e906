import type { Input } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/security/calls';
import { violates } from '#platform/database/db.ts';
import type { Caller, Steps } from '#platform/http/http.ts';
import { err, ok } from '#platform/http/result.ts';
import type { Installation } from '../factors/factors.ts';
import { people } from '../people/people.ts';
import { securityChanged } from './changes.ts';
import { askForCode, type Contact, checkCode, targetOf, useUpCode } from './codes.ts';
import { decideFor, prove } from './owner.ts';

type Kind = protocol.ContactKind;
type Contacts = { email: string | null; phone: string | null };

/**
 * The contact where the owner must prove to be the owner: the one to be changed or, if there is none yet, the other
 * one.
 */
function provenBy({ email, phone }: Contacts, kind: Kind): Contact {
  const own = kind === 'email' ? email : phone;
  if (own === null) return kind === 'email' ? { phone: phone! } : { email: email! };
  return kind === 'email' ? { email: own } : { phone: own };
}
/** The purpose of the code that goes there. */
const purposeOf = (contacts: Contacts, kind: Kind) => `${kind}_${contacts[kind] === null ? 'bind' : 'change'}` as const;

export async function sendContactCode(
  call: Caller<typeof protocol.sendContactCode> & Steps,
  { kind, email, phone }: Input<typeof protocol.sendContactCode>,
  textMessages: boolean,
) {
  const person = await call.step((tx) => people.personById(tx, call.user.userId));
  return (email ?? phone) === undefined
    ? askForCode(call, provenBy(person, kind), purposeOf(person, kind), person.id, textMessages)
    : askForCode(call, { email, phone }, `${kind}_new`, person.id, textMessages);
}

/** Both codes are checked even if the first is wrong, and for a contact of another user no code is ever right. */
export async function changeContact(
  call: Caller<typeof protocol.changeContact> & Steps,
  input: Input<typeof protocol.changeContact>,
  installation: Installation,
) {
  const { step, now, user } = call;
  const { kind } = input;
  const proven = await prove(call, installation, input);
  if (!proven.ok) return proven;
  const person = await step((tx) => people.personById(tx, user.userId));
  const [before, after] = [person[kind], input[kind] ?? null];
  if (before === after) return err('no_change');
  if (after === null && person[kind === 'email' ? 'phone' : 'email'] === null) return err('last_contact');

  const of = { person: person.id };
  const fromOld = { ...of, target: targetOf(provenBy(person, kind)), purpose: purposeOf(person, kind) };
  const fromNew = { ...of, target: after ?? '', purpose: `${kind}_new` } as const;
  const oldCode = await step((tx) => checkCode(tx, now, fromOld, input.oldCode));
  const newCode = after === null ? undefined : await step((tx) => checkCode(tx, now, fromNew, input.newCode!));
  if (!oldCode) return err('wrong_code');
  if (after && !newCode) return err('wrong_new_code');
  try {
    return await decideFor(call, proven.value, async (tx) => {
      // Changed in another tab in the meantime, so the code was for another contact.
      if (!(await people.setContact(tx, person.id, kind, before, after))) return err('wrong_code');
      if (!(await useUpCode(tx, fromOld, oldCode))) return err('wrong_code');
      if (after && !(await useUpCode(tx, fromNew, newCode!))) return err('wrong_new_code');
      const detail = before === null ? 'bound' : after === null ? 'unbound' : 'changed';
      await securityChanged(tx, call, person, `${kind}_changed`, { keep: user.sessionId, detail });
      return ok({});
    });
  } catch (error) {
    // Another user has registered it since the code was sent. Saying so would reveal who has an account.
    if (violates(error, `person_${kind}`)) return err('wrong_new_code');
    if (violates(error, 'person_has_a_contact')) return err('last_contact');
    throw error;
  }
}
