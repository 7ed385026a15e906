import { sameBytes, toHex } from '@glasshouse/protocol/bytes';
import { checkpointBytes, dayOf, firstSlotOf, msOf, sha256, slotAt } from '@glasshouse/protocol/market/tape';
import { saleLoggedWithin } from '@glasshouse/protocol/options/terms';
import { products } from '@glasshouse/protocol/orders/products';
import type { Entry } from '@glasshouse/protocol/publiclog/entries';
import { productLoggedAs } from '../products/registry.ts';
import { timeOf } from '../words.ts';
import type { Say } from './alarm.ts';
import { createVersionRules, isVersioned } from './version-rules.ts';

// Rules that must hold for consecutive log entries, whoever wrote them. Times are compared with the tape and with the
// monitor's own clock, because a site could run its entire tape late or ahead.

type Of<K extends Entry['kind']> = Extract<Entry, { kind: K }>;

const slotsPerSecond = 2;
const servedBehind = 20; // slots: a site serves the checkpoint of the last ten seconds with the most cosignatures
const mayBeBehind = 10; // slots: maximum age of a second of the tape when it is logged
const mayBeAhead = 20; // slots: tolerance between two clocks
const mayBeBackdated = 240; // slots: two minutes
/**
 * Maximum slots of the tape that may be known when orders are logged, counted from their acceptance. An order of coins
 * is due right after its head and may linger. The others end later, but their head decides entry or strike, so an order
 * that is logged later may have been chosen with knowledge of later prices.
 */
const orderLoggedWithin = Math.min(...Object.values(products).map(({ shortestLife }) => shortestLife));
const maxKeys = 100;
const slotsPerDay = 172_800;

/**
 * State passed from one run to the next: when all entries had been processed, and the newest entry of each kind that
 * depends on earlier ones.
 */
export type RulesMemory = { lookedAt: number | undefined; entries: readonly Entry[] };

