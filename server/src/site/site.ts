import type { Output } from '@glasshouse/protocol/endpoint';
import { defaultLocale, type Locale } from '@glasshouse/protocol/locales';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { getSite } from '@glasshouse/protocol/site/calls';
import type { Tx } from '../platform/db.ts';
import { maintenanceAhead } from './maintenance.ts';
import { nextMoney, publicMoney } from './money.ts';
import { newestConfig } from './sql.ts';

export { languageFor } from './language.ts';
export { maintenanceGate } from './maintenance.ts';
export { announcedMoney, moneySettings, nextMoney } from './money.ts';

type Site = Output<typeof getSite>;

/** What the operators have set, as everybody may see it. */
export async function publicSite(tx: Tx): Promise<Omit<Site, 'maintenance' | 'fee' | 'cnyRate' | 'next'>> {
  const site = await newestConfig(tx);
  return {
    title: site.title,
    singlemin: formatUsdt(site.single_min),
    singlemax: formatUsdt(site.single_max),
    daymax: formatUsdt(site.day_max),
    invitationRequired: site.invitation_required,
  };
}

/** After how many minutes the clock decides about an identity, where the site runs unattended. */
export const identityMinutes = async (tx: Tx): Promise<number | null> => (await newestConfig(tx)).identity_minutes;

/** After how many minutes the clock decides about a top-up, where the site runs unattended. */
export const topUpMinutes = async (tx: Tx): Promise<number | null> => (await newestConfig(tx)).top_up_minutes;

/** The same with fee and rate, and with what a reader should know about: maintenance, and a change that is announced. */
export const siteWithNotice = async (tx: Tx, now: Date, locale: Locale = defaultLocale): Promise<Site> => ({
  ...(await publicSite(tx)),
  ...(await publicMoney(tx, now)),
  next: await nextMoney(tx, now),
  maintenance: await maintenanceAhead(tx, now, locale),
});
