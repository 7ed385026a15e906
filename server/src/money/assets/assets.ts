import * as protocol from '@glasshouse/protocol/assets/calls';
import type { Input } from '@glasshouse/protocol/endpoint';
import { cnyToUsdt, formatRate, formatUnits, usdtToCny } from '@glasshouse/protocol/money';
import { people } from '#people/people/people.ts';
import type { Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { type Caller, type Route, serve } from '#platform/http/http.ts';
import { err, ok } from '#platform/http/result.ts';
import { moneySettings } from '#site/site/site.ts';
import {
  allAccountsOf,
  linesOfFact,
  type Move,
  ownerOf,
  post,
  postBatch,
  systemAccount,
  walletOf,
} from '../ledger/ledger.ts';
import { publishMovement, startMovement } from '../movements/movements.ts';
import { overview, type Sources } from './overview.ts';
import { showResults } from './results.ts';
import { statement, statementCsv } from './statement.ts';

export { askCorrection, correct, timeline } from './corrections.ts';
export { overviewWith } from './overview.ts';
export { personal } from './personal.ts';
export type { Earnings } from './results.ts';
export { statement } from './statement.ts';

/**
 * The money that a new account starts with, so that trading is possible within a minute of registering. Once per
 * person.
 */
export async function grantWelcome(tx: Tx, now: Date, person: { id: string; number: bigint }): Promise<void> {
  const { welcomeGrant: amount } = await moneySettings(tx, now);
  if (amount === 0n) return;
  const move = { from: systemAccount('house', 'USDT'), to: walletOf(person.number, 'fund', 'USDT'), amount };
  await post(tx, now, { kind: 'welcome_grant', ref: person.id, moves: [move] });
}

type TradingWallet = 'contract' | 'options' | 'spot';
type Draw = { account: bigint; amount: bigint };
/** How orders of a wallet draw on Funding. */
export const fundingOf = (wallet: TradingWallet) => ({
  lockOwners: people.lockPresent,
  draw: (tx: Tx, at: Date, draws: readonly Draw[]) => drawFromFund(tx, at, wallet, draws),
});

/**
 * Moves the money that orders draw from Funding into their wallets, each as a separate transfer. The caller has locked
 * both wallets and their owners, so the amounts that were checked are still covered.
 */
async function drawFromFund(tx: Tx, at: Date, wallet: TradingWallet, draws: readonly Draw[]): Promise<void> {
  const named = draws.map((draw) => ({ ...draw, id: newId(), owner: ownerOf(draw.account) }));
  const postings = named.map(({ id, owner, account, amount }) => ({
    kind: 'wallet_transfer' as const,
    ref: id,
    moves: [{ from: walletOf(owner, 'fund', 'USDT'), to: account, amount }],
  }));
  const verdicts = await postBatch(tx, at, postings);
  if (verdicts.some((verdict) => verdict !== 'posted'))
    throw new Error('Funding does not cover what was drawn from it');
  for (const { id, owner, amount } of named) {
    const label = `fund-${wallet}`;
    const begun = await startMovement(tx, at, {
      owner,
      id,
      flow: 'move',
      state: 'done',
      currency: 'USDT',
      amount,
      label,
    });
    if (!begun.ok) throw new Error(`a transfer from Funding was not recorded: ${begun.error}`);
  }
}

type Call = Pick<Caller, 'now' | 'publish'> & { tx: Tx };

/** Transfers between a user's own wallets. */
async function transfer(call: Call, owner: bigint, input: Input<typeof protocol.transfer>) {
  const { tx, now } = call;
  const { id, from, to, amount } = input;
  const move = { from: walletOf(owner, from, 'USDT'), to: walletOf(owner, to, 'USDT'), amount };
  const booked = await movesBooked(tx, owner, 'wallet_transfer', id);
  if (booked.length > 0) return same(booked, [move]) ? ok({ id }) : err('id_used');
  const posted = await post(tx, now, { kind: 'wallet_transfer', ref: id, moves: [move] });
  if (!posted.ok) return posted;
  const recorded = await record(call, { owner, id, flow: 'move', currency: 'USDT', amount, label: `${from}-${to}` });
  return recorded.ok ? ok({ id }) : recorded;
}

/** Exchanges Funding USDT for Cash CNY or back, at the rate that the user saw. The house is the counterparty. */
async function exchange(call: Call, owner: bigint, input: Input<typeof protocol.exchange>) {
  const { tx, now } = call;
  const { id, from, amount } = input;
  const to = from === 'USDT' ? 'CNY' : 'USDT';
  const wallets = { USDT: walletOf(owner, 'fund', 'USDT'), CNY: walletOf(owner, 'cash', 'CNY') };
  const pay = { from: wallets[from], to: systemAccount('house', from), amount };
  // A retried tap returns what happened the first time, whatever the rate is now.
  const booked = await movesBooked(tx, owner, 'exchange', id);
  const given = booked.find((move) => move.to === wallets[to]);
  if (given) return same(booked, [pay, given]) ? ok({ id, received: formatUnits(given.amount, to) }) : err('id_used');
  if (booked.length > 0) return err('id_used');

  const { cnyRate } = await moneySettings(tx, now);
  if (input.rate !== formatRate(cnyRate)) return err('rate_changed');
  const received = from === 'USDT' ? usdtToCny(amount, cnyRate) : cnyToUsdt(amount, cnyRate);
  if (received === 0n) return err('amount_too_small');
  const give = { from: systemAccount('house', to), to: wallets[to], amount: received };
  const posted = await post(tx, now, { kind: 'exchange', ref: id, moves: [pay, give] });
  if (!posted.ok) return posted;
  const recorded = await record(call, {
    owner,
    id,
    flow: 'exchange',
    currency: from,
    amount,
    label: `${from}-${to}`,
  });
  return recorded.ok ? ok({ id, received: formatUnits(received, to) }) : recorded;
}

type Recorded = Omit<Parameters<typeof startMovement>[2], 'state'> & { flow: 'move' | 'exchange' };
/** Records a posting between own wallets and notifies the user's screens. Refused if another record has its id. */
async function record({ tx, now, publish }: Call, move: Recorded) {
  const begun = await startMovement(tx, now, { ...move, state: 'done' });
  if (begun.ok) publishMovement(publish, move.owner, { ...move, state: 'done' });
  return begun;
}

/** The moves that are already booked under an id. */
async function movesBooked(tx: Tx, owner: bigint, kind: 'wallet_transfer' | 'exchange', id: string): Promise<Move[]> {
  const lines = await linesOfFact(tx, allAccountsOf(owner), kind, id);
  return lines.map(({ account, contra, amount }) =>
    amount < 0n ? { from: account, to: contra, amount: -amount } : { from: contra, to: account, amount },
  );
}

const text = (move: Move) => `${move.from} ${move.to} ${move.amount}`;
const same = (booked: readonly Move[], asked: readonly Move[]) => {
  const wanted = new Set(asked.map(text));
  return booked.every((move) => wanted.has(text(move)));
};

/** The routes of the assets page. The caller provides the sources of prices and commitments. */
export const routesWith = (sources: Sources): Route[] => [
  serve(protocol.getOverview, async ({ tx, now, user }) => ok(await overview(tx, now, user.number, sources))),
  serve(protocol.getResults, async ({ tx, now, user }, input) =>
    ok(await showResults(tx, now, user.number, sources, input)),
  ),
  serve(protocol.transfer, (call, input) => transfer(call, call.user.number, input)),
  serve(protocol.exchange, (call, input) => exchange(call, call.user.number, input)),
  serve(protocol.getStatement, async ({ tx, user }, input) => ok(await statement(tx, user.number, input))),
  serve(protocol.getStatementCsv, async ({ tx, now, locale, user }, input) =>
    ok(await statementCsv(tx, now, locale, user.number, input)),
  ),
];
