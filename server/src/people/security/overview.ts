import type { Input } from '@glasshouse/protocol/endpoint';
import type { listEvents as listEventsCall } from '@glasshouse/protocol/security/calls';
import type { Kind } from '@glasshouse/protocol/security/kinds';
import type { Tx } from '#platform/database/db.ts';
import { pageOf } from '#platform/http/page-of.ts';
import * as factors from '../factors/factors.ts';
import { hasTradePassword, people } from '../people/people.ts';
import * as table from './sql.ts';
import { savedOnlyOf, withdrawalLock } from './withdrawal-protection.ts';

/** Enough for the owner to recognize it, too little for someone who looks over their shoulder. */
const maskedEmail = (email: string) => email.replace(/^(.{1,2})[^@]*@/, '$1•••@');
const maskedPhone = (phone: string) => `${phone.slice(0, 3)}•••${phone.slice(-2)}`;

/** An account's means of logging in, as its owner sees them. */
export async function overview(tx: Tx, now: Date, id: string) {
  const person = await people.personById(tx, id);
  const lock = withdrawalLock(now, person);
  const changed = await table.passwordChangedAt(tx, id);
  const since = await factors.authenticatorSince(tx, id);
  const passkeys = await factors.listPasskeys(tx, factors.person(id));
  return {
    email: person.email && maskedEmail(person.email),
    phone: person.phone && maskedPhone(person.phone),
    passwordChangedAt: (changed ?? person.registered_at).toISOString(),
    tradePassword: hasTradePassword(person),
    authenticator: since ? { since: since.toISOString() } : null,
    passkeys: passkeys.map(({ name, createdAt }) => ({ name, addedAt: createdAt })),
    mailPhrase: (await people.mailPhraseOf(tx, id)) !== undefined,
    savedOnly: await savedOnlyOf(tx, now, id),
    lock: lock && {
      kind: lock.kind,
      changedAt: lock.changedAt.toISOString(),
      loggedInAt: lock.loggedInAt?.toISOString() ?? null,
      until: lock.until?.toISOString() ?? null,
    },
  };
}

export async function listEvents(tx: Tx, person: string, { before, limit }: Input<typeof listEventsCall>) {
  const { rows, next } = pageOf(await table.eventsOf(tx, person, before, limit + 1), limit, ({ id }) => id);
  return { list: rows.map((row) => ({ ...row, kind: row.kind as Kind, at: row.at.toISOString() })), next };
}
