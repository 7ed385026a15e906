import { msOf } from '@glasshouse/protocol/market/tape';
import type { Entry } from '@glasshouse/protocol/publiclog/entries';
import { type Fields, readFields, timeIn } from '../logged-fields.ts';
import type { Say } from './alarm.ts';

// Terms, settings and products have versions. Each version is logged after the previous one and never changes. Terms
// and money settings are announced before they take effect.

type Of<K extends Entry['kind']> = Extract<Entry, { kind: K }>;
export type Versioned = Of<'terms'> | Of<'setting'> | Of<'product'>;
/** An entry, and the number of entries processed before it. */
type Logged<E extends Versioned = Versioned> = { entry: E; order: number };
/**
 * The newest versions under one name, oldest first, and the withdrawn ones among them. `since` is the slot known when
 * the first of them was seen.
 */
type History = { since: number; versions: Logged[]; withdrawals: Map<number, Logged<Of<'setting'>>> };
type Parts = { say: Say; known: () => number };

const announcedFor = 3_600_000; // milliseconds
const mayDiffer = 420_000; // milliseconds: five minutes between the office's clock and the database's, two until it is logged
const maxVersions = 5; // remembered per name
const maxNames = 1000;
const maxColumns = 1000; // remembered per table
const closing = ['state', 'closed_at'];

export const isVersioned = (entry: Entry): entry is Versioned =>
  entry.kind === 'terms' || entry.kind === 'setting' || entry.kind === 'product';
const isWithdrawal = (entry: Versioned): entry is Of<'setting'> =>
  entry.kind === 'setting' && entry.about === 'withdrawn_change';

function nameOf(entry: Versioned): string {
  if (entry.kind === 'terms') return 'contract_terms';
  return entry.kind === 'setting' ? entry.about : `product ${entry.product}`;
}
const alarmOf = { terms: 'terms changed', setting: 'setting changed', product: 'product changed' } as const;

/** The fields of a version. Undefined if they cannot be read. */
function fieldsOf(entry: Versioned): Fields | undefined {
  if (entry.kind !== 'terms') return readFields(entry.says);
  const { version: _, effectiveAt: __, kind: ___, ...fields } = entry;
  return fields;
}
const written = (value: unknown) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each));
/** Whether all fields except these have the same values again. */
const isRepeated = (before: Fields, now: Fields, except: readonly string[] = []): boolean =>
  Object.entries(before).every(
    ([name, value]) => except.includes(name) || (Object.hasOwn(now, name) && written(now[name]) === written(value)),
  );

const effectiveAt = (entry: Versioned): number =>
  entry.kind === 'terms' ? entry.effectiveAt : timeIn(fieldsOf(entry), 'effective_at');

/**
 * The known columns of tables of settings and products, and the entry that introduced each. Columns are added but never
 * removed, so every row logged later has them too.
 */
function createColumns(say: Say) {
  const tables = new Map<string, Map<string, number>>();
  const columnsOf = (entry: Versioned) => {
    const table = entry.kind === 'setting' ? entry.about : entry.kind;
    const columns = tables.get(table) ?? new Map<string, number>();
    tables.set(table, columns);
    return columns;
  };
  return {
    /** A column that is missing in a version although its table had it. */
    leftOut: (entry: Versioned): string | undefined => {
      const fields = fieldsOf(entry)!;
      return [...columnsOf(entry).keys()].find((name) => !Object.hasOwn(fields, name));
    },
    /** Whether a logged version may get a column: only if its table did not have the column yet. */
    mayGet: ({ entry, order }: Logged, name: string): boolean => (columnsOf(entry).get(name) ?? order + 1) > order,
    take: ({ entry, order }: Logged): void => {
      if (entry.kind === 'terms') return;
      const columns = columnsOf(entry);
      const added = Object.keys(fieldsOf(entry) ?? {}).filter((name) => !columns.has(name));
      for (const name of added.slice(0, maxColumns - columns.size)) columns.set(name, order);
      if (added.some((name) => !columns.has(name)))
        say(alarmOf[entry.kind], `${nameOf(entry)} has more than ${maxColumns} names: not all are compared`);
    },
  };
}

