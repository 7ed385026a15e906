import type { Rules } from '@glasshouse/protocol/contracts/calls';
import { compareDecimal, subtractDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import { parseUnits } from '@glasshouse/protocol/money';
import { useAccount } from '../lib/account.ts';
import { heldIn, useOverview } from '../lib/assets.ts';
import { amountProblem } from '../ui/amount.ts';
import { useChoices } from './choices.ts';
import { usePositions } from './positions.ts';

type Term = Rules['periods'][number];
/** What is wrong with the order as it is typed now, and by how much. */
export type Obstacle = { kind: 'below' | 'above' | 'short' | 'limit'; by: string };
export type Ticket = {
  rules: Rules;
  term: Term;
  /** As typed; `amount` is what would be sent, or undefined when that is no amount. */
  typed: string;
  amount: string | undefined;
  /** Minor units of `amount`, or zero. */
  units: bigint;
  /** What the contract and the fund account hold; undefined until known, and for a visitor. */
  available: string | undefined;
  fund: string | undefined;
  /** The most that balance, limits and open contracts leave room for. */
  most: string;
  obstacle: Obstacle | undefined;
};

const least = (...amounts: string[]) => amounts.reduce((a, b) => (compareDecimal(a, b) <= 0 ? a : b));
/** The order that is being put together, and what it lacks. */
export function useTicket(rules: Rules): Ticket {
  const { user } = useAccount();
  const { data: overview } = useOverview(user !== null);
  const { data: positions } = usePositions(user !== null);
  const { seconds, stake } = useChoices();
  const term = rules.periods.find((each) => each.seconds === seconds) ?? rules.periods[0]!;
  const typed = stake || rules.minStake;
  const units = parseUnits(typed.replace(/\.$/, ''), 'USDT') ?? 0n;
  const amount = units > 0n ? tidyDecimal(typed) : undefined;
  const room = subtractDecimal(rules.maxOpen, positions?.staked ?? '0');
  const known = overview && (heldIn(overview, 'contract') ?? '0.00');
  return {
    rules,
    term,
    typed,
    amount,
    units,
    available: known,
    fund: overview && (heldIn(overview, 'fund') ?? '0.00'),
    most: least(rules.maxStake, room, ...(known === undefined ? [] : [known])),
    obstacle: obstacleOf(amount ?? '0', rules, known, room),
  };
}

/** The limits of one order come first, then the room left by open ones, then the money. */
export function obstacleOf(
  amount: string,
  { minStake, maxStake }: Pick<Rules, 'minStake' | 'maxStake'>,
  available: string | undefined,
  room: string,
): Obstacle | undefined {
  const range = amountProblem(amount, { min: minStake, max: maxStake });
  if (range) return range;
  if (compareDecimal(amount, room) > 0) return { kind: 'limit', by: subtractDecimal(amount, room) };
  return amountProblem(amount, { balance: available });
}
