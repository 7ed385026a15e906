import { formatTime } from '@glasshouse/kit/format.ts';
import { serverNow } from '../lib/server-clock.ts';
import { TimeText } from '../ui/TimeText.tsx';

/** A moment as short as it is clear: today's by its time alone. */
export function ClearMoment({ at }: { at: string }) {
  const isToday = formatTime(at, 'date') === formatTime(serverNow(), 'date');
  return <TimeText at={at} part={isToday ? 'time' : 'full'} />;
}
