import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import type * as protocol from '@glasshouse/protocol/site/office';
import { type Texts, textFor } from '@glasshouse/protocol/site/texts';
import type { OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { err, ok } from '#platform/http/result.ts';
import { languageMissing, siteLanguage } from './settings.ts';
import * as table from './sql.ts';

/** The current announcements, in the reader's language or else in the site's. */
export async function announcementsNow(tx: Tx, now: Date, locale: Locale) {
  const rows = await table.announcementsAt(tx, now);
  const site = await siteLanguage(tx);
  return {
    list: rows.map(({ id, texts, starts_at }) => ({
      id,
      ...textFor(texts as Texts, locale, site),
      from: starts_at.toISOString(),
    })),
  };
}

export async function listAnnouncements(tx: Tx): Promise<Output<typeof protocol.listAnnouncements>> {
  return { language: await siteLanguage(tx), list: (await table.newestAnnouncements(tx)).map(announcementOf) };
}
const announcementOf = (row: { id: string; texts: unknown; starts_at: Date; ends_at: Date }) => ({
  id: row.id,
  texts: row.texts as Texts,
  from: row.starts_at.toISOString(),
  until: row.ends_at.toISOString(),
});

export async function saveAnnouncement(
  { tx, record }: OperatorCall,
  { id, texts, from, until, reason }: Input<typeof protocol.saveAnnouncement>,
) {
  const found = id === null ? undefined : await table.lockAnnouncement(tx, id);
  if (id !== null && !found) return err('not_found');
  const missing = await languageMissing(tx, texts);
  if (missing) return missing;
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
  const found = await table.lockAnnouncement(tx, id);
  if (!found) return err('not_found');
  if (found.ends_at <= now) return err('no_change');
  const row = { ...found, ends_at: now, starts_at: found.starts_at < now ? found.starts_at : now };
  await table.putAnnouncement(tx, { ...row, texts: JSON.stringify(row.texts) });
  record({ subject: `announcement:${id}`, before: announcementOf(found), after: announcementOf(row), reason });
  return ok({});
}
