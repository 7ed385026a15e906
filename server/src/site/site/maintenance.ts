import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import type * as protocol from '@glasshouse/protocol/site/office';
import { type Texts, textFor } from '@glasshouse/protocol/site/texts';
import type { Selectable } from 'kysely';
import type { OperatorCall } from '#platform/console/office.ts';
import { type Db, type Tx, violates } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import type { Maintenance } from '#platform/database/schema.ts';
import { err, ok } from '#platform/http/result.ts';
import { days, minutes, plus, seconds } from '#platform/runtime/clock.ts';
import { languageMissing, siteLanguage } from './settings.ts';
import * as table from './sql.ts';

const shownAhead = days(7);
const none = { text: null, language: null };

/** The current maintenance window, or the next one within a week. */
export async function maintenanceAhead(tx: Tx, now: Date, locale: Locale) {
  const row = await table.nextMaintenance(tx, now, plus(now, shownAhead));
  if (!row) return null;
  const said = row.texts === null ? none : textFor(row.texts as Texts, locale, await siteLanguage(tx));
  return { from: row.starts_at.toISOString(), until: row.ends_at.toISOString(), ...said };
}

/** Returns when a current maintenance window ends. Asks the database at most once a second per process. */
export function maintenanceGate(): (db: Db, now: Date) => Promise<Date | undefined> {
  let known: { at: Date; window: Promise<Selectable<Maintenance> | undefined> } | undefined;
  return async (db, now) => {
    if (!known || Math.abs(now.getTime() - known.at.getTime()) >= seconds(1))
      known = { at: now, window: table.nextMaintenance(db, now, plus(now, seconds(2))) };
    const asked = known;
    const window = await asked.window.catch((error) => {
      if (known === asked) known = undefined;
      throw error;
    });
    return window && window.starts_at <= now && now < window.ends_at ? window.ends_at : undefined;
  };
}

type Window = Output<typeof protocol.listMaintenance>['list'][number];
const windowOf = (row: Selectable<Maintenance>, now: Date): Window => ({
  id: row.id,
  from: row.starts_at.toISOString(),
  until: row.ends_at.toISOString(),
  texts: row.texts as Texts | null,
  state: row.cancelled_at ? 'cancelled' : row.ends_at <= now ? 'over' : row.starts_at <= now ? 'active' : 'planned',
});

export const listMaintenance = async (tx: Tx, now: Date) => ({
  language: await siteLanguage(tx),
  list: (await table.newestMaintenance(tx)).map((row) => windowOf(row, now)),
});

export async function planMaintenance(
  { tx, now, record }: OperatorCall,
  { from, until, texts, reason }: Input<typeof protocol.planMaintenance>,
) {
  const row = { id: newId(), starts_at: new Date(from), ends_at: new Date(until) };
  if (row.starts_at < plus(now, -minutes(1))) return err('time_past');
  const missing = texts && (await languageMissing(tx, texts));
  if (missing) return missing;
  try {
    await table.insertMaintenance(tx, { ...row, texts: texts && JSON.stringify(texts) });
  } catch (error) {
    if (violates(error, 'maintenance_alone')) return err('maintenance_overlaps');
    throw error;
  }
  record({ subject: `maintenance:${row.id}`, after: { from, until, texts }, reason });
  return ok({ id: row.id });
}

export async function endMaintenance(
  { tx, now, record }: OperatorCall,
  { id, reason }: Input<typeof protocol.endMaintenance>,
) {
  const found = await table.lockMaintenance(tx, id);
  if (!found) return err('not_found');
  const before = windowOf(found, now);
  if (before.state === 'over' || before.state === 'cancelled') return err('no_change');
  const change = found.starts_at < now ? { ends_at: now } : { cancelled_at: now };
  await table.endMaintenanceAt(tx, id, change);
  record({ subject: `maintenance:${id}`, before, after: windowOf({ ...found, ...change }, now), reason });
  return ok({});
}
