import { now } from '@glasshouse/kit/clock.ts';
import { useEffect, useState } from 'react';
import { t } from './words.tsx';

/** The current time, updated at an interval. */
export function useNow(every = 10_000): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return time;
}

const minute = 60_000;

/** How long something has waited, in minutes, hours or days. */
export const ageWords = (since: string, time: number): string => spanWords(minutesSince(since, time));

export const minutesSince = (since: string, time: number): number =>
  Math.max(0, Math.floor((time - Date.parse(since)) / minute));
export function spanWords(minutes: number): string {
  if (minutes < 60) return t('time.minutes', { count: minutes });
  if (minutes < 48 * 60) return t('time.hours', { count: Math.floor(minutes / 60) });
  return t('time.days', { count: Math.floor(minutes / 1440) });
}

/** `YYYY-MM-DD HH:mm:ss` in UTC, as the days of filters and exports are. */
export const utcTime = (at: string): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const two = (part: number) => String(part).padStart(2, '0');

/** A time as the value of a local date-time field. */
export function toField(at: number | string): string {
  const date = new Date(at);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The value of a local date-time field for the server. An empty or invalid one stays as it is and is refused. */
export function fromField(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}
