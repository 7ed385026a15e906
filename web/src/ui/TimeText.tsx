import { formatTime, toMillis } from '@glasshouse/kit/format.ts';

type TimeTextProps = { at: number | string; part?: 'full' | 'date' | 'time' };

/** A moment as `YYYY-MM-DD HH:mm:ss`, or one part of it. */
export function TimeText({ at, part = 'full' }: TimeTextProps) {
  return <time dateTime={new Date(toMillis(at)).toISOString()}>{formatTime(at, part)}</time>;
}
