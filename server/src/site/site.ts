import type { Output } from '@glasshouse/protocol/endpoint';
import { defaultLocale, type Locale } from '@glasshouse/protocol/locales';
import { formatRate, formatUnits, type Rate } from '@glasshouse/protocol/money';
import type { getSite } from '@glasshouse/protocol/site';
import type { Tx } from '../platform/db.ts';
import { maintenanceAhead } from './maintenance.ts';
import { newestConfig } from './sql.ts';

export { maintenanceGate } from './maintenance.ts';

/** What the operators have set, as everybody may see it. */
export async function publicSite(tx: Tx): Promise<Omit<Output<typeof getSite>, 'maintenance'>> {
  const site = await newestConfig(tx);
  return {
    title: site.title,
    singlemin: formatUnits(site.single_min, 'USDT'),
    singlemax: formatUnits(site.single_max, 'USDT'),
    daymax: formatUnits(site.day_max, 'USDT'),
    fee: formatUnits(BigInt(site.fee_bps), 'CNY'), // two decimals, as a percent with hundredths has
    invitationRequired: site.invitation_required,
    cnyRate: formatRate(site.cny_rate),
  };
}

/** The same with the maintenance a reader should know about. */
export const siteWithNotice = async (
  tx: Tx,
  now: Date,
  locale: Locale = defaultLocale,
): Promise<Output<typeof getSite>> => ({
  ...(await publicSite(tx)),
  maintenance: await maintenanceAhead(tx, now, locale),
});

/** The settings that decide about money: what a new account starts with (USDT units), and yuan for one USDT. */
export async function moneySettings(tx: Tx): Promise<{ welcomeGrant: bigint; cnyRate: Rate }> {
  const site = await newestConfig(tx);
  return { welcomeGrant: site.welcome_grant, cnyRate: site.cny_rate };
}
