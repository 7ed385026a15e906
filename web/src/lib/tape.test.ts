import { firstSlotOf } from '@glasshouse/protocol/market/tape';
import { dayMs } from '@glasshouse/protocol/utc-day';
import { expect, test } from 'vitest';
import { wasAnnouncedLate } from './tape.ts';

test('a day announced after its first moment counts as announced late', () => {
  const day = '2026-11-16';
  const first = firstSlotOf(Date.parse(day) / dayMs);
  expect([first - 1, first, first + 1].map((announcedSlot) => wasAnnouncedLate({ day, announcedSlot }))).toEqual([
    ...[false, false, true],
  ]);
});
