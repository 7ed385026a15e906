import { inPages, type Personal } from '#platform/http/personal.ts';
import * as table from './sql.ts';

type Note = Awaited<ReturnType<typeof table.noteTextsOf>>[number];

const maxEvents = 1000;

/** The user's profile, freezes with their reasons, and the notes of operators. */
export const personal: Personal = async function* (tx, { id }) {
  const person = await table.personById(tx, id);
  yield {
    name: 'profile.json',
    json: {
      number: String(person.number),
      username: person.username,
      email: person.email,
      phone: person.phone,
      country: person.country,
      language: person.language,
      mailPhrase: (await table.mailPhraseOf(tx, id)) ?? null,
      invitationCode: person.invitation_code,
      wasInvited: person.invited_by !== null,
      creditScore: person.credit_score,
      vipLevel: person.vip_level,
      identity: person.identity,
      status: person.status,
      registeredAt: person.registered_at,
      leavesAt: person.leaves_at,
    },
  };
  yield { name: 'freezes.json', json: await table.eventsOf(tx, id, maxEvents) };
  yield {
    name: 'notes.csv',
    rows: inPages<Note>(
      ['at', 'text'],
      (last, limit) => table.noteTextsOf(tx, id, last?.id, limit),
      ({ at, text }) => [at.toISOString(), text],
    ),
  };
};
