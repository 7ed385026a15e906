import type { Tx } from '#platform/database/db.ts';
import { contactsOf } from './sql.ts';

type Contacts = { username: string | null; email: string | null; phone: string | null };

/** A person as another user may see them: the first letter of their name here and nothing more, not even its length. */
export function maskedName({ username, email, phone }: Contacts): string {
  const [first] = [...(username ?? email ?? (phone ? '+' : ''))];
  return `${first?.toUpperCase() ?? ''}•••`;
}

/** The same for those with these numbers. */
export async function maskedNames(tx: Tx, numbers: readonly bigint[]): Promise<Map<bigint, string>> {
  if (numbers.length === 0) return new Map();
  return new Map((await contactsOf(tx, numbers)).map((person) => [person.number, maskedName(person)]));
}
