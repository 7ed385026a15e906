import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import type * as protocol from '@glasshouse/protocol/office/site';
import type { Selectable } from 'kysely';
import { days, minutes, plus, seconds } from '../platform/clock.ts';
import { type Db, type Tx, violates } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { OperatorCall } from '../platform/office.ts';
import { err, ok } from '../platform/result.ts';
import type { Maintenance } from '../platform/schema.ts';
import * as table from './sql.ts';

const shownAhead = days(7);
const inLanguage = (texts: unknown, locale: Locale): string =>
  (texts as protocol.Texts)[locale] ?? (texts as protocol.Texts)['en-US'];

/** What the operators announce now, in a reader's language. */
export async function announcementsNow(tx: Tx, now: Date, locale: Locale) {
  const rows = await table.announcementsAt(tx, now);
  return {
    list: rows.map((row) => ({ id: row.id, text: inLanguage(row.texts, locale), from: row.starts_at.toISOString() })),
  };
}

/** The maintenance under way, or the next one of the week. */
export async function maintenanceAhead(tx: Tx, now: Date, locale: Locale) {
  const row = await table.nextMaintenance(tx, now, plus(now, shownAhead));
  if (!row) return null;
  const text = row.texts === null ? null : inLanguage(row.texts, locale);
  return { from: row.starts_at.toISOString(), until: row.ends_at.toISOString(), text };
}

/** Says until when calls wait, asking the database at most once a second per process. */
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

export async function listAnnouncements(tx: Tx): Promise<Output<typeof protocol.listAnnouncements>> {
  return { list: (await table.newestAnnouncements(tx)).map(announcementOf) };
}
const announcementOf = (row: { id: string; texts: unknown; starts_at: Date; ends_at: Date }) => ({
  id: row.id,
  texts: row.texts as protocol.Texts,
  from: row.starts_at.toISOString(),
  until: row.ends_at.toISOString(),
});

export async function saveAnnouncement(
  { tx, record }: OperatorCall,
  { id, texts, from, until, reason }: Input<typeof protocol.saveAnnouncement>,
) {
  const found = id === null ? undefined : await table.holdAnnouncement(tx, id);
  if (id !== null && !found) return err('not_found');
  const row = { id: id ?? newId(), starts_at: new Date(from), ends_at: new Date(until) };
  await table.putAnnouncement(tx, { ...row, texts: JSON.stringify(texts) });
  const before = found && announcementOf(found);
  record({ subject: `announcement:${row.id}`, before, after: announcementOf({ ...row, texts }), reason });
  return ok({ id: row.id });
}

export async function endAnnouncement(
  { tx, now, record }: OperatorCall,
  { id, reason }: Input<typeof protocol.endAnnouncement>,
) {
  const found = await table.holdAnnouncement(tx, id);
  if (!found) return err('not_found');
  if (found.ends_at <= now) return err('no_change');
  const row = { ...found, ends_at: now, starts_at: found.starts_at < now ? found.starts_at : now };
  await table.putAnnouncement(tx, { ...row, texts: JSON.stringify(row.texts) });
  record({ subject: `announcement:${id}`, before: announcementOf(found), after: announcementOf(row), reason });
  return ok({});
}

type Window = Output<typeof protocol.listMaintenance>['list'][number];
const windowOf = (row: Selectable<Maintenance>, now: Date): Window => ({
  id: row.id,
  from: row.starts_at.toISOString(),
  until: row.ends_at.toISOString(),
  texts: row.texts as protocol.Texts | null,
  state: row.cancelled_at ? 'cancelled' : row.ends_at <= now ? 'over' : row.starts_at <= now ? 'active' : 'planned',
});

export const listMaintenance = async (tx: Tx, now: Date) => ({
  list: (await table.newestMaintenance(tx)).map((row) => windowOf(row, now)),
});

export async function planMaintenance(
  { tx, now, record }: OperatorCall,
  { from, until, texts, reason }: Input<typeof protocol.planMaintenance>,
) {
  const row = { id: newId(), starts_at: new Date(from), ends_at: new Date(until) };
  if (row.starts_at < plus(now, -minutes(1))) return err('time_past');
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
  const found = await table.holdMaintenance(tx, id);
  if (!found) return err('not_found');
  const before = windowOf(found, now);
  if (before.state === 'over' || before.state === 'cancelled') return err('no_change');
  const change = found.starts_at < now ? { ends_at: now } : { cancelled_at: now };
  await table.endMaintenanceAt(tx, id, change);
  record({ subject: `maintenance:${id}`, before, after: windowOf({ ...found, ...change }, now), reason });
  return ok({});
}
