import { canonical } from '@glasshouse/protocol/backoffice/audit';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Rate } from '@glasshouse/protocol/money';
import { isStep, textOf, unitsOf } from '@glasshouse/protocol/site/bounds';
import type { MoneySettings, saveMoney, showMoney, withdrawMoney } from '@glasshouse/protocol/site/office';
import type { Selectable } from 'kysely';
import * as announced from '../platform/announced.ts';
import type { Tx } from '../platform/db.ts';
import type { OperatorCall } from '../platform/office.ts';
import { err, ok } from '../platform/result.ts';
import type { MoneyConfig } from '../platform/schema.ts';
import { insertMoney } from './sql.ts';

type Row = Selectable<MoneyConfig>;
type Columns = Pick<Row, 'fee_bps' | 'welcome_grant' | 'cny_rate'>;
const table = 'money_config';

const settingsOf = (row: Columns): MoneySettings => ({
  fee: textOf('fee', BigInt(row.fee_bps)),
  welcomeGrant: textOf('welcomeGrant', row.welcome_grant),
  cnyRate: textOf('cnyRate', row.cny_rate),
});
// Every text was read by the endpoint's schema, so each is within its bounds.
const columnsOf = ({ fee, welcomeGrant, cnyRate }: MoneySettings): Columns => ({
  fee_bps: Number(unitsOf('fee', fee)!),
  welcome_grant: unitsOf('welcomeGrant', welcomeGrant)!,
  cny_rate: unitsOf('cnyRate', cnyRate)!,
});
const named = { fee: 'fee_bps', welcomeGrant: 'welcome_grant', cnyRate: 'cny_rate' } as const;

/** The settings that decide about money: what a new account starts with (USDT units), and yuan for one USDT. */
export async function moneySettings(tx: Tx, now: Date): Promise<{ welcomeGrant: bigint; cnyRate: Rate }> {
  const row = await announced.inForce(tx, table, now);
  return { welcomeGrant: row.welcome_grant, cnyRate: row.cny_rate };
}

/** Fee and rate as everybody may see them. */
export async function publicMoney(tx: Tx, now: Date): Promise<Pick<MoneySettings, 'fee' | 'cnyRate'>> {
  const { fee, cnyRate } = settingsOf(await announced.inForce(tx, table, now));
  return { fee, cnyRate };
}

/** The fee and rate that will be in force, and from when. */
export async function nextMoney(tx: Tx, now: Date) {
  const row = await announced.announced(tx, table, now);
  if (!row) return null;
  const { fee, cnyRate } = settingsOf(row);
  return { from: row.effective_at.toISOString(), fee, cnyRate };
}

export const listMoney = (tx: Tx, now: Date, page: Input<typeof showMoney>): Promise<Output<typeof showMoney>> =>
  announced.listVersions(tx, table, now, page, (row) => ({ settings: settingsOf(row) }));

type Change = Input<typeof saveMoney>;

async function judge(tx: Tx, now: Date, { expectedVersion, settings }: Change) {
  const ground = await announced.groundFor(tx, table, now, expectedVersion);
  if (!ground.ok) return ground;
  const { current, day } = ground.value;
  const columns = columnsOf(settings);
  const [before, after] = [settingsOf(current), settingsOf(columns)];
  if (canonical(before) === canonical(after)) return err('no_change');
  for (const name of ['fee', 'welcomeGrant', 'cnyRate'] as const) {
    const of = (row: Columns) => BigInt(row[named[name]]);
    if (of(columns) === of(current)) continue;
    if (day.some((row) => of(row) !== of(current))) return err('changed_today');
    if (!isStep(name, of(current), of(columns))) return err('step_too_large');
  }
  return ok({ columns, before, after });
}

/** Announces other money settings. */
export const moneyChange = announced.announcing('money', judge, insertMoney);

export async function takeMoneyBack(call: OperatorCall, { version, reason }: Input<typeof withdrawMoney>) {
  const taken = await announced.withdraw(call, table, version, reason);
  if (!taken.ok) return taken;
  call.record({ subject: `money:${version}`, before: settingsOf(taken.value), after: { withdrawn: true }, reason });
  return ok({});
}
