import { firstSlotOf, msOf } from '@glasshouse/protocol/market/tape';
import * as protocol from '@glasshouse/protocol/options/calls';
import { sql } from 'kysely';
import { resumeTape, writeGrid, writeSlot } from '#evidence/market/writer.ts';
import { ending } from '#trading/options/options.ts';
import { openSettler } from '#trading/orders/settling/settle.ts';
import { asAdmin } from '../database/prepare.ts';
import { worldToLose } from './lost-day.ts';
import { setMoney } from './money-settings.ts';
import { headOf, type Model } from './option-model.ts';
import { lively, withOptions } from './options.ts';

export type Real = Awaited<ReturnType<typeof openHistory>>;
const usdt = 1_000_000n;
const funds = [20_000n * usdt, 20_000n * usdt, 40n * usdt];
const limit = 30_000n * usdt;

/**
 * Twenty minutes before a midnight: three people, one of them with almost no money, and limits for a handful of
 * options.
 */
export async function openHistory() {
  const traded = await withOptions(await worldToLose({ now: new Date('2026-11-15T23:40:00Z') }));
  const { world, tape, trader } = traded;
  await setMoney(world, { option_exposure: limit, effective_at: world.clock() });
  const people = [trader, await world.person(), await world.person()];
  for (const i of [1, 2]) await world.give(people[i]!, 'options', 'USDT', funds[i]!);
  const ticks = lively(20).map((price, i) => ({ slot: traded.slot() - 19 + i, price: BigInt(price) }));
  const model: Model = { ticks, through: tape.tape.checkpoint.slot, givenUp: [], funds, limit, rule: 1, held: [] };
  let grid = tape.tape;
  /** Writes consecutive slots, and moves the clock forward to them if it is behind. */
  const write = async (prices: readonly bigint[]) => {
    const slots = prices.map((price, i) => ({ slot: grid.last! + 1 + i, price }));
    const made = slots.map(({ slot, price }) => ({
      slot,
      made: [price, 314_000n].map((each, coin) => ({ symbol: coin + 1, price: each, volume: 1n })),
    }));
    const last = slots.at(-1)!.slot;
    await writeGrid(tape.db, grid, made, last, 'no_feed');
    grid.last = last;
    model.ticks.push(...slots);
    model.through = grid.checkpoint.slot;
    catchUp();
  };
  const catchUp = () => world.pass(Math.max(0, msOf(grid.last! + 1) - world.clock().getTime()));
  /** Slots in which the coin has no tick, while others have. */
  const silence = async (count: number) => {
    for (let i = 0; i < count; i++)
      await writeSlot(tape.db, grid, [{ symbol: 2, price: 314_000n, volume: 1n }], grid.last! + 1, 'late');
    model.through = grid.checkpoint.slot;
    catchUp();
  };
  /** Two people give up the rest of the day; the tape continues at midnight. */
  const giveUp = async () => {
    if (model.givenUp.length > 0 || grid.last! >= firstSlotOf(traded.day + 1) - 1) return;
    await traded.giveUp();
    const first = grid.last! + 1;
    grid = await resumeTape(tape.db, tape.tape.signer, tape.now());
    model.givenUp.push({ first, last: grid.last! });
    model.through = grid.checkpoint.slot;
    catchUp();
  };
  const agreeOn = async (rule: number) => {
    await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, rule)
      values ('{30}', '{8200}', 1000000, 5000000000, 5000000000, ${rule})`.execute(world.owner);
    model.rule = rule;
  };
  const isStale = () => tape.now() - headOf(model).slot > 4;
  return { ...traded, people, model, write, silence, giveUpDay: giveUp, agreeOn, isStale, lastSlot: () => grid.last! };
}

export type Crash = 'before' | 'in the middle' | 'after' | 'the line';
/**
 * A settler that dies in the chunk with this number, if there is one: before its write, before its commit, after its
 * commit, or by a lost connection.
 */
export function settlerThatDies({ db, world }: Real, crash: Crash | undefined, chunk: number) {
  let chunks = 0;
  const die = (when: Crash) => {
    if (crash === when && chunks > chunk) throw new Error('killed');
  };
  const dying: typeof ending = {
    ...ending,
    settleChunk: async (...args) => {
      chunks++;
      die('before');
      const told = await ending.settleChunk(...args);
      die('in the middle');
      if (crash === 'the line' && chunks > chunk) await cut(world, 'glasshouse_settle');
      return told;
    },
  };
  return openSettler({ ending: dying, db, clock: world.clock, settled: () => die('after'), perChunk: 1 });
}

/** Closes every connection of a role. */
const cut = ({ database }: Real['world'], role: 'glasshouse_app' | 'glasshouse_settle') =>
  asAdmin(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}' and usename = '${role}'`,
  );

/** Repeats a tap until it is answered, as the app does. */
export async function tap(real: Real, who: number, input: object, cutting: boolean) {
  const storm = cutting ? cut(real.world, 'glasshouse_app') : undefined;
  for (let tries = 0; tries < 20; tries++) {
    const answer = await real.people[who]!.call(protocol.buyOption, input as never);
    if (answer.code < 500) {
      await storm;
      return answer;
    }
  }
  throw new Error('a tap was never answered');
}

export type Row = { id: string; result: number | null; payout: bigint | null; exit_slot: bigint | null };
/** The database's state of all options, of the wallets, and of the open exposure of the coin. */
export async function readBooks({ world, people }: Real) {
  const { rows: options } = await sql<Row>`
    select id, result, payout, exit_slot from option_order order by id`.execute(world.owner);
  const { rows: wallets } = await sql<{ owner: bigint; balance: bigint }>`
    select id >> 16 as owner, balance from account where id & 65535 = 5121`.execute(world.owner);
  const { rows: legs } = await sql<{ ref: string; paid: bigint; premiums: number; payouts: number }>`
    select ref, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as paid,
      (count(*) filter (where kind = 50))::int as premiums, (count(*) filter (where kind = 51))::int as payouts
    from leg where account & 65535 = 5121 and account >= 65536 and kind in (50, 51) group by ref`.execute(world.owner);
  const { rows: exposure } = await sql<{ open: bigint }>`
    select open from option_exposure where symbol = 1`.execute(world.owner);
  return {
    options: new Map(options.map((row) => [row.id, row])),
    wallets: people.map(({ number }) => wallets.find(({ owner }) => owner === number)!.balance),
    legs: new Map(legs.map((row) => [row.ref, row])),
    exposure: exposure[0]!.open,
  };
}
