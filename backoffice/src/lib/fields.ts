import { formatDecimal, formatTime } from '@glasshouse/kit/format.ts';
import { languageNames } from '@glasshouse/kit/languages.ts';
import { isLocale } from '@glasshouse/protocol/locales';
import { movementStates } from '@glasshouse/protocol/movements/arrows';
import { bounds } from '@glasshouse/protocol/site/bounds';
import { productKinds } from '@glasshouse/protocol/wealth/terms';
import type { Change } from './compare.ts';
import { periodPercent, periodWord, yearPercent } from './products.ts';
import { t, type WordKey } from './words.tsx';

// Requests name fields as the server does; this maps them to words.
const names: Record<string, WordKey> = {
  givenUp: 'dashboard.givenUp',
  balance: 'audit.balance',
  address: 'audit.address',
  rows: 'audit.rows',
  state: 'users.status',
  identity: 'users.identity',
  vipLevel: 'users.vip',
  title: 'settings.names.title',
  language: 'settings.names.language',
  invitationRequired: 'settings.names.invitationRequired',
  from: 'site.from',
  until: 'site.until',
  name: 'operators.name',
  email: 'session.email',
  role: 'operators.role',
  status: 'users.status',
  fee: 'settings.names.fee',
  welcomeGrant: 'settings.names.welcomeGrant',
  cnyRate: 'settings.names.cnyRate',
  twoPeopleAbove: 'settings.names.twoPeopleAbove',
  inviteReward: 'settings.names.inviteReward',
  inviteShare: 'settings.names.inviteShare',
  vip1: 'settings.names.vip1',
  vip2: 'settings.names.vip2',
  vip3: 'settings.names.vip3',
  vip4: 'settings.names.vip4',
  vip5: 'settings.names.vip5',
  optionSpread: 'settings.names.optionSpread',
  optionExposure: 'settings.names.optionExposure',
  spotSpread: 'settings.names.spotSpread',
  singlemin: 'settings.names.singlemin',
  singlemax: 'settings.names.singlemax',
  daymax: 'settings.names.daymax',
  identityMinutes: 'settings.names.identityMinutes',
  topUpMinutes: 'settings.names.topUpMinutes',
  unattendedSeconds: 'settings.names.unattendedSeconds',
  minStake: 'periods.minStake',
  maxStake: 'periods.maxStake',
  maxOpen: 'periods.maxOpen',
  periods: 'periods.periods',
  label: 'products.label',
  kind: 'products.kind',
  power: 'products.power',
  unit: 'products.unit',
  rateBp: 'products.rateBp',
  ratePpb: 'products.ratePpb',
  daily: 'products.daily',
  days: 'products.days',
  seconds: 'products.seconds',
  least: 'products.least',
  most: 'products.most',
  quota: 'products.quota',
  opensAt: 'products.opensAt',
  closesAt: 'products.closesAt',
  perThousand: 'products.perThousand',
  perThousandAfterPrice: 'products.perThousandAfterPrice',
  owedIncome: 'products.owedIncome',
  owedPrincipal: 'products.owedPrincipal',
};
type Period = { seconds: number; returnPercent: string };
/** Periods with their returns, in one line. */
export const periodWords = (periods: readonly Period[]): string =>
  periods.map(({ seconds, returnPercent }) => `${seconds} s ${returnPercent}%`).join(', ');
/** Groups digits in threes and keeps the decimals. Text that isn't a number stays as it is. */
export const grouped = (value: string): string =>
  /^-?\d+(\.\d+)?$/.test(value) ? formatDecimal(value, value.split('.')[1]?.length ?? 0) : value;
const momentOrText = (value: string): string => (/^\d{4}-\d\d-\d\dT/.test(value) ? formatTime(value) : value);
const isOneOf = (states: readonly string[], value: string) => states.includes(value);
/** The state of a movement, of a product version or of a maintenance window, in words. */
function stateWord(value: string): string {
  if (isOneOf(movementStates, value)) return t(`movements.states.${value}` as WordKey);
  if (isOneOf(['draft', 'published', 'closed'], value)) return t(`products.states.${value}` as WordKey);
  return isOneOf(['planned', 'active', 'over'], value) ? t(`maintenance.states.${value}` as WordKey) : value;
}
// Values with words of ours, unlike values typed by people.
const values: Record<string, (value: string) => string> = {
  role: (value) => t(`roles.${value}` as WordKey),
  status: (value) =>
    value === 'normal' || value === 'abnormal'
      ? t(value === 'normal' ? 'users.normal' : 'users.frozen')
      : t(`operators.statuses.${value}` as WordKey),
  state: stateWord,
  identity: (value) => t(`users.identities.${value}` as WordKey),
  language: (value) => (isLocale(value) ? languageNames[value] : value),
  invitationRequired: (value) => t(value === 'true' ? 'ui.yes' : 'ui.no'),
  from: momentOrText,
  until: momentOrText,
  periods: (value) => periodWords(JSON.parse(value) as Period[]),
  kind: (value) => (productKinds.includes(value as never) ? t(`products.kinds.${value}` as WordKey) : value),
  rateBp: (value) => yearPercent(Number(value)),
  ratePpb: (value) => periodPercent(Number(value)),
  seconds: (value) => periodWord(Number(value)),
  ...Object.fromEntries(
    [
      'least',
      'most',
      'quota',
      'perThousand',
      'perThousandAfterPrice',
      'owedIncome',
      'owedPrincipal',
      'unit',
      'daily',
      'balance',
      ...Object.keys(bounds),
    ].map((name) => [name, grouped]),
  ),
  opensAt: momentOrText,
  closesAt: momentOrText,
};

/** A value in words, or unchanged if it has none. */
export const valueWord = (name: string, value: string): string =>
  value === '–' ? value : (values[name]?.(value) ?? value);

/** Whether a field has a readable name. */
export const isNamed = (name: string): boolean => Object.hasOwn(names, name);
/** The name of a field, or the field itself if it has none. */
export const fieldName = (name: string): string => (names[name] ? t(names[name]) : name);
const order = Object.keys(names);
/** Sorts fields into reading order; the database returns them in another one. */
export const inOrder = (fields: readonly string[]): string[] =>
  fields.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
/** A change with its values in words. */
export const inWords = ({ name, before, after }: Change): Change => ({
  name,
  before: valueWord(name, before),
  after: valueWord(name, after),
});
