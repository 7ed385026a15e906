import type { Output } from '@glasshouse/protocol/endpoint';
import { defaultLocale, type Locale } from '@glasshouse/protocol/locales';
import type { getSite } from '@glasshouse/protocol/site/calls';
import type { Tx } from '#platform/database/db.ts';
import { maintenanceAhead } from './maintenance.ts';
import { nextMoney, publicMoney } from './money.ts';
import { newestConfig } from './sql.ts';

export { maintenanceGate } from './maintenance.ts';
export {
  announcedMoney,
  moneySettings,
  needsTwoPeople,
  nextMoney,
  twoPeopleAbove,
  unattendedSeconds,
} from './money.ts';
export { languageFor } from './settings.ts';

type Site = Output<typeof getSite>;

/** The public settings of the site. */
export async function publicSite(tx: Tx): Promise<Pick<Site, 'title' | 'invitationRequired'>> {
  const { title, invitation_required } = await newestConfig(tx);
  return { title, invitationRequired: invitation_required };
}

/** The public settings, money settings, and notices: maintenance, and an announced change. */
export const siteWithNotice = async (
  tx: Tx,
  now: Date,
  locale: Locale = defaultLocale,
): Promise<Omit<Site, 'textMessages'>> => ({
  ...(await publicSite(tx)),
  ...(await publicMoney(tx, now)),
  next: await nextMoney(tx, now),
  maintenance: await maintenanceAhead(tx, now, locale),
});
