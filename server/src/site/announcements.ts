import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import type * as protocol from '@glasshouse/protocol/site/office';
import type { Tx } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { OperatorCall } from '../platform/office.ts';
import { err, ok } from '../platform/result.ts';
import * as table from './sql.ts';

/** A text of the operators in a reader's language, or in English where there is none. */
export const inLanguage = (texts: unknown, locale: Locale): string =>
  (texts as protocol.Texts)[locale] ?? (texts as protocol.Texts)['en-US'];

/** What the operators announce now, in a reader's language. */
export async function announcementsNow(tx: Tx, now: Date, locale: Locale) {
  const rows = await table.announcementsAt(tx, now);
  return {
    list: rows.map((row) => ({ id: row.id, text: inLanguage(row.texts, locale), from: row.starts_at.toISOString() })),
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
