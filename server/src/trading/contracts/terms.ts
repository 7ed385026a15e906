import { canonical } from '@glasshouse/protocol/backoffice/audit';
import {
  nearestReturn,
  type savePeriods,
  type showPeriods,
  type withdrawPeriods,
} from '@glasshouse/protocol/contracts/office-terms';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { formatUsdt } from '@glasshouse/protocol/money';
import { isStep, unitsOf } from '@glasshouse/protocol/site/bounds';
import type { Insertable } from 'kysely';
import type { OperatorCall } from '#platform/console/office.ts';
import * as announced from '#platform/console/scheduled-change.ts';
import type { Tx } from '#platform/database/db.ts';
import type { ContractTerms } from '#platform/database/schema.ts';
import { err, ok } from '#platform/http/result.ts';
import type { TermsRow } from './orders-sql.ts';

const insertTerms = async (tx: Tx, row: Insertable<ContractTerms>) =>
  (await tx.insertInto('contract_terms').values(row).returning('version').executeTakeFirstOrThrow()).version;

type Terms = Output<typeof showPeriods>['list'][number]['terms'];
const table = 'contract_terms';

const termsOf = (row: TermsRow): Terms => ({
  minStake: row.min_stake,
  maxStake: row.max_stake,
  maxOpen: row.max_open,
  periods: row.seconds.map((seconds, i) => ({
    seconds,
    returnPercent: String(row.returns[i]! / 100),
  })),
});
// The endpoint's schema has checked every text, so each is within its bounds.
const columnsOf = ({ minStake, maxStake, maxOpen, periods }: Terms) => ({
  min_stake: minStake,
  max_stake: maxStake,
  max_open: maxOpen,
  seconds: periods.map(({ seconds }) => seconds),
  returns: periods.map(({ returnPercent }) => Number(unitsOf('returnPercent', returnPercent)!)),
});
const inWords = (terms: Terms) => ({
  ...terms,
  minStake: formatUsdt(terms.minStake),
  maxStake: formatUsdt(terms.maxStake),
  maxOpen: formatUsdt(terms.maxOpen),
});

/** Announced, current and past terms. */
export const listTerms = (tx: Tx, now: Date, page: Input<typeof showPeriods>): Promise<Output<typeof showPeriods>> =>
  announced.listVersions(tx, table, now, page, (row) => ({ terms: termsOf(row) }));

type Change = Input<typeof savePeriods>;
type Periods = Pick<TermsRow, 'seconds' | 'returns'>;

const samePeriods = (a: Periods, b: Periods) => canonical([a.seconds, a.returns]) === canonical([b.seconds, b.returns]);

async function judge(tx: Tx, now: Date, { expectedVersion, terms }: Change) {
  const ground = await announced.groundFor(tx, table, now, expectedVersion);
  if (!ground.ok) return ground;
  const { current, day } = ground.value;
  const columns = columnsOf(terms);
  const [before, after] = [inWords(termsOf(current)), inWords(termsOf({ ...current, ...columns }))];
  if (canonical(before) === canonical(after)) return err('unchanged');
  if (!samePeriods(current, columns)) {
    if (day.some((row) => !samePeriods(row, current))) return err('changed_today');
    const { periods } = termsOf(current);
    const returnNow = (seconds: number) => unitsOf('returnPercent', nearestReturn(periods, seconds))!;
    const steps = columns.seconds.map((seconds, place) =>
      isStep('returnPercent', returnNow(seconds), BigInt(columns.returns[place]!)),
    );
    if (steps.includes(false)) return err('step_too_large');
  }
  return ok({ columns, before, after });
}

/** Announces different terms for new contracts. */
export const termsChange = announced.announcing('terms', judge, insertTerms);

export async function withdrawTermsChange(call: OperatorCall, { version, reason }: Input<typeof withdrawPeriods>) {
  const taken = await announced.withdraw(call, table, version, reason);
  if (!taken.ok) return taken;
  const before = inWords(termsOf(taken.value));
  call.record({ subject: `terms:${version}`, before, after: { withdrawn: true }, reason });
  return ok({});
}
