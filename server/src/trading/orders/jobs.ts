import { setTimeout as wait } from 'node:timers/promises';
import { subscribeToTicks } from '#evidence/market/market.ts';
import type { Db } from '#platform/database/db.ts';
import type { Log } from '#platform/observability/log.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import { note } from '#platform/runtime/faults.ts';
import type { AnySettlementStrategy } from './ending.ts';
import { type BookedChunk, publishSettled } from './settling/events.ts';
import { openRollup } from './settling/rollup.ts';
import { openSettler, type SettledChunk } from './settling/settle.ts';
import { followTraces, type Traces } from './settling/traces.ts';

const lookEvery = 250;
const addUpEvery = 1000;
const maxUntold = 64; // chunks

type Parts = {
  /** The products to settle. */
  endings: readonly AnySettlementStrategy[];
  /** A connection as the settler's role. */
  db: Db;
  bus: BusOf<'settle'>;
  clock: Clock;
  log: Log;
  /** Called with each chunk once it is booked. */
  onSettled?: (what: SettledChunk) => void;
  /**
   * Called for all products together: the number of slots that are not settled, and the oldest time (ms) at which a
   * product was last checked.
   */
  onLook?: (all: { backlog: number; since: number }) => void;
};

/** Settles orders as the tape ends them, until stopped. A tick on the bus wakes it; without the bus it polls. */
export function startSettling({ endings, onLook, ...parts }: Parts): { stop: () => Promise<void> } {
  const traces = followTraces(parts.bus);
  const begun = { backlog: 0, at: parts.clock().getTime() };
  const looks = new Map(endings.map((ending) => [ending, begun]));
  const started = endings.map((ending) =>
    settleOne({
      ...parts,
      ending,
      traces,
      onLook: (backlog) => {
        looks.set(ending, { backlog, at: parts.clock().getTime() });
        const all = [...looks.values()];
        onLook?.({
          backlog: all.reduce((sum, each) => sum + each.backlog, 0),
          since: Math.min(...all.map(({ at }) => at)),
        });
      },
    }),
  );
  return {
    stop: async () => {
      traces.stop();
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}

type One = Omit<Parts, 'endings' | 'onLook'> & {
  ending: AnySettlementStrategy;
  traces: Traces;
  onLook: (backlog: number) => void;
};
/** Settles one product. Each product has its own loop, so that none waits for another. */
function settleOne({ ending, traces, db, bus, clock, log, onSettled, onLook }: One): { stop: () => Promise<void> } {
  // Money first: users are notified when nothing is left to settle. Users whose notification doesn't fit here see the
  // result when they next load their orders.
  const untold: BookedChunk[] = [];
  const settler = openSettler({
    ending,
    db,
    clock,
    settled: (what) => {
      onSettled?.(what);
      if (untold.length < maxUntold) untold.push({ ...what, booked: clock() });
    },
  });
  const roll = openRollup(db, ending);
  const stopping = new AbortController();
  const sleep = (ms: number) => wait(ms, undefined, { signal: stopping.signal }).catch(() => {});
  let wake = () => {};
  let woken = false;
  const stopHearing = subscribeToTicks(bus, () => {
    woken = true;
    wake();
  });
  /** Waits for the next tick, or until it is time to look anyway. */
  const rest = async () => {
    const heard = new Promise<void>((resolve) => {
      wake = resolve;
    });
    if (!woken) await Promise.race([heard, sleep(lookEvery)]);
    woken = false;
  };
  let newest = 0;
  const strange = new Set<number>();
  const look = async () => {
    const { slot, more, unknown } = await settler.look();
    newest = slot;
    for (const rule of unknown) {
      if (!strange.has(rule))
        log.error({ rule, product: ending.table }, 'settle: orders under a rule that is unknown here stay open');
      strange.add(rule);
    }
    onLook(settler.backlog());
    for (const what of untold.splice(0)) publishSettled(bus, what, traces);
    return more;
  };
  const addUp = async () => {
    const rolled = await roll(newest);
    settler.again(rolled?.open ?? []);
    return rolled?.more ?? false;
  };
  /**
   * Works while there is more to do, and rests in between. After an error it starts again from the state in the
   * database.
   */
  const repeat = async (work: () => Promise<boolean>, rest: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      const more = await work().catch((error) => {
        note(log, 'settle', error, 'settle: begins again');
        settler.begin();
        return false;
      });
      if (!more) await rest();
    }
  };
  // Adding up may take a while after many orders ended at once, and nothing waits for it.
  const done = Promise.all([repeat(look, rest), repeat(addUp, () => sleep(addUpEvery))]);
  return {
    stop: async () => {
      stopping.abort();
      stopHearing();
      await done;
    },
  };
}
