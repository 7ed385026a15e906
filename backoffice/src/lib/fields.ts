import type { Change } from './compare.ts';
import { t, type WordKey } from './words.tsx';

// What waits for a second person names its fields as the server does; their words are here.
const names: Record<string, WordKey> = {
  name: 'operators.name',
  email: 'session.email',
  role: 'operators.role',
  status: 'users.status',
  fee: 'settings.names.fee',
  welcomeGrant: 'settings.names.welcomeGrant',
  cnyRate: 'settings.names.cnyRate',
  minStake: 'periods.minStake',
  maxStake: 'periods.maxStake',
  maxOpen: 'periods.maxOpen',
  periods: 'periods.periods',
};
type Period = { seconds: number; returnPercent: string };
/** Periods with their returns, in a line. */
export const periodWords = (periods: readonly Period[]): string =>
  periods.map(({ seconds, returnPercent }) => `${seconds} s ${returnPercent}%`).join(', ');
// Values that are words of ours and not of somebody who typed them.
const values: Record<string, (value: string) => string> = {
  role: (value) => t(`roles.${value}` as WordKey),
  status: (value) => t(`operators.statuses.${value}` as WordKey),
  periods: (value) => periodWords(JSON.parse(value) as Period[]),
};

const valueWord = (name: string, value: string): string => (value === '–' ? value : (values[name]?.(value) ?? value));

/** What a field is called; one without words of its own as it is written. */
export const fieldName = (name: string): string => (names[name] ? t(names[name]) : name);
/** A change with its values in words. */
export const inWords = ({ name, before, after }: Change): Change => ({
  name,
  before: valueWord(name, before),
  after: valueWord(name, after),
});
