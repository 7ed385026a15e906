import { canonical } from '@glasshouse/protocol/backoffice/audit';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { isLocale, type Locale } from '@glasshouse/protocol/locales';
import type { SiteSettings, saveSettings, showSettings } from '@glasshouse/protocol/site/office';
import type { Texts } from '@glasshouse/protocol/site/texts';
import type { Selectable } from 'kysely';
import type { OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import type { SiteConfig } from '#platform/database/schema.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { err, ok } from '#platform/http/result.ts';
import { configsBefore, insertConfig, lockConfig, newestConfig } from './sql.ts';

const settingsOf = (row: Selectable<SiteConfig>): SiteSettings => ({
  title: row.title,
  language: row.language as Locale,
  invitationRequired: row.invitation_required,
});

const columnsOf = (settings: SiteSettings) => ({
  title: settings.title,
  language: settings.language,
  invitation_required: settings.invitationRequired,
});

/** The settings in force, then earlier versions. */
export async function listSettings(
  tx: Tx,
  { before, limit }: Input<typeof showSettings>,
): Promise<Output<typeof showSettings>> {
  const found = await configsBefore(tx, before === undefined ? undefined : BigInt(before), limit + 1);
  const { rows, next } = pageOf(found, limit, ({ version }) => String(version));
  const list = rows.map((row) => ({
    version: String(row.version),
    at: row.at.toISOString(),
    by: row.changed_by === null ? null : { id: row.changed_by, name: row.changed_by_name! },
    reason: row.reason,
    settings: settingsOf(row),
  }));
  return { list, next };
}

/** Saves a new version, unless somebody else has saved one since `expectedVersion`. */
export async function changeSettings(
  { tx, now, operator, record }: OperatorCall,
  { expectedVersion, settings, reason }: Input<typeof saveSettings>,
) {
  await lockConfig(tx);
  const current = await newestConfig(tx);
  if (String(current.version) !== expectedVersion) return err('version_changed');
  const { version: _, ...rest } = current;
  const row = { ...rest, ...columnsOf(settings) };
  const [before, after] = [settingsOf(current), settingsOf({ ...row, version: 0n })];
  if (canonical(before) === canonical(after)) return err('unchanged');
  const by = { changed_by: operator.id, changed_by_name: operator.name, reason };
  const version = await insertConfig(tx, { ...row, ...by, at: now });
  record({ subject: `settings:${version}`, before, after, reason });
  return ok({ version: String(version) });
}

/** The site's own language. */
export const siteLanguage = async (tx: Tx): Promise<Locale> => (await newestConfig(tx)).language as Locale;

/** The language for messages to a user: theirs, or the site's if theirs is unknown. */
export const languageFor = async (tx: Tx, { language }: { language: string | null }): Promise<Locale> =>
  isLocale(language) ? language : siteLanguage(tx);

/** Refuses texts that lack the site's language. */
export async function languageMissing(tx: Tx, texts: Texts) {
  const language = await siteLanguage(tx);
  return texts[language] === undefined ? err('text_missing', { fields: [`texts.${language}`] }) : undefined;
}
