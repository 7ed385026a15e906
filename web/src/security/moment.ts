import { formatTime } from '@glasshouse/kit/format.ts';
import { serverNow } from '../lib/server-clock.ts';

/** A moment as short as it is clear: today's by its time, another by its day, with the year where it is not this one. */
export function shortMoment(at: string): string {
  const [day, today] = [formatTime(at, 'date'), formatTime(serverNow(), 'date')];
  if (day === today) return formatTime(at, 'time');
  return day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day;
}
