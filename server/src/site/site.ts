import type { Output } from '@glasshouse/protocol/endpoint';
import { formatRate, formatUnits, type Rate } from '@glasshouse/protocol/money';
import type { getSite } from '@glasshouse/protocol/site';
import type { Tx } from '../platform/db.ts';
import { newestConfig } from './sql.ts';

/** What the operators have set, as everybody may see it. */
export async function publicSite(tx: Tx): Promise<Output<typeof getSite>> {
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

/** The settings that decide about money: what a new account starts with (USDT units), and yuan for one USDT. */
export async function moneySettings(tx: Tx): Promise<{ welcomeGrant: bigint; cnyRate: Rate }> {
  const site = await newestConfig(tx);
  return { welcomeGrant: site.welcome_grant, cnyRate: site.cny_rate };
}
