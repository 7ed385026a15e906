import type { Currency } from '@glasshouse/protocol/money';
import { arrows, type Flow, type MovementState } from '@glasshouse/protocol/movements/arrows';
import { type RawBuilder, sql } from 'kysely';
import { isMaskedAs } from '#people/people/people.ts';
import { arrayOf, type Tx } from '#platform/database/db.ts';
import { currencyCode } from '../ledger/ledger.ts';
import type { Row } from './sql.ts';

/** Where a page ends: the time of its last record, and its serial among those of the same time. */
type Place = { at: Date; serial: bigint };
/** The place as the cursor of a page. */
export const placeText = ({ at, serial }: Place) => `${at.getTime()}-${serial}`;
export function placeIn(text: string): Place {
  const [at, serial] = text.split('-') as [string, string];
  return { at: new Date(Number(at)), serial: BigInt(serial) };
}
export type Choice = {
  flows: readonly Flow[];
  states?: readonly MovementState[] | undefined;
  currencies: readonly Currency[];
  from?: Date | undefined;
  until?: Date | undefined;
  before?: Place | undefined;
  /**
   * Movements of these flows, those whose label contains the text, and transfers with members whose name is shown with
   * this first letter.
   */
  text?: { flows: readonly Flow[]; label: string; letter?: string | undefined } | undefined;
  /** The first and the last id, both included. */
  ids?: { from: string; through: string } | undefined;
};

/** Every state that a movement of a flow can be in. */
const statesOf = (flow: Flow): MovementState[] => [
  ...new Set(arrows.filter((arrow) => arrow.flow === flow).map(({ to }) => to)),
];
const combinationsOf = ({ flows, states, currencies }: Choice) =>
  flows.flatMap((flow) =>
    statesOf(flow)
      .filter((state) => !states || states.includes(state))
      .flatMap((state) => currencies.map((currency) => ({ flow, state, currency: currencyCode(currency) }))),
  );

const [never, always] = [new Date(0), new Date('9999-12-31T00:00:00Z')];

/** The movements of each combination, read along the index beginning at the cursor. */
const lineOf = (owner: bigint, { from = never, until = always, before }: Choice, columns: RawBuilder<unknown>) => {
  const end = before && before.at < until ? before : { at: until, serial: 0n };
  return sql`
    select ${columns} from movement
    where owner = ${owner} and flow = chosen.flow and state = chosen.state and currency = chosen.currency
      and at >= ${from} and (at, serial) < (${end.at}, ${end.serial}::bigint)`;
};
const chosenIn = (choice: Choice) => {
  const chosen = combinationsOf(choice);
  return sql`unnest(
      ${arrayOf(chosen.map(({ flow }) => flow))}::text[], ${arrayOf(chosen.map(({ state }) => state))}::text[],
      ${arrayOf(chosen.map(({ currency }) => currency))}::smallint[]
    ) as chosen (flow, state, currency)`;
};

/**
 * The place of the `nth` movement, in the combination that reaches that count first: how far a search by label may
 * read. Undefined if there are fewer, so the search may read all of them.
 */
export async function nthChosen(tx: Tx, owner: bigint, choice: Choice, nth: number): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select line.* from ${chosenIn(choice)}
    cross join lateral (
      ${lineOf(owner, choice, sql`at, serial`)} order by at desc, serial desc offset ${nth - 1} limit 1
    ) as line order by at desc, serial desc limit 1`.execute(tx);
  return rows[0];
}

/**
 * An owner's newest movements that match, newest first. There are few combinations of flow, state and currency, and
 * each is an index scan beginning at the cursor. So a page costs the same at any depth and however rare the matches
 * are.
 */
export async function chosenOf(tx: Tx, owner: bigint, choice: Choice, limit: number): Promise<Row[]> {
  const { text, ids } = choice;
  const withMember =
    text?.letter === undefined
      ? sql``
      : sql`or (other is not null and ${isMaskedAs(sql.ref('movement.other'), text.letter)})`;
  const named = text
    ? sql`and (flow = any(${arrayOf(text.flows)}::text[]) or strpos(lower(label), lower(${text.label})) > 0 ${withMember})`
    : sql``;
  // A movement is found by its id along the primary key.
  const byId = sql`with movement as materialized (
    select * from movement where owner = ${owner} and id between ${ids?.from}::uuid and ${ids?.through}::uuid limit 10000)`;
  const { rows } = await sql<Row>`
    ${ids ? byId : sql``} select line.* from ${chosenIn(choice)}
    cross join lateral (
      ${lineOf(owner, choice, sql`*`)} ${named} order by at desc, serial desc limit ${limit}
    ) as line order by at desc, serial desc limit ${limit}`.execute(tx);
  return rows;
}
