import { type Chain, roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import type { Round } from '@glasshouse/protocol/beacon/round';
import { toHex } from '@glasshouse/protocol/bytes';
import type { BeaconVersion } from '@glasshouse/protocol/market/generator-version';
import type { Opening, Position } from '@glasshouse/protocol/market/synthetic-2';
import { dayOf } from '@glasshouse/protocol/market/tape';
import type { Tx } from '#platform/database/db.ts';
import type { Steps } from '#platform/http/http.ts';
import { readChain, roundsBetween } from '../beacon/beacon.ts';
import { positionInLine } from './regenerating/queue.ts';
import { roundsOf } from './regenerating/regenerate.ts';
import * as table from './sql.ts';

/** Ticks of one coin and one day, from the first slot to the last. */
type Span = { symbol: number; first: number; last: number };
/** The data the ticks were generated from. `position` is the position of the coin before the first of them. */
export type SeedEvidence = {
  day: number;
  seed: Buffer;
  commitment: Buffer;
  announcedSlot: number;
  opening: Opening;
  position: Position;
  chain: Chain;
  rounds: Round[];
};

/** The generator of a day, and the number of its beacon's chain. */
type WalkedDay = { version: BeaconVersion; chain: number };

/**
 * The data that ticks were generated from; undefined until their day is revealed, and for ticks generated without rounds. This replays the
 * day from its beginning in the regeneration queue; `busy` if that is full.
 */
export async function seedEvidenceOf(
  step: Steps['step'],
  whose: string,
  span: Span,
): Promise<SeedEvidence | 'busy' | undefined> {
  const found = await step((tx) => planOf(tx, span));
  if (!found) return undefined;
  const { walked, ...drawn } = found;
  const position = await positionBefore(step, whose, span, walked, drawn);
  return position && position !== 'busy' ? { ...drawn, position } : position;
}

async function planOf(
  tx: Tx,
  { first, last }: Span,
): Promise<(Omit<SeedEvidence, 'position'> & { walked: WalkedDay }) | undefined> {
  const day = dayOf(first);
  const row = await table.tapeDay(tx, day);
  if (!row?.seed || row.chain === null || !row.symbols || !row.opens) return undefined;
  const slot = Number(row.first_slot);
  if (slot > first) return undefined;
  const chain = (await readChain(tx, row.chain))!;
  const [from, to] = [roundOfSlot(chain, first), roundOfSlot(chain, last)];
  const rounds = await roundsBetween(tx, row.chain, from, to);
  if (rounds.length < to - from + 1) return undefined;
  const opens = row.symbols.map((symbol, i) => ({ symbol, price: BigInt(row.opens![i]!) }));
  const { seed, commitment, announced_slot: announced } = row;
  return {
    ...{ day, seed, commitment, announcedSlot: Number(announced) },
    ...{ opening: { slot, opens }, chain, rounds },
    walked: { version: row.version as BeaconVersion, chain: row.chain },
  };
}

async function positionBefore(
  step: Steps['step'],
  whose: string,
  { symbol, first }: Span,
  by: WalkedDay,
  { day, seed, opening }: Omit<SeedEvidence, 'position'>,
): Promise<Position | 'busy' | undefined> {
  const opens = opening.opens.filter((open) => open.symbol === symbol);
  if (opens.length === 0) return undefined;
  if (first === opening.slot) return { market: 0, own: 0 };
  return positionInLine(whose, [by.version, toHex(seed), opening.slot, symbol, first].join(' '), async () => {
    const walked = await roundsOf(step, by, opening.slot, first - 1);
    return walked && { symbol, slot: first - 1, plan: { day, seed, opens }, walked };
  });
}
