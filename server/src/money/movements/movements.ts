import { type Currency, formatUnits } from '@glasshouse/protocol/money';
import type { Flow, MovementEvent, MovementState } from '@glasshouse/protocol/movements/arrows';
import type { Tx } from '#platform/database/db.ts';
import { inPages, type Personal } from '#platform/http/personal.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import type { Timeline } from '#platform/observability/timeline.ts';
import type { Publish } from '#platform/runtime/bus.ts';
import { currencyCode, currencyNamed } from '../ledger/ledger.ts';
import * as listing from './listing.ts';
import * as table from './sql.ts';

export { figures } from './figures.ts';
export { placeIn, placeText } from './listing.ts';
export type { BeginResult } from './sql.ts';

/** A money movement as its owner may see it. */
export type Movement = Omit<table.Row, 'currency' | 'changed_at'> & { currency: Currency; changedAt: Date };
type Named = Pick<Movement, 'owner' | 'id'>;
type New = Named & {
  flow: Flow;
  state: MovementState;
  currency: Currency;
  amount: bigint;
  fee?: bigint;
  other?: bigint;
  label: string;
};

const shown = ({ currency, changed_at, ...row }: table.Row): Movement => ({
  ...row,
  currency: currencyNamed(currency),
  changedAt: changed_at,
});

/**
 * Begins a movement that this role may begin itself, and makes its postings. Repeating it changes nothing. Movements
 * that no role may begin directly are begun by a database function of their domain.
 */
export async function startMovement(
  tx: Tx,
  now: Date,
  { currency, fee = 0n, other, ...rest }: New,
): Promise<Result<{ repeated: boolean }, 'not_logged_in' | 'id_used' | 'insufficient_balance'>> {
  const row = { ...rest, currency: currencyCode(currency), fee, other: other ?? null, at: now };
  return startResultOf(await table.startMovement(tx, row));
}

/**
 * The result of a database function that begins a movement. `nobody` means that the user was deleted during the call.
 */
export function startResultOf<R extends string>(
  begun: 'started' | 'repeated' | 'nobody' | R,
): Result<{ repeated: boolean }, 'not_logged_in' | R> {
  if (begun === 'started' || begun === 'repeated') return ok({ repeated: begun === 'repeated' });
  return err(begun === 'nobody' ? 'not_logged_in' : (begun as R));
}

/**
 * Takes a movement along an arrow that this role may take. Returns false if there is no such arrow from its current
 * state.
 */
export const walk = (tx: Tx, now: Date, named: Named, to: MovementState, reason: string | null = null) =>
  table.walkMovement(tx, named, to, now, reason);

export async function movementOf(tx: Tx, owner: bigint, id: string): Promise<Movement | undefined> {
  const row = await table.movementById(tx, owner, id);
  return row && shown(row);
}

/** The movements of a number, for operators. */
export const numbered = async (tx: Tx, id: string, limit: number) =>
  (await table.movementsNumbered(tx, id, limit)).map(({ owner, flow, state, at, amount, currency }) => {
    const name = currencyNamed(currency);
    return { owner, kind: flow, state, at, amount: { amount: formatUnits(amount, name), currency: name } };
  });

/** The states a movement was in, first to last. */
export const stepsOf = async (tx: Tx, owner: bigint, id: string) => (await table.stepsOf(tx, owner, id)).reverse();

/**
 * An owner's movements by any combination of flows, states, currencies and time, newest first, at any depth. The next
 * page begins before the last one's time and serial.
 */
export const chosenOf = async (tx: Tx, owner: bigint, choice: listing.Choice, limit: number): Promise<Movement[]> =>
  (await listing.chosenOf(tx, owner, choice, limit)).map(shown);

/** How far a search by label may read; see `nthChosen` in the listing. */
export const nthChosen = listing.nthChosen;

/** Notifies the owner's own screens. Screens that miss it refetch. */
export function publishMovement(
  publish: Publish,
  owner: bigint,
  { id, flow, state }: Pick<Movement, 'id' | 'flow' | 'state'>,
): void {
  const event: MovementEvent = { type: 'movement', id, flow, state };
  publish(`user.${owner}`, JSON.stringify(event));
}

/** Every movement of money with its current state. Its earlier states are on its own page. */
export const personal: Personal = async function* (tx, { number }) {
  yield {
    name: 'movements.csv',
    rows: inPages<table.Row>(
      ['at', 'flow', 'state', 'currency', 'amount', 'fee', 'label', 'changed_at', 'reason', 'id'],
      (last, limit) => table.newestOf(tx, number, last?.serial, limit),
      (row) => {
        const money = (units: bigint) => formatUnits(units, currencyNamed(row.currency));
        const { at, flow, state, currency, amount, fee, label, changed_at, reason, id } = row;
        return [
          ...[at.toISOString(), flow, state, currencyNamed(currency), money(amount), money(fee), label],
          ...[changed_at.toISOString(), reason ?? '', id],
        ];
      },
    ),
  };
};

/** Money that came in, went out or moved. */
export const timeline: Timeline = async (tx, { number }, before, limit) =>
  (await table.movementEvents(tx, number, before, limit)).map(
    ({ at, micros, key, flow, state, currency, amount, reason }) => {
      const name = currencyNamed(currency);
      return {
        ...{ at, micros, key, state },
        kind: flow,
        text: reason,
        amount: { amount: formatUnits(amount, name), currency: name },
      };
    },
  );
