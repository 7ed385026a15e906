import { type Db, step } from '#platform/database/db.ts';
import type { Log } from '#platform/observability/log.ts';
import { openSecret, type SealKeys, seal } from './secrets.ts';
import * as table from './sql.ts';

const batch = 200;

/**
 * Seals all authenticators with the newest key, so that an older key can be deleted. Does nothing if there is no older
 * key.
 */
export async function resealAuthenticators(db: Db, kind: table.Owner['kind'], keys: SealKeys, log: Log): Promise<void> {
  if (keys.length === 1) return;
  let [last, resealed, lost]: [string | undefined, number, number] = [undefined, 0, 0];
  do {
    const rows = await step(db, (tx) => table.secretsAfter(tx, kind, last, batch));
    for (const { id, sealed } of rows) {
      const found = openSecret(keys, id, sealed);
      if (!found) lost++;
      if (!found?.isOld) continue;
      const isChanged = await step(db, (tx) => table.reseal(tx, { kind, id }, sealed, seal(keys, id, found.text)));
      if (isChanged) resealed++;
    }
    last = rows.length === batch ? rows.at(-1)!.id : undefined;
  } while (last !== undefined);
  log.info({ kind, resealed }, 'authenticators are sealed with the newest key');
  if (lost > 0) log.error({ kind, lost }, 'authenticators are sealed with an unknown key');
}