export function createVersionRules({ say, known }: Parts, before: readonly Entry[]) {
  const histories = new Map<string, History>();
  const columns = createColumns(say);
  let isFull = false;
  let taken = 0;

  const historyOf = (name: string, since: number): History | undefined => {
    const history = histories.get(name) ?? { since, versions: [], withdrawals: new Map() };
    if (!histories.has(name) && histories.size >= maxNames) return undefined;
    histories.set(name, history);
    return history;
  };
  const logged = <E extends Versioned>(entry: E): Logged<E> => ({ entry, order: taken++ });
  const keep = ({ versions, withdrawals }: History, entry: Versioned) => {
    const one = logged(entry);
    columns.take(one);
    versions.push(one);
    if (versions.length <= maxVersions) return;
    // Withdrawn versions must not displace the terms in force. Settings may be logged again, and only those older than
    // all remembered ones are not compared.
    const first = entry.kind === 'terms' ? versions.findIndex((each) => withdrawals.has(each.entry.version)) : 0;
    const [displaced] = versions.splice(Math.max(first, 0), 1);
    withdrawals.delete(displaced!.entry.version);
  };
  /** The history that contains the version withdrawn by an entry, as far as it is remembered. */
  const withdrawnBy = (entry: Of<'setting'>) => {
    const about = fieldsOf(entry)?.about;
    const history = typeof about === 'string' ? histories.get(about) : undefined;
    const one = history?.versions.find((each) => each.entry.version === entry.version);
    return history && one && { history, withdrawn: one.entry };
  };
  const remembered = before.filter(isVersioned);
  for (const entry of remembered) if (!isWithdrawal(entry)) keep(historyOf(nameOf(entry), -1)!, entry);
  for (const { versions } of histories.values()) versions.sort((a, b) => a.entry.version - b.entry.version);
  for (const entry of remembered)
    if (isWithdrawal(entry)) withdrawnBy(entry)?.history.withdrawals.set(entry.version, logged(entry));

  const inForceAt = (time: number, { versions, withdrawals }: History): Versioned | undefined =>
    versions.findLast(({ entry }) => !withdrawals.has(entry.version) && effectiveAt(entry) <= time)?.entry;
  /**
   * Switching to another price source changes the rule immediately, with otherwise the same terms as those in force.
   * After a gap, the newest second of the tape is older than the change.
   */
  const isOfAnotherSource = (entry: Versioned, history: History): boolean => {
    if (entry.kind !== 'terms') return false;
    const inForce = inForceAt(Math.max(entry.effectiveAt, msOf(known())), history);
    return (
      inForce?.kind === 'terms' &&
      inForce.rule !== entry.rule &&
      isRepeated(fieldsOf(inForce)!, fieldsOf(entry)!, ['rule'])
    );
  };
  const announced = (entry: Versioned, history: History) => {
    const { since, versions } = history;
    const from = effectiveAt(entry);
    const isAnnounced = Number.isFinite(from) || versions.some((one) => Number.isFinite(effectiveAt(one.entry)));
    // Entries logged together with the first version that was seen may be history that is logged again.
    if (!isAnnounced || since === known() || isOfAnotherSource(entry, history)) return;
    const at = entry.kind === 'terms' ? from - announcedFor : timeIn(fieldsOf(entry), 'at');
    const isInTime = from - at >= announcedFor && from >= msOf(known()) + announcedFor - mayDiffer;
    if (!isInTime)
      say('not announced', `version ${entry.version} of ${nameOf(entry)} holds less than an hour after it was logged`);
  };
  /** Only versions that are not yet in force can be withdrawn, and no terms that later ones may have copied. */
  const withdraw = (entry: Of<'setting'>) => {
    const found = withdrawnBy(entry);
    if (!found) return;
    const { history, withdrawn } = found;
    const newest = history.versions.at(-1)!.entry;
    const name = `version ${entry.version} of ${nameOf(withdrawn)}`;
    if (effectiveAt(withdrawn) <= msOf(known()) - mayDiffer)
      say(alarmOf[withdrawn.kind], `${name} was withdrawn when it was in force`);
    else if (withdrawn.kind === 'terms' && newest.version > withdrawn.version)
      say('terms changed', `${name} was withdrawn after version ${newest.version} was logged`);
    history.withdrawals.set(entry.version, logged(entry));
  };
  /** Whether a version may be logged again: a setting whose table got new columns, and a product that is closed. */
  const isAgain = (one: Logged, now: Versioned): boolean => {
    const [said, says] = [fieldsOf(one.entry)!, fieldsOf(now)!];
    if (now.kind === 'terms') return false;
    const isClosed = now.kind === 'product' && said.state === 'published' && says.state === 'closed';
    const added = Object.keys(says).filter((name) => !Object.hasOwn(said, name));
    return isRepeated(said, says, isClosed ? closing : []) && added.every((name) => columns.mayGet(one, name));
  };
  return {
    take: (entry: Versioned): void => {
      const name = nameOf(entry);
      const { version, kind } = entry;
      if (!fieldsOf(entry)) {
        say('not judged', `version ${version} of ${name} cannot be read`);
        return;
      }
      if (isWithdrawal(entry)) {
        withdraw(entry);
        return;
      }
      const history = historyOf(name, known());
      if (!history) {
        if (!isFull) say(alarmOf[kind], `more than ${maxNames} products: the versions of ${name} are not compared`);
        isFull = true;
        return;
      }
      const { versions } = history;
      const [oldest, newest] = [versions[0]?.entry, versions.at(-1)?.entry];
      const place = versions.findIndex((one) => one.entry.version === version);
      if (place >= 0) {
        if (isAgain(versions[place]!, entry)) {
          versions[place] = logged(entry);
          columns.take(versions[place]);
        } else say(alarmOf[kind], `version ${version} of ${name} was logged again, and says something else`);
        return;
      }
      if (newest && version < newest.version) {
        // Settings older than all remembered ones have no effect any more, and may be logged again.
        if (kind !== 'setting' || version > oldest!.version)
          say(alarmOf[kind], `version ${version} of ${name} comes after ${newest.version}`);
        return;
      }
      if (newest && kind === 'product' && version !== newest.version + 1)
        say(alarmOf[kind], `version ${version} of ${name} comes after ${newest.version}`);
      const leftOut = columns.leftOut(entry);
      if (leftOut !== undefined)
        say(alarmOf[kind], `version ${version} of ${name} leaves out ${leftOut}, which was logged before`);
      announced(entry, history);
      keep(history, entry);
    },
    /** In log order, which tells the columns that a version cannot have had. */
    remembered: (): Entry[] =>
      [...histories.values()]
        .flatMap(({ versions, withdrawals }): Logged[] => [...versions, ...withdrawals.values()])
        .sort((a, b) => a.order - b.order)
        .map(({ entry }) => entry),
  };
}
