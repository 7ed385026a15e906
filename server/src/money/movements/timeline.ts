import { formatUnits } from '@glasshouse/protocol/money';
import type { Timeline } from '#platform/observability/timeline.ts';
import { currencyNamed } from '../ledger/ledger.ts';
import * as table from './sql.ts';

/** Money that came in, went out or moved. */
export const timeline: Timeline = async (tx, { number }, before, most) =>
  (await table.movementEvents(tx, number, before, most)).map(
    ({ at, micros, key, flow, state, currency, amount, reason }) => {
      const name = currencyNamed(currency);
      return {
        ...{ at, micros, key, state },
        kind: flow,
        text: reason,
        amount: { amount: formatUnits(amount, name), currency: name },
      };
    },
  );
