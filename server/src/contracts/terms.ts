import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { formatUnits } from '@glasshouse/protocol/money';
import { canonical } from '@glasshouse/protocol/office/audit';
import type { savePeriods, showPeriods } from '@glasshouse/protocol/office/periods';
import type { Selectable } from 'kysely';
import type { Tx } from '../platform/db.ts';
import type { OperatorCall } from '../platform/office.ts';
import { err, ok } from '../platform/result.ts';
import type { ContractTerms } from '../platform/schema.ts';
import { holdTerms, insertTerms, newestTerms, termsBefore } from './terms-sql.ts';

type Terms = Output<typeof showPeriods>['list'][number]['terms'];

const termsOf = (row: Selectable<ContractTerms>): Terms => ({
  minStake: row.min_stake,
  maxStake: row.max_stake,
  maxOpen: row.max_open,
  periods: row.seconds.map((seconds, i) => ({
    seconds,
    returnPercent: String(row.returns[i]! / 100),
  })),
});
const inHundredths = (percent: string) => {
  const [whole, decimals = ''] = percent.split('.');
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
};
const columnsOf = ({ minStake, maxStake, maxOpen, periods }: Terms) => ({
  min_stake: minStake,
  max_stake: maxStake,
  max_open: maxOpen,
  seconds: periods.map(({ seconds }) => seconds),
  returns: periods.map(({ returnPercent }) => inHundredths(returnPercent)),
});
const inWords = (terms: Terms) => ({
  ...terms,
  minStake: formatUnits(terms.minStake, 'USDT'),
  maxStake: formatUnits(terms.maxStake, 'USDT'),
  maxOpen: formatUnits(terms.maxOpen, 'USDT'),
});

/** The terms in force, then those before them. */
export async function listTerms(
  tx: Tx,
  { before, limit }: Input<typeof showPeriods>,
): Promise<Output<typeof showPeriods>> {
  const rows = await termsBefore(tx, before === undefined ? undefined : BigInt(before), limit + 1);
  const list = rows.slice(0, limit).map((row) => ({
    version: String(row.version),
    at: row.at.toISOString(),
    by: row.changed_by === null ? null : { id: row.changed_by, name: row.changed_by_name! },
    reason: row.reason,
    terms: termsOf(row),
  }));
  return { list, next: rows.length > limit ? list.at(-1)!.version : null };
}

/** Offers new contracts on other terms, if nobody changed them since they were looked at. */
export async function changeTerms(
  { tx, now, operator, record }: OperatorCall,
  { expectedVersion, terms, reason }: Input<typeof savePeriods>,
) {
  await holdTerms(tx);
  const current = await newestTerms(tx);
  if (String(current.version) !== expectedVersion) return err('version_changed');
  const columns = columnsOf(terms);
  const [before, after] = [inWords(termsOf(current)), inWords(termsOf({ ...current, ...columns }))];
  if (canonical(before) === canonical(after)) return err('no_change');
  const by = { changed_by: operator.id, changed_by_name: operator.name, reason, at: now };
  const version = await insertTerms(tx, { ...columns, ...by });
  record({ subject: `terms:${version}`, before, after, reason });
  return ok({ version: String(version) });
}
