import { formatTime } from '@glasshouse/kit/format.ts';
import { msOf } from '@glasshouse/protocol/market/tape';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { isFlash } from '@glasshouse/protocol/options/terms';
import { t } from '../lib/words.tsx';

const minute = 60;
const hour = 3600;
const day = 86_400;

/**
 * The life of an option in the largest unit that fits. Options that end at the next full hour are described by that,
 * because only minutes may be left.
 */
export function lifeText(seconds: number): string {
  if (seconds === hour) return t('option.lives.nextHour');
  if (seconds % day === 0) return t('option.lives.days', { count: seconds / day });
  if (seconds % hour === 0) return t('option.lives.hours', { count: seconds / hour });
  return t('option.lives.minutes', { count: seconds / minute });
}

// Prevents a line break at the hyphen of a date.
const dayText = (at: number) => formatTime(at, 'date').slice(5).replace('-', '\u2060-\u2060');

/** A full hour, with its date if that differs from the date of the other time. */
export function hourText(at: number, beside: number): string {
  const time = formatTime(at, 'time').slice(0, 5);
  return formatTime(at, 'date') === formatTime(beside, 'date') ? time : `${dayText(at)} ${time}`;
}

/** The end on a chip: a time of day, or a date. */
export const endText = (seconds: number, at: number): string =>
  seconds < day ? formatTime(at, 'time').slice(0, 5) : dayText(at);

/** Tells options apart: by the life if they start at the tap, otherwise by the end. */
export const termText = ({ seconds, headSlot, dueSlot }: Pick<OptionOrder, 'seconds' | 'headSlot' | 'dueSlot'>) =>
  isFlash(seconds) ? lifeText(seconds) : t('option.ends', { time: hourText(msOf(dueSlot), msOf(headSlot)) });

/** The approximate time until an end, in the largest unit of which there are at least two. */
export function roundLeft(seconds: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (seconds >= 2 * day) return { unit: 'days', count: Math.round(seconds / day) };
  if (seconds >= 2 * hour) return { unit: 'hours', count: Math.round(seconds / hour) };
  return { unit: 'minutes', count: Math.round(seconds / minute) };
}
export function untilText(seconds: number): string {
  const { unit, count } = roundLeft(seconds);
  return t(`option.lives.${unit}`, { count });
}

/** The time left, as shown in a ring: `2:41`, `5 h`, `6 d`. */
export function leftText(seconds: number): string {
  if (seconds >= day) return t('option.lives.days', { count: Math.floor(seconds / day) });
  if (seconds >= hour) return t('option.lives.hours', { count: Math.floor(seconds / hour) });
  return `${Math.floor(seconds / minute)}:${String(seconds % minute).padStart(2, '0')}`;
}
