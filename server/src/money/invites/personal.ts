import { formatUsdt } from '@glasshouse/protocol/money';
import { inPages, type Personal } from '#platform/http/personal.ts';
import { incomeBefore, type Row } from './sql.ts';

/** What invitations brought, without a word about whom: that is theirs. */
export const personal: Personal = async function* (tx, { number }) {
  yield {
    name: 'invitations.csv',
    rows: inPages<Row>(
      ['at', 'source', 'amount', 'withheld', 'day', 'share_of'],
      (last, most) => incomeBefore(tx, number, last?.id, most),
      ({ at, source, amount, withheld, day, base }) => [
        at.toISOString(),
        source,
        formatUsdt(amount),
        withheld ?? '',
        day ?? '',
        base === null ? '' : formatUsdt(base),
      ],
    ),
  };
};
