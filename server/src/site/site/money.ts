import { canonical } from '@glasshouse/protocol/backoffice/audit';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Rate } from '@glasshouse/protocol/money';
import { isStep, textOf, unitsOf } from '@glasshouse/protocol/site/bounds';
import type { MoneySettings, saveMoney, showMoney, withdrawMoney } from '@glasshouse/protocol/site/office';
import type { Selectable } from 'kysely';
import type { OperatorCall } from '#platform/console/office.ts';
import * as announced from '#platform/console/scheduled-change.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { MoneyConfig } from '#platform/database/schema.ts';
import { err, ok } from '#platform/http/result.ts';
import { insertMoney } from './sql.ts';

type Row = Selectable<MoneyConfig>;
const table = 'money_config';

/** The column of each setting, in the smallest units. */
const columns = {
  fee: 'fee_bps',
  welcomeGrant: 'welcome_grant',
  cnyRate: 'cny_rate',
  twoPeopleAbove: 'two_people_above',
  inviteReward: 'invite_reward',
  inviteShare: 'invite_share_bp',
  vip1: 'vip1_deposit',
  vip2: 'vip2_deposit',
  vip3: 'vip3_deposit',
  vip4: 'vip4_deposit',
  vip5: 'vip5_deposit',
  optionSpread: 'option_spread_bp',
  optionExposure: 'option_exposure',
  spotSpread: 'spot_spread_bp',
  singlemin: 'single_min',
  singlemax: 'single_max',
  daymax: 'day_max',
  identityMinutes: 'identity_minutes',
  topUpMinutes: 'top_up_minutes',
  unattendedSeconds: 'unattended_seconds',
} as const satisfies Record<keyof MoneySettings, keyof Row>;
const names = Object.keys(columns) as (keyof MoneySettings)[];
type Columns = Pick<Row, (typeof columns)[keyof typeof columns]>;

const settingsOf = (row: Columns) =>
  Object.fromEntries(names.map((name) => [name, textOf(name, BigInt(row[columns[name]]))])) as MoneySettings;
// The endpoint's schema has parsed every text, so each is within its bounds.
const columnsOf = (settings: MoneySettings): Columns => {
  const units = (name: keyof MoneySettings) => unitsOf(name, settings[name])!;
  const all = Object.fromEntries(names.map((name) => [columns[name], units(name)])) as Record<keyof Columns, bigint>;
  const { fee_bps, invite_share_bp, option_spread_bp, spot_spread_bp, ...others } = all;
  const { identity_minutes, top_up_minutes, unattended_seconds, ...amounts } = others;
  return {
    ...amounts,
    fee_bps: Number(fee_bps),
    invite_share_bp: Number(invite_share_bp),
    option_spread_bp: Number(option_spread_bp),
    spot_spread_bp: Number(spot_spread_bp),
    identity_minutes: Number(identity_minutes),
    top_up_minutes: Number(top_up_minutes),
    unattended_seconds: Number(unattended_seconds),
  };
};

/** The settings that decide about money, amounts in units of USDT. */
type InForce = {
  /** The starting balance of a new account. */
  welcomeGrant: bigint;
  /** Yuan for one USDT. */
  cnyRate: Rate;
  /** The withdrawal fee, in hundredths of a percent. */
  feeBps: number;
  /** Withdrawals and top-ups above this amount take two people. */
  twoPeopleAbove: bigint;
  /** The delay of automatic approval in seconds while no reviewer is on duty; 0 if only people decide. */
  unattendedSeconds: number;
  /** The reward for an invited user who passes verification. */
  inviteReward: bigint;
  /** The share of the product income of invited users, in hundredths of a percent. */
  inviteShareBp: number;
  /** The deposit that each level requires, from level 0. */
  vipDeposits: readonly bigint[];
  /** The markup of an option's price over its value, in hundredths of a percent. */
  optionSpreadBp: number;
  /** The largest exposure of open options of one coin: size times strike. */
  optionExposure: bigint;
  /** The spread between the tick and the price of spot orders, in hundredths of a percent. */
  spotSpreadBp: number;
  /** The minimum and maximum of one withdrawal, and the daily maximum. */
  withdrawals: { least: bigint; most: bigint; day: bigint };
};
export async function moneySettings(tx: Db, now: Date): Promise<InForce> {
  const row = await announced.inForce(tx, table, now);
  return {
    welcomeGrant: row.welcome_grant,
    cnyRate: row.cny_rate,
    feeBps: row.fee_bps,
    twoPeopleAbove: row.two_people_above,
    unattendedSeconds: row.unattended_seconds,
    inviteReward: row.invite_reward,
    inviteShareBp: row.invite_share_bp,
    vipDeposits: [0n, row.vip1_deposit, row.vip2_deposit, row.vip3_deposit, row.vip4_deposit, row.vip5_deposit],
    optionSpreadBp: row.option_spread_bp,
    optionExposure: row.option_exposure,
    spotSpreadBp: row.spot_spread_bp,
    withdrawals: { least: row.single_min, most: row.single_max, day: row.day_max },
  };
}

