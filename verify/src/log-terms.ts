import type { ContractAgreement } from '@glasshouse/protocol/contracts/settle';
import { msOf } from '@glasshouse/protocol/market/tape';
import type { Entry } from '@glasshouse/protocol/publiclog/entries';
import { readFields, timeIn } from './logged-fields.ts';

// The logged terms of contracts and spreads of the other products, and which of them could be agreed on at a given
// time.

type Version = { version: number; effectiveAt: number; place: number };
export type Terms = Extract<Entry, { kind: 'terms' }> & { place: number };
/** The products whose spread operators set. */
export type SpreadProduct = 'option' | 'spot';
/** Hundredths of a percent. */
export type Spreads = Version & Record<SpreadProduct, number>;
const stillTaken = 10_000; // milliseconds: the time that a site accepts orders on terms that have just ended
const mayDiffer = 420_000; // milliseconds: maximum difference between the office's clock and the log
const slot = msOf(1);
const maxVersions = 1000;
const abouts = { terms: 'contract_terms', spreads: 'money_config' } as const;
export type About = keyof typeof abouts;

const isAbout = (entry: Entry | undefined, about: string): entry is Extract<Entry, { kind: 'setting' }> =>
  entry?.kind === 'setting' && entry.about === about;
/** Whether an entry contains a version of terms or spreads, even if it cannot be read. */
export const isVersionOf = (entry: Entry | undefined, of: About): entry is Extract<Entry, { version: number }> =>
  of === 'terms' ? entry?.kind === 'terms' : isAbout(entry, abouts[of]);

/** The version of terms or spreads that an entry withdraws. Undefined if it withdraws none. */
export const withdrawnBy = (entry: Entry | undefined, of: About): number | undefined =>
  isAbout(entry, 'withdrawn_change') && readFields(entry.says)?.about === abouts[of] ? entry.version : undefined;

/** The spreads in an entry. Settings from before options existed have none. */
function spreadsIn(place: number, entry: Entry | undefined): Spreads | undefined {
  if (!isAbout(entry, abouts.spreads)) return undefined;
  const fields = readFields(entry.says);
  const { option_spread_bp: option, spot_spread_bp: spot } = fields ?? {};
  if (typeof option !== 'number' || typeof spot !== 'number') return undefined;
  return { version: entry.version, effectiveAt: timeIn(fields, 'effective_at'), place, option, spot };
}

/** The version of terms or spreads in an entry. */
export function versionIn(place: number, entry: Entry | undefined, of: About): Version | undefined {
  if (of === 'spreads') return spreadsIn(place, entry);
  return entry?.kind === 'terms' ? { ...entry, place } : undefined;
}

/**
 * When a version was announced, according to its own fields. It cannot have been logged before that. Terms are logged
 * once, so their entry is the first.
 */
export function announcedAt(entry: Entry | undefined, of: About): number {
  if (of === 'terms') return Number.POSITIVE_INFINITY;
  const at = isAbout(entry, abouts[of]) ? timeIn(readFields(entry.says), 'at') : Number.NaN;
  return Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at - mayDiffer;
}

/** A version that has been in force long enough before a slot that earlier ones can no longer be agreed on. */
export const heldBefore = ({ effectiveAt }: Pick<Version, 'effectiveAt'>, at: number): boolean =>
  effectiveAt <= msOf(at) - stillTaken;

/**
 * Settings are logged again when they get new columns. Logged values stay valid. A version older than all known ones is
 * ignored.
 */
function isAgain(next: Version, versions: readonly Version[], newest: number): boolean {
  const known = versions.find(({ version }) => version === next.version);
  const { place: _, ...said } = next;
  return known ? isSame(said, known) : next.version < newest;
}
const isSame = (said: object, known: object) =>
  Object.entries(said).every(([name, value]) => Object.is(known[name as keyof typeof known], value));

/** Versions in log order. */
function createVersions<V extends Version>(of: About) {
  const versions: V[] = [];
  const withdrawn = new Set<V>();
  let newest = 0;
  const heldAt = (time: number) =>
    versions.findLast((version) => !withdrawn.has(version) && version.effectiveAt <= time);
  const refuse = (version: number, place: number, why: string): never => {
    throw new Error(
      `does not match: ${of.toUpperCase()} CHANGED: version ${version} was logged at place ${place}${why}`,
    );
  };
  return {
    take(place: number, entry: Entry | undefined): void {
      const number = withdrawnBy(entry, of);
      const takenBack = versions.find(({ version }) => version === number);
      if (takenBack) withdrawn.add(takenBack);
      if (!isVersionOf(entry, of)) return;
      const next = versionIn(place, entry, of) as V | undefined;
      // Only settings from before spreads existed may get spreads later. Others would take effect unannounced.
      if (!next && newest > 0) refuse(entry.version, place, ` without its ${of}`);
      if (!next) return;
      if (of === 'spreads' && isAgain(next, versions, newest)) return;
      if (next.version <= newest) refuse(next.version, place, `, after version ${newest}`);
      newest = next.version;
      versions.push(next);
      if (versions.length > maxVersions) withdrawn.delete(versions.shift()!);
    },
    /** The versions that were in force in a slot, or had just ended. */
    inForceAt(at: number): V[] {
      const [from, to] = [msOf(at) - stillTaken, msOf(at) + slot];
      const changes = versions.map(({ effectiveAt }) => effectiveAt).filter((time) => time > from && time < to);
      return [...new Set([from, ...changes].map(heldAt))].filter((version) => version !== undefined);
    },
  };
}

/** The versions that could be agreed on, updated with each entry of a log. */
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

/**
 * Whether an order can have been agreed on these terms. The limit on a user's open orders cannot be checked, because
 * lines do not name users.
 */
export const fits = (
  { rule, seconds, returnBp, stake }: Pick<ContractAgreement, 'rule' | 'seconds' | 'returnBp' | 'stake'>,
  terms: Terms,
): boolean =>
  rule === terms.rule &&
  stake >= terms.minStake &&
  stake <= terms.maxStake &&
  terms.periods.some((period) => period.seconds === seconds && period.returnBp === returnBp);
