import type { Agreed } from '@glasshouse/protocol/contracts/settle';
import { msOf } from '@glasshouse/protocol/market/tape';
import type { Entry } from '@glasshouse/protocol/publiclog/entries';

// The terms of contracts as a log has them: which could be agreed on when.

export type Terms = Extract<Entry, { kind: 'terms' }> & { place: number };
const stillTaken = 10_000; // milliseconds: for so long a site takes orders on terms that have just ended
const slot = msOf(1);
const mostVersions = 1000;

/** The version of the terms that an entry takes back; undefined if it takes back none. */
export function withdrawnBy(entry: Entry | undefined): number | undefined {
  if (entry?.kind !== 'setting' || entry.about !== 'withdrawn_change') return undefined;
  try {
    return JSON.parse(entry.says)?.about === 'contract_terms' ? entry.version : undefined;
  } catch {
    return undefined;
  }
}

/** Terms that hold at the beginning of a slot and for as long before it as anybody asks: none before them can be agreed on any more. */
export const heldBefore = ({ effectiveAt }: Pick<Terms, 'effectiveAt'>, at: number): boolean =>
  effectiveAt <= msOf(at) - stillTaken;

/** Takes entries in the order of the log. */
export function createTerms() {
  const versions: Terms[] = [];
  let newest = 0;
  const heldAt = (time: number) => versions.findLast(({ effectiveAt }) => effectiveAt <= time);
  return {
    take(place: number, entry: Entry | undefined): void {
      const withdrawn = withdrawnBy(entry);
      const taken = versions.findIndex(({ version }) => version === withdrawn);
      if (taken >= 0) versions.splice(taken, 1);
      if (entry?.kind !== 'terms') return;
      if (entry.version <= newest)
        throw new Error(
          `does not match: TERMS CHANGED: version ${entry.version} was logged at place ${place}, after version ${newest}`,
        );
      newest = entry.version;
      versions.push({ ...entry, place });
      if (versions.length > mostVersions) versions.shift();
    },
    /** Those that were in force in a slot, or had just ended. */
    inForceAt(at: number): Terms[] {
      const [from, to] = [msOf(at) - stillTaken, msOf(at) + slot];
      const changes = versions.map(({ effectiveAt }) => effectiveAt).filter((time) => time > from && time < to);
      return [...new Set([from, ...changes].map(heldAt))].filter((terms) => terms !== undefined);
    },
  };
}

/** Whether an order can have been agreed on these terms. What a user may have open in all is not seen here: no line names a user. */
export const fits = (
  { rule, seconds, returnBp, stake }: Pick<Agreed, 'rule' | 'seconds' | 'returnBp' | 'stake'>,
  terms: Terms,
): boolean =>
  rule === terms.rule &&
  stake >= terms.minStake &&
  stake <= terms.maxStake &&
  terms.periods.some((period) => period.seconds === seconds && period.returnBp === returnBp);
