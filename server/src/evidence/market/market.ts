import { type Chain, knownToOperator, roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import { writeRounds } from '@glasshouse/protocol/beacon/rounds-file';
import { toHex } from '@glasshouse/protocol/bytes';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/market/calls';
import { coinById, coinBySymbol } from '@glasshouse/protocol/market/coins';
import { dayOf, slotAt, slotsPerHour } from '@glasshouse/protocol/market/tape';
import { utcDay } from '@glasshouse/protocol/utc-day';
import type { Tx } from '#platform/database/db.ts';
import type { Personal } from '#platform/http/personal.ts';
import { err, ok } from '#platform/http/result.ts';
import { days as inDays } from '#platform/runtime/clock.ts';
import { readChain, readChains, roundsBetween } from '../beacon/beacon.ts';
import { readCandles } from './chart.ts';
import { checkpointOf, hourFile, proofFor } from './proofs.ts';
import { readQuotes } from './quotes.ts';
import * as table from './sql.ts';

export { figures } from './health.ts';
export { subscribeToTicks } from './messages.ts';
export { proofFor } from './proofs.ts';
export { latestPrices } from './quotes.ts';
export { readSealed, sealedRun } from './sealed.ts';
export { type SeedEvidence, seedEvidenceOf } from './seed-evidence.ts';
export { provenMessageOf } from './source-message.ts';
export {
  closesOf,
  firstTicks,
  generatorOf,
  givenUpBetween,
  headsSince,
  newestRun,
  newestTicks,
  tapeEnd,
  ticksBetween,
} from './sql.ts';

export async function listMarket(tx: Tx, now: Date): Promise<Output<typeof protocol.listMarket>> {
  const quotes = await readQuotes(tx);
  const run = await table.newestRun(tx);
  const slot = quotes.length === 0 ? null : Math.max(...quotes.map((quote) => quote.slot));
  return { time: now.getTime(), slot, source: run?.source ?? null, quotes };
}

export const listCandles = (tx: Tx, now: Date, { symbol, period, before, limit }: Input<typeof protocol.listCandles>) =>
  readCandles(tx, now, coinBySymbol(symbol)!, period, { before, limit });

export async function showTape(tx: Tx): Promise<Output<typeof protocol.showTape>> {
  const run = await table.newestRun(tx);
  const keys = await table.tapeKeys(tx);
  const gaps = await table.newestGaps(tx, 20);
  const days = await table.tapeDays(tx, 31);
  const chains = await readChains(
    tx,
    days.map(({ chain }) => chain),
  );
  const ours = run?.source === 'synthetic';
  const playing = ours ? await table.chainOfDay(tx) : undefined;
  const newest = playing === undefined ? undefined : await readChain(tx, playing);
  return {
    source: run?.source ?? null,
    shows: { madeAgain: ours, complete: ours },
    keys: keys.map((key) => ({ publicKey: toHex(key.public_key), sinceSlot: Number(key.since_slot) })),
    days: days.map((row) => tapeDayOf(row, chains)),
    beacon: newest ? { ...newest, knownToOperator: knownToOperator(newest) } : null,
    checkpoints: (await table.newestCheckpoints(tx, 20)).map(checkpointOf),
    late: (await table.newestLate(tx, 20)).map((late) => ({
      firstSlot: Number(late.first_slot),
      lastSlot: Number(late.last_slot),
      writtenSlot: Number(late.written_slot),
      reason: late.reason,
    })),
    gaps: gaps.map((gap) => ({
      firstSlot: Number(gap.first_slot),
      lastSlot: Number(gap.last_slot),
      symbol: coinById(gap.symbol)?.symbol ?? null,
      reason: gap.reason,
    })),
  };
}

type Chains = ReadonlyMap<number, Chain>;
const tapeDayOf = (row: table.DayRow, chains: Chains): protocol.TapeDay => ({
  day: utcDay(inDays(row.day)),
  commitment: toHex(row.commitment),
  announcedSlot: Number(row.announced_slot),
  publicKey: toHex(row.public_key),
  signature: toHex(row.signature),
  version: row.version,
  revealed: row.seed && {
    seed: toHex(row.seed),
    opens: (row.symbols ?? []).map((symbol, i) => ({ symbol, price: row.opens![i]! })),
    beacon: row.chain === null ? null : { ...chains.get(row.chain)!, firstSlot: Number(row.first_slot ?? 0) },
  },
});

export async function downloadTicks(tx: Tx, { symbol, hour }: Input<typeof protocol.downloadTicks>) {
  const began = Date.parse(`${hour}:00:00Z`);
  if (Number.isNaN(began)) return err('not_found');
  const text = await hourFile(tx, coinBySymbol(symbol)!, slotAt(began));
  return text === undefined ? err('not_found') : ok({ name: `tape-${symbol}-${hour}.csv`, text });
}

/** Rounds for the slots of an hour. The first round may have begun before the hour. */
export async function downloadRounds(tx: Tx, { hour }: Input<typeof protocol.downloadRounds>) {
  const began = Date.parse(`${hour}:00:00Z`);
  const number = Number.isNaN(began) ? undefined : await table.chainOfDay(tx, dayOf(slotAt(began)));
  if (number === undefined) return err('not_found');
  const chain = (await readChain(tx, number))!;
  const first = roundOfSlot(chain, slotAt(began));
  const last = roundOfSlot(chain, slotAt(began) + slotsPerHour - 1);
  const rounds = await roundsBetween(tx, number, first, last);
  if (rounds.length === 0) return err('not_found');
  return ok({ name: `rounds-${hour}.csv`, text: writeRounds(chain.hash, rounds) });
}

export async function proveTicks(tx: Tx, { symbol, slots }: Input<typeof protocol.proveTicks>) {
  const runs = await proofFor(tx, coinBySymbol(symbol)!.id, slots);
  return runs ? ok({ runs }) : err('not_found');
}

export async function listFavourites(tx: Tx, person: string) {
  const rows = await table.favouritesOf(tx, person);
  return { symbols: rows.flatMap(({ symbol }) => coinById(symbol)?.symbol ?? []) };
}

export async function setFavourite(tx: Tx, person: string, { symbol, favourite }: Input<typeof protocol.setFavourite>) {
  const { id } = coinBySymbol(symbol)!;
  await (favourite ? table.addFavourite(tx, person, id) : table.dropFavourite(tx, person, id));
  return listFavourites(tx, person);
}

/** The user's favorite coins. */
export const personal: Personal = async function* (tx, { id }) {
  const rows = await table.favouritesOf(tx, id);
  yield { name: 'favourites.json', json: rows.flatMap(({ symbol }) => coinById(symbol)?.symbol ?? []) };
};
