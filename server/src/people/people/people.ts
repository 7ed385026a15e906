import type { SeenPerson } from '@glasshouse/protocol/backoffice/approvals';
import type { UserInfo } from '@glasshouse/protocol/session/calls';
import type { Selectable } from 'kysely';
import { type RawBuilder, sql } from 'kysely';
import type { OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import type { Person } from '#platform/database/schema.ts';
import type { Caller } from '#platform/http/http.ts';
import { err, ok } from '#platform/http/result.ts';
import * as table from './sql.ts';

export { addNote, listNotes, timeline } from './notes.ts';
export { personal } from './personal.ts';
export * as people from './sql.ts';

type Hidden =
  | 'password_hash'
  | 'trade_password_hash'
  | 'security_change'
  | 'security_changed_at'
  | 'logged_in_again_at'
  | 'locked_at'
  | 'language'
  | 'invited_by';
/** The user as operators may see it. */
export const userForOperators = (person: Omit<Selectable<Person>, Hidden>): Omit<UserInfo, 'tradePassword'> => ({
  id: person.id,
  number: String(person.number),
  username: person.username,
  email: person.email,
  phone: person.phone,
  country: person.country,
  invitationCode: person.invitation_code,
  creditScore: person.credit_score,
  vipLevel: person.vip_level,
  identity: person.identity as UserInfo['identity'],
  status: person.deleted_at ? 'deleted' : (person.status as UserInfo['status']),
  registeredAt: person.registered_at.toISOString(),
  leavesAt: person.leaves_at?.toISOString() ?? null,
});
/** The users named by subjects such as `user:8620001`. */
export async function peopleNamed(tx: Tx, subjects: readonly string[]): Promise<SeenPerson[]> {
  const numbers = subjects.flatMap((subject) => /^user:([1-9]\d{0,17})$/.exec(subject)?.[1] ?? []);
  const found = await table.namesOf(tx, [...new Set(numbers)].map(BigInt));
  return found.map(({ number, username }) => ({ number: String(number), username }));
}

/** Whether a trade password was set, at registration or later. */
export const hasTradePassword = (person: { trade_password_hash: string }): boolean => person.trade_password_hash !== '';
/** The user as the user may see it. */
export const infoOf = (person: Omit<Selectable<Person>, Exclude<Hidden, 'trade_password_hash'>>): UserInfo => ({
  ...userForOperators(person),
  tradePassword: hasTradePassword(person),
});

/** Why and since when an account is frozen, if it is. */
export async function freezeOf(tx: Tx, person: string): Promise<{ at: Date; reason: string } | undefined> {
  const [last] = await table.eventsOf(tx, person, 1);
  return last?.kind === 'frozen' ? { at: last.at, reason: last.reason ?? '' } : undefined;
}

type Act = Pick<OperatorCall, 'tx' | 'now' | 'record' | 'publish' | 'operator'>;

/**
 * Freezes or unfreezes, with the reason that its user reads. The user's sessions continue: they can look, and appeal.
 */
export async function setFrozen(
  { tx, now, record, publish, operator }: Act,
  { number, reason }: { number: string; reason: string | null },
  frozen: boolean,
) {
  const person = await table.lockPerson(tx, BigInt(number));
  if (!person || person.deleted_at) return err('not_found');
  const status = frozen ? 'abnormal' : 'normal';
  if (person.status === status) return err('no_change');
  await table.setStatus(tx, person.id, status);
  const kind = frozen ? 'frozen' : 'unfrozen';
  await table.insertEvent(tx, { id: newId(), person: person.id, at: now, kind, reason, operator: operator.id });
  if (frozen) publishSessionEnded({ publish }, BigInt(number));
  record({ subject: `user:${number}`, before: { status: person.status }, after: { status }, reason });
  return ok({});
}

type Contacts = { username: string | null; email: string | null; phone: string | null };

/** A person as another user may see them: the first letter of their name and nothing more, not even its length. */
export function maskedName({ username, email, phone }: Contacts): string {
  const [first] = [...(username ?? email ?? (phone ? '+' : ''))];
  return `${first?.toUpperCase() ?? ''}•••`;
}

/** The same for the people with these numbers. */
export async function maskedNames(tx: Tx, numbers: readonly bigint[]): Promise<Map<bigint, string>> {
  if (numbers.length === 0) return new Map();
  return new Map((await table.contactsOf(tx, numbers)).map((person) => [person.number, maskedName(person)]));
}

/**
 * An SQL condition: whether the person with a number is shown with this first letter. It matches no more than other
 * users see.
 */
export const isMaskedAs = (number: RawBuilder<unknown>, letter: string) => sql<boolean>`exists (
  select from person where person.number = ${number}
    and upper(left(coalesce(username, email, case when phone is not null then '+' end, ''), 1)) = upper(${letter}))`;

/** Published with a user's number when one of their sessions ended or the account was frozen, so that open connections are checked again. */
export const sessionEndedSubject = 'session.ended';

export const publishSessionEnded = ({ publish }: Pick<Caller, 'publish'>, number: bigint): void =>
  publish(sessionEndedSubject, String(number));
