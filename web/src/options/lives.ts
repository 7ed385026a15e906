import { formatTime } from '@glasshouse/kit/format.ts';
import { t } from '../lib/words.tsx';

const minute = 60;
const hour = 3600;
const day = 86_400;

/** How long an option lives, in the largest unit that fits. */
export function lifeText(seconds: number): string {
  if (seconds % day === 0) return t('option.lives.days', { count: seconds / day });
  if (seconds % hour === 0) return t('option.lives.hours', { count: seconds / hour });
  return t('option.lives.minutes', { count: seconds / minute });
}

/** When a life ends, as short as it is clear: an hour of the day, or a day of the year. */
export const endText = (seconds: number, at: number): string =>
  seconds < day ? formatTime(at, 'time').slice(0, 5) : formatTime(at, 'date').slice(5);

/** Time left in a ring: `2:41`, `5 h`, `6 d`. */
export function leftText(seconds: number): string {
  if (seconds >= day) return t('option.lives.days', { count: Math.floor(seconds / day) });
  if (seconds >= hour) return t('option.lives.hours', { count: Math.floor(seconds / hour) });
  return `${Math.floor(seconds / minute)}:${String(seconds % minute).padStart(2, '0')}`;
}
