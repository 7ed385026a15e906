import type { Files } from '#people/files/files.ts';
import { savedOnlyRow } from '#people/security/security.ts';
import { inPages, type Personal } from '#platform/http/personal.ts';
import { movementOf } from '../movements/movements.ts';
import { summaryOf } from './queries.ts';
import { namedIn, payeeIn } from './sealed.ts';
import * as table from './sql.ts';

/** The payees of a user's withdrawals, and their saved payees. */
export const personalWith = ({ keys }: Pick<Files, 'keys'>): Personal =>
  async function* (tx, { id: person, number }) {
    const kept = await table.payeesOf(tx, person);
    const only = await savedOnlyRow(tx, person);
    yield {
      name: 'payees.json',
      json: {
        savedOnly: only ? { since: only.since, endsAt: only.ends_at } : null,
        payees: kept.map((row) => ({ ...namedIn(keys, row), addedAt: row.added_at, usableAt: row.usable_at })),
      },
    };
    yield {
      name: 'withdrawals.csv',
      rows: inPages<table.Row & { shown: readonly string[] }>(
        ['at', 'state', 'way', 'currency', 'amount', 'fee', 'to', 'id'],
        async (last, limit) => {
          const rows = [];
          for (const row of await table.withdrawalsBefore(tx, number, last?.id, limit)) {
            const { at, state, way, currency, amount, fee } = summaryOf((await movementOf(tx, number, row.id))!);
            const payee = payeeIn(keys, row);
            const { to: _, ...where } = payee;
            rows.push({
              ...row,
              shown: [at, state, way, currency, amount, fee, Object.values(where).join(', '), row.id],
            });
          }
          return rows;
        },
        ({ shown }) => shown,
      ),
    };
  };
