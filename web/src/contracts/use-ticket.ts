import { formatExact } from '@glasshouse/kit/format.ts';
import type { Rules } from '@glasshouse/protocol/contracts/calls';
import { addDecimal, compareDecimal, subtractDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import { parseUnits } from '@glasshouse/protocol/money';
import { heldIn, useOverview } from '../lib/assets.ts';
import { useConnection } from '../lib/connection.ts';
import { useTape } from '../lib/quotes.ts';
import { useWords } from '../lib/words.tsx';
import { amountProblem } from '../ui/amount.ts';
import { useChoices } from './choices.ts';
import { usePositions } from './positions.ts';

type Term = Rules['periods'][number];
/** The problem with the order as currently typed, and the amount by which it misses the limit. */
type Obstacle = { kind: 'below' | 'above' | 'short' | 'limit'; by: string };
export type Ticket = {
  rules: Rules;
  term: Term;
  /** As typed; `amount` is the value to send, or `undefined` if it isn't an amount. */
  typed: string;
  amount: string | undefined;
  /** Minor units of `amount`, or zero. */
  units: bigint;
  /** The balance of the contract and fund accounts together, or the practice balance; `undefined` until loaded. */
  available: string | undefined;
  /** The balance of the contract account. */
  held: string | undefined;
  /** Whether the balances, and so the amount to draw from Funding, are still loading. */
  isCounting: boolean;
  /** The amount to draw from the fund account before the order can open, if any. */
  move: string | undefined;
  /** The maximum that balance, limits and open contracts allow. */
  most: string;
  obstacle: Obstacle | undefined;
  /** Only for practice orders: whether another one is open on this device. */
  practice?: { isTaken: boolean } | undefined;
};
/** The balances that pay for an order, and the amount already staked. Practice has no fund account. */
type Purse = Pick<Ticket, 'held' | 'isCounting' | 'practice'> & {
  fund: string | undefined;
  staked: string | undefined;
};

const least = (...amounts: string[]) => amounts.reduce((a, b) => (compareDecimal(a, b) <= 0 ? a : b));

/** The user's balances. */
export function usePurse(): Purse {
  const { data: overview, isPending } = useOverview(true);
  const { data: positions } = usePositions(true);
  return {
    held: overview && (heldIn(overview, 'contract') ?? '0.00'),
    fund: overview && (heldIn(overview, 'fund') ?? '0.00'),
    isCounting: isPending,
    staked: positions?.staked,
  };
}

/** The order being prepared, and what prevents sending it. */
export function useTicket(rules: Rules, { held, fund, isCounting, staked = '0', practice }: Purse): Ticket {
  const { seconds, stake } = useChoices();
  const term = rules.periods.find((each) => each.seconds === seconds) ?? rules.periods[0]!;
  const typed = stake || rules.minStake;
  const units = parseUnits(typed.replace(/\.$/, ''), 'USDT') ?? 0n;
  const amount = units > 0n ? tidyDecimal(typed) : undefined;
  const room = subtractDecimal(rules.maxOpen, staked);
  const available = held && tidyDecimal(addDecimal(held, fund ?? '0'));
  const lacks = fund !== undefined && held && amount && compareDecimal(amount, held) > 0;
  return {
    rules,
    term,
    typed,
    amount,
    units,
    available,
    held,
    isCounting,
    move: lacks ? tidyDecimal(subtractDecimal(amount, held)) : undefined,
    most: least(rules.maxStake, room, ...(available === undefined ? [] : [available])),
    obstacle: obstacleOf(amount ?? '0', rules, available, room),
    practice,
  };
}

/** The limits of one order are checked first, then the room left by open ones, then the balance. */
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

/** Why no order can be sent; `undefined` if one can. A lack of money is shown elsewhere, where it can be fixed. */
export function useReason({ amount, available, obstacle, rules, practice }: Ticket): string | undefined {
  const { t } = useWords();
  const lost = useConnection(({ lostAt }) => lostAt !== undefined);
  const paused = useTape((tape) => tape.paused !== undefined);
  if (lost || paused) return t('contract.closed');
  if (practice?.isTaken) return t('contract.practice.taken');
  if (!amount) return t('ui.amountLeast', { min: formatExact(rules.minStake) });
  const by = formatExact(obstacle?.by ?? '0');
  if (obstacle?.kind === 'below') return t('ui.amountBelow', { min: formatExact(rules.minStake), by });
  if (obstacle?.kind === 'above') return t('ui.amountAbove', { max: formatExact(rules.maxStake), by });
  if (practice && available && obstacle?.kind === 'short')
    return t('ui.amountAbove', { max: formatExact(available), by });
  return obstacle?.kind === 'limit' ? t('contract.limit', { max: formatExact(rules.maxOpen), by }) : undefined;
}
