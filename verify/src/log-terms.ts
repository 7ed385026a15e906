import type { Agreed } from '@glasshouse/protocol/contracts/settle';
import { msOf } from '@glasshouse/protocol/market/tape';
import type { Entry } from '@glasshouse/protocol/publiclog/entries';

// The terms of contracts and the spreads of the other products as a log has them: which could be agreed on when.

type Version = { version: number; effectiveAt: number; place: number };
export type Terms = Extract<Entry, { kind: 'terms' }> & { place: number };
/** Hundredths of a percent. */
export type Spreads = Version & { option: number; spot: number };
const stillTaken = 10_000; // milliseconds: for so long a site takes orders on terms that have just ended
const slot = msOf(1);
const mostVersions = 1000;
const abouts = { terms: 'contract_terms', spreads: 'money_config' } as const;
export type About = keyof typeof abouts;

function saidBy(entry: Entry | undefined, about: string): Record<string, unknown> | undefined {
  if (entry?.kind !== 'setting' || entry.about !== about) return undefined;
  try {
    return JSON.parse(entry.says) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The version of terms or spreads that an entry takes back; undefined if it takes back none. */
export const withdrawnBy = (entry: Entry | undefined, of: About): number | undefined =>
  saidBy(entry, 'withdrawn_change')?.about === abouts[of] ? (entry as { version: number }).version : undefined;

/** The spreads that an entry says. Settings from before there were options say none. */
function spreadsIn(place: number, entry: Entry | undefined): Spreads | undefined {
  const said = saidBy(entry, abouts.spreads);
  const { option_spread_bp: option, spot_spread_bp: spot, effective_at: from } = said ?? {};
  if (!said || typeof option !== 'number' || typeof spot !== 'number') return undefined;
  return {
    version: (entry as { version: number }).version,
    effectiveAt: Date.parse(String(from)),
    place,
    option,
    spot,
  };
}

/** The version of terms or spreads that an entry brings. */
export function versionIn(place: number, entry: Entry | undefined, of: About): Version | undefined {
  if (of === 'spreads') return spreadsIn(place, entry);
  return entry?.kind === 'terms' ? { ...entry, place } : undefined;
}

/** A version that holds at the beginning of a slot and for as long before it as anybody asks: none before it can be agreed on any more. */
export const heldBefore = ({ effectiveAt }: Pick<Version, 'effectiveAt'>, at: number): boolean =>
  effectiveAt <= msOf(at) - stillTaken;

/** Settings are logged again when they get something new to say. What they said before stays; one that came before all that is known here counts no more. */
function isAgain(next: Version, versions: readonly Version[], newest: number): boolean {
  const known = versions.find(({ version }) => version === next.version);
  const { place: _, ...said } = next;
  return known ? isSame(said, known) : next.version < newest;
}
const isSame = (said: object, known: object) =>
  Object.entries(said).every(([name, value]) => known[name as keyof typeof known] === value);

/** Versions in the order of the log. */
function createVersions<V extends Version>(of: About) {
  const versions: V[] = [];
  let newest = 0;
  const heldAt = (time: number) => versions.findLast(({ effectiveAt }) => effectiveAt <= time);
  return {
    take(place: number, entry: Entry | undefined): void {
      const withdrawn = withdrawnBy(entry, of);
      const taken = versions.findIndex(({ version }) => version === withdrawn);
      if (taken >= 0) versions.splice(taken, 1);
      const next = versionIn(place, entry, of) as V | undefined;
      if (!next || (of === 'spreads' && isAgain(next, versions, newest))) return;
      if (next.version <= newest)
        throw new Error(
          `does not match: ${of.toUpperCase()} CHANGED: version ${next.version} was logged at place ${place}, after version ${newest}`,
        );
      newest = next.version;
      versions.push(next);
      if (versions.length > mostVersions) versions.shift();
    },
    /** Those that were in force in a slot, or had just ended. */
    inForceAt(at: number): V[] {
      const [from, to] = [msOf(at) - stillTaken, msOf(at) + slot];
      const changes = versions.map(({ effectiveAt }) => effectiveAt).filter((time) => time > from && time < to);
      return [...new Set([from, ...changes].map(heldAt))].filter((version) => version !== undefined);
    },
  };
}

/** What could be agreed on, as the entries of a log say it one after another. */
export function createTerms() {
  const [terms, spreads] = [createVersions<Terms>('terms'), createVersions<Spreads>('spreads')];
  return {
    take(place: number, entry: Entry | undefined): void {
      terms.take(place, entry);
      spreads.take(place, entry);
    },
    inForceAt: (at: number) => ({ terms: terms.inForceAt(at), spreads: spreads.inForceAt(at) }),
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
