import { formatExact, formatWhole } from '@glasshouse/kit/format.ts';
import { writeDecimal } from '@glasshouse/protocol/decimal';
import { formatRate, formatUsdt } from '@glasshouse/protocol/money';
import type { Entry } from '@glasshouse/protocol/publiclog/entries';
import type { ReactNode } from 'react';
import type { t as wordsOf } from '../lib/words.tsx';
import { TimeText } from '../ui/TimeText.tsx';

// The content of a version of a setting or a product in words. The log has it as JSON with the column names of the database.

type T = typeof wordsOf;
export type Part = { name: string; value: ReactNode };

const abouts = {
  site_config: 'site',
  money_config: 'money',
  withdrawn_change: 'withdrawn',
  contract_terms: 'terms',
} as const;

/** The name of a setting. An unknown setting is shown by its column name. */
export const settingName = (about: string, t: T): string =>
  Object.hasOwn(abouts, about) ? t(`log.said.about.${abouts[about as keyof typeof abouts]}`) : about;

type Say = (value: unknown, t: T) => ReactNode;
const units = (value: unknown) => (Number.isSafeInteger(value) ? BigInt(value as number) : undefined);
/** Formats a whole number. Any other value is shown as it is. */
const whole =
  (say: (number: bigint, t: T) => string): Say =>
  (value, t) => {
    const number = units(value);
    return number === undefined ? plain(value, t) : say(number, t);
  };

const plain: Say = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
const amount = whole((number) => formatExact(formatUsdt(number)));
const usdt = whole((number) => `${formatExact(formatUsdt(number))} USDT`);
const rate = whole((number) => formatExact(formatRate(number)));
const hundredths = whole((number) => formatExact(writeDecimal(number, 2)));
const percent = whole((number) => `${formatExact(writeDecimal(number, 2))}%`);
const billionths = whole((number) => formatExact(writeDecimal(number, 7)));
const seconds = whole((number, t) => t('tape.spans.seconds', { amount: `${number}` }));
const shares = whole((number) => formatWhole(Number(number)));
const afterMinutes = whole((number, t) => t('log.said.minutes', { minutes: `${number}` }));
const afterSeconds = whole((number, t) => t('log.said.seconds', { seconds: `${number}` }));
// For users without a value: older site settings have null, money settings 0.
const orPeople =
  (delay: Say): Say =>
  (value, t) =>
    value === null || value === 0 ? t('log.said.people') : delay(value, t);
const minutes = orPeople(afterMinutes);
const yesNo: Say = (value, t) =>
  typeof value === 'boolean' ? t(value ? 'log.said.yes' : 'log.said.no') : plain(value, t);
const time: Say = (value, t) => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return plain(value, t);
  return at === 0 ? t('log.said.begin') : <TimeText at={at} />;
};
const name: Say = (value, t) => (typeof value === 'string' ? settingName(value, t) : plain(value, t));

/** The word for a known value. Any other value is shown as it is. */
const oneOf =
  <K extends string>(words: readonly K[], key: (word: K) => Parameters<T>[0]): Say =>
  (value, t) =>
    words.includes(value as K) ? t(key(value as K)) : plain(value, t);
const kind = oneOf(['trust', 'pledge', 'machine'], (word) => `log.said.kinds.${word}`);
const state = oneOf(['published', 'closed'], (word) => `log.said.states.${word}`);
const currency: Say = (value, t) => (value === 1 ? 'USDT' : plain(value, t));

const parts = {
  about: ['about', name],
  at: ['written', time],
  effective_at: ['from', time],
  title: ['title', plain],
  single_min: ['singleMin', usdt],
  single_max: ['singleMax', usdt],
  day_max: ['dayMax', usdt],
  invitation_required: ['invitationRequired', yesNo],
  identity_minutes: ['identityMinutes', minutes],
  top_up_minutes: ['topUpMinutes', minutes],
  unattended_seconds: ['unattendedSeconds', orPeople(afterSeconds)],
  fee_bps: ['fee', percent],
  welcome_grant: ['welcomeGrant', usdt],
  cny_rate: ['cnyRate', rate],
  two_people_above: ['twoPeopleAbove', usdt],
  invite_reward: ['inviteReward', usdt],
  invite_share_bp: ['inviteShare', percent],
  vip1_deposit: ['vip1', usdt],
  vip2_deposit: ['vip2', usdt],
  vip3_deposit: ['vip3', usdt],
  vip4_deposit: ['vip4', usdt],
  vip5_deposit: ['vip5', usdt],
  option_spread_bp: ['optionSpread', percent],
  option_exposure: ['optionExposure', usdt],
  spot_spread_bp: ['spotSpread', percent],
  kind: ['kind', kind],
  label: ['label', plain],
  state: ['state', state],
  power: ['power', plain],
  currency: ['currency', currency],
  unit: ['unit', amount],
  rate_bp: ['rateBp', hundredths],
  rate_ppb: ['ratePpb', billionths],
  daily: ['daily', amount],
  days: ['days', shares],
  seconds: ['period', seconds],
  least: ['least', shares],
  most: ['most', shares],
  quota: ['quota', shares],
  opens_at: ['opensAt', time],
  closes_at: ['closesAt', time],
  written_at: ['written', time],
  published_at: ['published', time],
  closed_at: ['closed', time],
} as const;

const inTheLine = ['version', 'product'];
/** Fields without a value have no line, except where its absence has a meaning. */
const isSaid = (value: unknown, say: Say) => (value !== null && value !== '') || say === minutes;

/** The parts of a version in a fixed order, unknown ones last. Undefined if the text cannot be parsed. */
export function versionParts(says: string, t: T): Part[] | undefined {
  const said = read(says);
  if (!said) return undefined;
  const knownParts = Object.entries(parts).flatMap(([part, [word, say]]) =>
    Object.hasOwn(said, part) && isSaid(said[part], say)
      ? { name: t(`log.said.names.${word}`), value: say(said[part], t) }
      : [],
  );
  const others = Object.entries(said).filter(([part]) => !inTheLine.includes(part) && !Object.hasOwn(parts, part));
  return [...knownParts, ...others.map(([part, value]) => ({ name: part, value: plain(value, t) }))];
}

/** The terms of contracts: returns of the periods and limits of the stake. */
export const termsParts = (
  { rule, minStake, maxStake, maxOpen, periods }: Extract<Entry, { kind: 'terms' }>,
  t: T,
): Part[] => [
  ...periods.map((period) => ({
    name: t('log.said.names.returnFor', { span: t('tape.spans.seconds', { amount: period.seconds }) }),
    value: percent(period.returnBp, t),
  })),
  { name: t('log.said.names.minStake'), value: usdt(Number(minStake), t) },
  { name: t('log.said.names.maxStake'), value: usdt(Number(maxStake), t) },
  { name: t('log.said.names.maxOpen'), value: usdt(Number(maxOpen), t) },
  { name: t('log.said.names.rule'), value: rule },
];

function read(says: string): Record<string, unknown> | undefined {
  try {
    const said = JSON.parse(says);
    return typeof said === 'object' && said !== null && !Array.isArray(said) ? said : undefined;
  } catch {
    return undefined;
  }
}
