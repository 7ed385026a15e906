import { msOf } from '@glasshouse/protocol/market/tape';
import type { Entry } from '@glasshouse/protocol/publiclog/entries';
import type { Say } from './alarm.ts';

// Terms, settings and products come in versions. Each is logged after the one before it, stays as it was logged, and terms and money settings are
// announced before they hold.

type Of<K extends Entry['kind']> = Extract<Entry, { kind: K }>;
export type Versioned = Of<'terms'> | Of<'setting'> | Of<'product'>;
type Said = Readonly<Record<string, unknown>>;
/** The newest versions under one name, oldest first. `since` is the slot that was known when the first of them was seen. */
type History = { since: number; versions: Versioned[] };
type Parts = { say: Say; known: () => number };

const announcedFor = 3_600_000; // milliseconds
const mayDiffer = 420_000; // milliseconds: five minutes between the office's clock and the database's, two until it is logged
const maxVersions = 5; // remembered of each name
const maxNames = 1000;
const closing = ['state', 'closed_at'];

export const isVersioned = (entry: Entry): entry is Versioned =>
  entry.kind === 'terms' || entry.kind === 'setting' || entry.kind === 'product';

function nameOf(entry: Versioned): string {
  if (entry.kind === 'terms') return 'contract_terms';
  return entry.kind === 'setting' ? entry.about : `product ${entry.product}`;
}
const alarmOf = { terms: 'terms changed', setting: 'setting changed', product: 'product changed' } as const;

/** What a version says by its names; undefined if it cannot be read. */
function saidBy(entry: Versioned): Said | undefined {
  if (entry.kind === 'terms') {
    const { version: _, effectiveAt: __, kind: ___, ...says } = entry;
    return says;
  }
  try {
    const said: unknown = JSON.parse(entry.says);
    return typeof said === 'object' && said !== null ? (said as Said) : undefined;
  } catch {
    return undefined;
  }
}
const written = (value: unknown) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each));
/** Whether all that was said is said again, apart from these fields. */
const saysAgain = (before: Said, now: Said, except: readonly string[] = []): boolean =>
  Object.entries(before).every(([name, value]) => except.includes(name) || written(now[name]) === written(value));

/** Whether a version may be logged once more: a setting that got more to say, and a product that is closed. */
function isAgain(before: Versioned, now: Versioned): boolean {
  const [said, says] = [saidBy(before), saidBy(now)];
  if (now.kind === 'terms' || !said || !says) return false;
  if (now.kind === 'product' && said.state === 'published' && says.state === 'closed')
    return saysAgain(said, says, closing);
  return saysAgain(said, says);
}

const timeIn = (said: Said | undefined, name: string): number => Date.parse(String(said?.[name]));
function effectiveAt(entry: Versioned): number {
  return entry.kind === 'terms' ? entry.effectiveAt : timeIn(saidBy(entry), 'effective_at');
}

export function createVersionRules({ say, known }: Parts, before: readonly Entry[]) {
  const histories = new Map<string, History>();
  let isFull = false;

  const historyOf = (name: string, since: number): History | undefined => {
    const history = histories.get(name) ?? { since, versions: [] };
    if (!histories.has(name) && histories.size >= maxNames) return undefined;
    histories.set(name, history);
    return history;
  };
  const keep = ({ versions }: History, entry: Versioned) => {
    versions.push(entry);
    if (versions.length > maxVersions) versions.shift();
  };
  for (const entry of before) if (isVersioned(entry)) keep(historyOf(nameOf(entry), -1)!, entry);

  const announced = (entry: Versioned, { since, versions }: History) => {
    const from = effectiveAt(entry);
    const isAnnounced = Number.isFinite(from) || versions.some((one) => Number.isFinite(effectiveAt(one)));
    // What is logged together with the first version that was seen may be history that is logged once more.
    if (!isAnnounced || since === known()) return;
    // Another source of prices brings its own rule at once.
    const said = saidBy(entry);
    if (entry.kind === 'terms' && versions.some((one) => saysAgain(saidBy(one)!, said!, ['rule']))) return;
    const at = entry.kind === 'terms' ? from - announcedFor : timeIn(said, 'at');
    const isInTime = from - at >= announcedFor && from >= msOf(known()) + announcedFor - mayDiffer;
    if (!isInTime)
      say('not announced', `version ${entry.version} of ${nameOf(entry)} holds less than an hour after it was logged`);
  };
  /** Only what does not hold yet can be withdrawn. */
  const withdrawn = (entry: Of<'setting'>) => {
    const about = String(saidBy(entry)?.about);
    const taken = histories.get(about)?.versions.find(({ version }) => version === entry.version);
    if (taken && effectiveAt(taken) <= msOf(known()) - mayDiffer)
      say(alarmOf[taken.kind], `version ${entry.version} of ${about} was withdrawn when it was in force`);
  };
  return {
    take: (entry: Versioned): void => {
      if (entry.kind === 'setting' && entry.about === 'withdrawn_change') {
        withdrawn(entry);
        return;
      }
      const name = nameOf(entry);
      const history = historyOf(name, known());
      if (!history) {
        if (!isFull)
          say(alarmOf[entry.kind], `more than ${maxNames} products: the versions of ${name} are not compared`);
        isFull = true;
        return;
      }
      const { versions } = history;
      const [oldest, newest] = [versions[0], versions.at(-1)];
      const { version, kind } = entry;
      const place = versions.findIndex((one) => one.version === version);
      if (place >= 0) {
        if (isAgain(versions[place]!, entry)) versions[place] = entry;
        else say(alarmOf[kind], `version ${version} of ${name} was logged again, and says something else`);
        return;
      }
      if (newest && version < newest.version) {
        // Settings that are older than all that is remembered have no effect any more, and may be logged again.
        if (kind !== 'setting' || version > oldest!.version)
          say(alarmOf[kind], `version ${version} of ${name} comes after ${newest.version}`);
        return;
      }
      if (newest && kind === 'product' && version !== newest.version + 1)
        say(alarmOf[kind], `version ${version} of ${name} comes after ${newest.version}`);
      announced(entry, history);
      keep(history, entry);
    },
    remembered: (): Entry[] => [...histories.values()].flatMap(({ versions }) => versions),
  };
}
