import { expect, test } from 'vitest';
import { wholeOf } from './year.ts';

const maxRows = 50;
const days = Array.from({ length: 365 }, (_, place) =>
  new Date(Date.UTC(2026, 0, 1 + place)).toISOString().slice(0, 10),
);

test('a year with more rows than one answer is assembled from its parts, each row once, newest first', async () => {
  const requests: string[] = [];
  const csv = await wholeOf(
    async (from, until) => {
      requests.push(`${from} ${until}`);
      const rows = days.filter((day) => day >= from && day <= until).reverse();
      return { csv: ['time', ...rows.slice(0, maxRows), ''].join('\r\n'), complete: rows.length <= maxRows };
    },
    '2026-01-01',
    '2026-12-31',
  );
  expect(csv.trimEnd().split('\r\n')).toEqual(['time', ...days.toReversed()]);
  expect(requests).toHaveLength(15);
});

test('a single day with too many rows fails instead of returning a part', async () => {
  const answer = { csv: 'time\r\nrow\r\n', complete: false };
  await expect(wholeOf(async () => answer, '2026-02-28', '2026-02-28')).rejects.toThrow();
});
