import { sameBytes, toHex } from '@glasshouse/protocol/bytes';
import type { TapeRun } from '@glasshouse/protocol/market/proof';
import { tickBytes, zeroHash } from '@glasshouse/protocol/market/tape';
import type { Db } from '#platform/database/db.ts';
import type { Steps } from '#platform/http/http.ts';
import { sha } from '#platform/security/signer.ts';
import { checkpointOf, pathTo, provenTick } from './proofs.ts';
import { remadeRun } from './regenerating/regenerate.ts';
import { sourceMessageOf } from './source-message.ts';
import * as table from './sql.ts';

const page = 10_000;

type Sealed = Pick<TapeRun, 'before' | 'path' | 'checkpoint'>;
/** `unsealed`: no checkpoint covers the ticks yet, which takes about a second. `gone`: they have left the tape. */
type Unprovable = 'unsealed' | 'gone';

/**
 * All ticks of a symbol without gaps, page by page: from the neighbor before `first` to the head under a checkpoint at
 * or after `last`. `begin` first receives the hash that the first tick is chained to.
 */
export async function readSealed(
  db: Db,
  symbol: number,
  { first, last }: { first: number; last: number },
  begin: (before: string) => (ticks: readonly table.TickLine[]) => void | Promise<void>,
): Promise<Sealed | Unprovable> {
  const start = await startOf(db, symbol, first);
  if (!start) return 'gone';
  const seal = await sealFrom(db, symbol, last);
  if ((await table.removedDays(db, start.slot, seal?.checkpoint.slot ?? last)).length > 0) return 'gone';
  if (!seal) return 'unsealed';
  const before = toHex(start.before);
  const take = begin(before);
  for (let from = start.slot; from <= seal.checkpoint.slot; ) {
    const ticks = await table.ticksBetween(db, symbol, from, seal.checkpoint.slot, page);
    await take(ticks);
    from = ticks.length < page ? Number.POSITIVE_INFINITY : Number(ticks.at(-1)!.slot) + 1;
  }
  return { before, ...seal };
}

/**
 * The same as one run, for short spans. Ticks that have left the tape are regenerated; `busy` if the queue for that is
 * full. Runs in steps, because regenerating takes seconds.
 */
export async function sealedRun(
  step: Steps['step'],
  whose: string,
  symbol: number,
  span: { first: number; last: number },
): Promise<TapeRun | Unprovable | 'busy'> {
  const ticks: TapeRun['ticks'] = [];
  const sealed = await step((tx) =>
    readSealed(tx, symbol, span, () => (some) => void ticks.push(...some.map(provenTick))),
  );
  if (sealed === 'gone') return remadeRun(step, whose, symbol, span);
  return sealed === 'unsealed' ? sealed : { symbol, ticks, ...sealed };
}

/**
 * The tick before `slot` with the hash it is chained to, or else the tick at `slot`; undefined if even that link is
 * lost.
 */
async function startOf(db: Db, symbol: number, slot: number) {
  const one = await table.tickBefore(db, symbol, slot);
  const other = one && (await table.tickBefore(db, symbol, Number(one.slot)));
  // A day between the two may have left the tape.
  if (one && other && follows(symbol, other.hash, one)) return { slot: Number(one.slot), before: other.hash };
  const tick = await table.firstTickFrom(db, symbol, slot);
  const before = one?.hash ?? zeroHash;
  return tick && follows(symbol, before, tick) ? { slot: Number(tick.slot), before } : undefined;
}

const follows = (symbol: number, before: Uint8Array, tick: table.TickLine) =>
  sameBytes(
    sha(tickBytes(before, { symbol, slot: Number(tick.slot), price: tick.price, heard: sourceMessageOf(tick) })),
    tick.hash,
  );

/** The first checkpoint at or after a slot that has the symbol in its tree. */
async function sealFrom(db: Db, symbol: number, slot: number): Promise<Omit<Sealed, 'before'> | undefined> {
  const checkpoint = await table.checkpointFrom(db, slot);
  const path = checkpoint && (await pathTo(db, symbol, checkpoint));
  if (checkpoint && path) return { path, checkpoint: checkpointOf(checkpoint) };
  // A symbol leaves the tree after an hour without ticks; its next tick adds it again.
  const next = await table.firstTickFrom(db, symbol, slot);
  const later = next && (await table.checkpointFrom(db, Number(next.slot)));
  const way = later && (await pathTo(db, symbol, later));
  return later && way && { path: way, checkpoint: checkpointOf(later) };
}
