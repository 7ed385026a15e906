import { formatTime } from '@glasshouse/kit/format.ts';
import { msOf } from '@glasshouse/protocol/market/tape';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { isFlash } from '@glasshouse/protocol/options/terms';
import { t } from '../lib/words.tsx';

const minute = 60;
const hour = 3600;
const day = 86_400;

/** How long an option lives, in the largest unit that fits. What ends at the next full hour is said to: it may be minutes. */
export function lifeText(seconds: number): string {
  if (seconds === hour) return t('option.lives.nextHour');
  if (seconds % day === 0) return t('option.lives.days', { count: seconds / day });
  if (seconds % hour === 0) return t('option.lives.hours', { count: seconds / hour });
  return t('option.lives.minutes', { count: seconds / minute });
}

// No line ends at the hyphen of a day.
const dayText = (at: number) => formatTime(at, 'date').slice(5).replace('-', '\u2060-\u2060');

/** A full hour, with its day where that is not the day of the other moment. */
export function hourText(at: number, beside: number): string {
  const time = formatTime(at, 'time').slice(0, 5);
  return formatTime(at, 'date') === formatTime(beside, 'date') ? time : `${dayText(at)} ${time}`;
}

/** An end on a chip: an hour of the day, or a day of the year. */
export const endText = (seconds: number, at: number): string =>
  seconds < day ? formatTime(at, 'time').slice(0, 5) : dayText(at);

/** What an option is told apart by: how long it runs from the tap, or else when it ends. */
export const termText = ({ seconds, headSlot, dueSlot }: Pick<OptionOrder, 'seconds' | 'headSlot' | 'dueSlot'>) =>
  isFlash(seconds) ? lifeText(seconds) : t('option.ends', { time: hourText(msOf(dueSlot), msOf(headSlot)) });

/** About how long it is until an end, in the largest unit of which there are two. */
export function roundLeft(seconds: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (seconds >= 2 * day) return { unit: 'days', count: Math.round(seconds / day) };
  if (seconds >= 2 * hour) return { unit: 'hours', count: Math.round(seconds / hour) };
  return { unit: 'minutes', count: Math.round(seconds / minute) };
}
export function untilText(seconds: number): string {
  const { unit, count } = roundLeft(seconds);
  return t(`option.lives.${unit}`, { count });
}

/** Time left in a ring: `2:41`, `5 h`, `6 d`. */
export function leftText(seconds: number): string {
  if (seconds >= day) return t('option.lives.days', { count: Math.floor(seconds / day) });
  if (seconds >= hour) return t('option.lives.hours', { count: Math.floor(seconds / hour) });
  return `${Math.floor(seconds / minute)}:${String(seconds % minute).padStart(2, '0')}`;
}
