import { type Db, step } from '#platform/database/db.ts';
import { type Files, rewrapText, sealText, unsealText } from '../files/files.ts';
import type { Row } from './sql.ts';
import * as table from './sql.ts';

/** The personal data of a case. */
type IdentityDetails = { name: string; number: string };
type Keys = Files['keys'];

export const sealDetails = (keys: Keys, id: string, details: IdentityDetails) =>
  sealText(keys, id, Buffer.from(JSON.stringify(details)));

/** Undefined once they are erased. */
export function detailsIn(keys: Keys, { id, sealed, wrapped_key, key_id }: Row): IdentityDetails | undefined {
  if (!sealed || !wrapped_key || !key_id) return undefined;
  return JSON.parse(unsealText(keys, { id, wrapped_key, key_id }, sealed).toString());
}

const batch = 200;
/** Wraps the keys of cases with the newest key, as for files. */
export async function rewrapIdentities(db: Db, { keys }: Pick<Files, 'keys'>): Promise<void> {
  const some = () =>
    step(db, async (tx) => {
      const rows = await table.notUnder(tx, keys.current, batch);
      for (const { id, key_id, wrapped_key } of rows)
        await table.setWrapped(tx, id, rewrapText(keys, { id, key_id: key_id!, wrapped_key: wrapped_key! }));
      return rows.length;
    });
  while ((await some()) === batch);
}