/** Checks the entries in order, starting anywhere. */
export function createRules(clock: () => number, say: Say, before: RulesMemory = { lookedAt: undefined, entries: [] }) {
  const began = clock();
  let { lookedAt } = before;
  // For orders: the first options whose sales must be in the log.
  const newest: { [K in 'tape' | 'day' | 'opening' | 'operators' | 'totals' | 'orders']?: Of<K> } = {};
  /** The newest given-up spans, as long as the tape may not have passed all of them. */
  let givenUp: Of<'givenUp'>[] = [];
  const keys = new Map<string, Of<'key'>>();
  const nameOf = ({ use, publicKey }: Of<'key'>) => `${use} ${toHex(publicKey)}`;
  for (const entry of before.entries)
    if (entry.kind === 'key') keys.set(nameOf(entry), entry);
    else if (entry.kind === 'givenUp') givenUp.push(entry);
    else if (!isVersioned(entry)) Object.assign(newest, { [entry.kind]: entry });

  /** A new entry did not exist at the last look, so it was logged after this slot. */
  const loggedAfter = () => (lookedAt === undefined ? 0 : slotAt(lookedAt) - servedBehind);
  /** The slot that was certainly over when an entry was logged, according to the tape before it or our own clock. */
  const knownBy = () => Math.max(newest.tape?.slot ?? 0, loggedAfter());
  const versions = createVersionRules({ say, known: knownBy }, before.entries);
  const dayNamed = (day: number) => timeOf(firstSlotOf(day)).slice(0, 10);

  /** Each day must be announced once and opened once, in this order. */
  const once = (entry: Of<'day'> | Of<'opening'>, done: string) => {
    const last = newest[entry.kind]?.day;
    if (last !== undefined && entry.day <= last)
      say('day changed', `${dayNamed(entry.day)} was ${done} when ${dayNamed(last)} had been`);
    else Object.assign(newest, { [entry.kind]: entry });
  };

  const rules: { [K in Entry['kind']]?: (entry: Of<K>) => void | Promise<void> } = {
    tape: async (entry) => {
      const { tape } = newest;
      if (tape) {
        const { slot } = tape;
        const isLeftOut = givenUp.some(({ first, last }) => first === slot && entry.slot <= last + slotsPerSecond);
        if (givenUp.some(({ first, last }) => entry.slot > first && entry.slot <= last))
          say('tape rewritten', `slot ${entry.slot} was signed, though it had been given up`);
        if (entry.slot > slot + slotsPerSecond && !isLeftOut)
          say('slot missing', `between ${slot} (${timeOf(slot)}) and ${entry.slot} nothing is signed`);
        if (entry.slot <= slot) say('tape rewritten', `slot ${entry.slot} comes after ${slot}`);
        else if (!sameBytes(entry.previous, await sha256(checkpointBytes(tape))))
          say('tape rewritten', `slot ${entry.slot} does not follow from what was logged of slot ${slot}`);
      }
      const behind = loggedAfter() - entry.slot;
      if (behind > mayBeBehind)
        say('late', `slot ${entry.slot} (${timeOf(entry.slot)}) was logged at least ${behind / 2} s late`);
      const ahead = entry.slot - slotAt(clock());
      if (ahead > mayBeAhead)
        say('early', `slot ${entry.slot} (${timeOf(entry.slot)}) was logged ${ahead / 2} s before its time`);
      newest.tape = entry;
    },
    orders: (entry) => {
      const { slot, count, product } = entry;
      if (product === 'optionWithLoggedSale') newest.orders ??= entry;
      if (product === 'option' && newest.orders && slot > newest.orders.slot + slotsPerDay)
        say(
          'terms changed',
          `${count} options of slot ${slot} are under terms that do not ask for their sales in the log`,
        );
      const known = knownBy();
      const { shortestLife } = products[productLoggedAs(product)];
      if (slot + orderLoggedWithin <= known)
        say(
          slot + shortestLife <= known ? 'order after its outcome' : 'order logged late',
          `${count} orders of slot ${slot} were logged when slot ${known} was known`,
        );
    },
    sale: ({ slot }) => {
      const known = Math.max(knownBy(), givenUp.at(-1)?.last ?? 0);
      if (slot + saleLoggedWithin <= known)
        say('sale logged late', `a sale by the tick of slot ${slot} was logged when slot ${known} was known`);
      if (slot > slotAt(clock()) + mayBeAhead)
        say('early', `a sale by the tick of slot ${slot} was logged before its time`);
    },
    day: (entry) => {
      const { day, announcedSlot } = entry;
      once(entry, 'announced');
      if (Math.max(announcedSlot, knownBy()) >= firstSlotOf(day))
        say('commitment too late', `${dayNamed(day)} was announced after it had begun`);
      else if (announcedSlot + mayBeBackdated < knownBy())
        say(
          'commitment too late',
          `${dayNamed(day)} says it was announced at ${timeOf(announcedSlot)}, and was logged later`,
        );
    },
    opening: (entry) => once(entry, 'opened'),
    givenUp: (entry) => {
      const { day, first, last } = entry;
      const slot = newest.tape?.slot;
      const before = givenUp.at(-1);
      say('day given up', `${dayNamed(day)} has no prices from slot ${first} (${timeOf(first)}) to ${last}`);
      // Slots may only be given up from the newest price, or from an earlier given-up day, to the end of a day that has
      // begun.
      const follows =
        slot === undefined || (first > slot && first <= slot + slotsPerSecond) || before?.last === first - 1;
      if (!follows || first > slotAt(clock()) + mayBeAhead)
        say('tape rewritten', `slots from ${first} on were given up, which does not follow slot ${slot}`);
      else if (dayOf(first) !== day || last !== firstSlotOf(day + 1) - 1)
        say('tape rewritten', `slots ${first} to ${last} were given up, which is not the rest of ${dayNamed(day)}`);
      else givenUp = before ? [before, entry] : [entry];
    },
    reveal: ({ day }) => {
      if (firstSlotOf(day + 1) - slotAt(clock()) > mayBeAhead)
        say('early', `the seed of ${dayNamed(day)} was shown before the day was over`);
    },
    operators: (entry) => {
      const last = newest.operators?.entries;
      if (last !== undefined && entry.entries !== last + 1)
        say('operators rewritten', `entry ${entry.entries} of the operators' log comes after ${last}`);
      newest.operators = entry;
    },
    terms: versions.take,
    setting: versions.take,
    product: versions.take,
    totals: (entry) => {
      const last = newest.totals?.day;
      if (last !== undefined && entry.day !== last + 1)
        say('totals wrong', `the totals of ${dayNamed(entry.day)} come after those of ${dayNamed(last)}`);
      // Every posting debits as much as it credits, so the sum over users, house and the outside world is always zero.
      const sums = new Map<number, bigint>();
      for (const { currency, amount } of entry.totals) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
      for (const [currency, sum] of sums)
        if (sum !== 0n)
          say('totals wrong', `at the end of ${dayNamed(entry.day)} currency ${currency} comes to ${sum} instead of 0`);
      newest.totals = entry;
    },
    key: (entry) => {
      const name = nameOf(entry);
      if (keys.has(name)) return;
      // A monitor that starts has nothing to compare the first key of each use with, so it accepts that key.
      if ([...keys.values()].some(({ use }) => use === entry.use))
        say(
          'new key',
          `from slot ${entry.slot} (${timeOf(entry.slot)}) on ${name} signs: ask the site whether it is theirs`,
        );
      if (keys.size >= maxKeys) keys.delete(keys.keys().next().value!);
      keys.set(name, entry);
    },
  };
  return {
    take: async (entry: Entry) => rules[entry.kind]?.(entry as never),
    /** All entries available at a given moment have been processed. */
    tookAll: (at: number) => {
      lookedAt = at;
    },
    /** Reports whether the tape has stalled. */
    look: () => {
      const { tape } = newest;
      // No entries are expected before the end of a given-up span.
      const silent = clock() - (tape ? msOf(Math.max(tape.slot, givenUp.at(-1)?.last ?? 0)) : began);
      if (silent <= msOf(mayBeBehind + servedBehind)) return;
      say(
        'late',
        tape ? `no second of the tape since ${timeOf(tape.slot)}, day ${dayOf(tape.slot)}` : 'no second of the tape',
      );
    },
    slot: () => newest.tape?.slot,
    remembered: (): RulesMemory => ({
      lookedAt,
      entries: [...Object.values(newest), ...versions.remembered(), ...givenUp, ...keys.values()],
    }),
  };
}