export const unattendedSeconds = async (tx: Db, now: Date): Promise<number> =>
  (await moneySettings(tx, now)).unattendedSeconds;
export const twoPeopleAbove = async (tx: Db, now: Date): Promise<bigint> =>
  (await moneySettings(tx, now)).twoPeopleAbove;
/** Whether an amount in units of USDT takes two people. The database checks the same. */
export const needsTwoPeople = async (tx: Db, now: Date, amount: bigint): Promise<boolean> =>
  amount > (await twoPeopleAbove(tx, now));

type PublicMoney = Pick<MoneySettings, 'fee' | 'cnyRate' | 'singlemin' | 'singlemax' | 'daymax'>;
const publicOf = ({ fee, cnyRate, singlemin, singlemax, daymax }: MoneySettings): PublicMoney => ({
  ...{ fee, cnyRate, singlemin, singlemax, daymax },
});

/** Fee, rate and withdrawal limits, which are public. */
export const publicMoney = async (tx: Tx, now: Date): Promise<PublicMoney> =>
  publicOf(settingsOf(await announced.inForce(tx, table, now)));

/** All settings that are announced, and when they take effect. */
export async function announcedMoney(tx: Tx, now: Date): Promise<(MoneySettings & { from: string }) | null> {
  const row = await announced.announced(tx, table, now);
  return row ? { from: row.effective_at.toISOString(), ...settingsOf(row) } : null;
}

/** The announced fee, rate and withdrawal limits, and when they take effect. */
export async function nextMoney(tx: Tx, now: Date): Promise<(PublicMoney & { from: string }) | null> {
  const next = await announcedMoney(tx, now);
  return next && { from: next.from, ...publicOf(next) };
}

export const listMoney = (tx: Tx, now: Date, page: Input<typeof showMoney>): Promise<Output<typeof showMoney>> =>
  announced.listVersions(tx, table, now, page, (row) => ({ settings: settingsOf(row) }));

type Change = Input<typeof saveMoney>;

/** Automatic approval that was turned on today can be turned off today. */
const isSwitchedOff = (name: keyof MoneySettings, units: bigint) =>
  (name === 'identityMinutes' || name === 'topUpMinutes' || name === 'unattendedSeconds') && units === 0n;

async function judge(tx: Tx, now: Date, { expectedVersion, settings }: Change) {
  const ground = await announced.groundFor(tx, table, now, expectedVersion);
  if (!ground.ok) return ground;
  const { current, day } = ground.value;
  const asked = columnsOf(settings);
  const [before, after] = [settingsOf(current), settingsOf(asked)];
  if (canonical(before) === canonical(after)) return err('unchanged');
  for (const name of names) {
    const of = (row: Columns) => BigInt(row[columns[name]]);
    if (of(asked) === of(current)) continue;
    const about = { fields: [`settings.${name}`] };
    if (!isSwitchedOff(name, of(asked)) && day.some((row) => of(row) !== of(current)))
      return err('changed_today', about);
    if (!isStep(name, of(current), of(asked))) return err('step_too_large', about);
  }
  return ok({ columns: asked, before, after });
}

/** Announces changed money settings. */
export const moneyChange = announced.announcing('money', judge, insertMoney);

export async function withdrawMoneyChange(call: OperatorCall, { version, reason }: Input<typeof withdrawMoney>) {
  const taken = await announced.withdraw(call, table, version, reason);
  if (!taken.ok) return taken;
  call.record({ subject: `money:${version}`, before: settingsOf(taken.value), after: { withdrawn: true }, reason });
  return ok({});
}
