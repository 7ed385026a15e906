import type { Kind } from '../ledger/books.ts';

/** What a movement of money can be: in, out, to a member or from one, into a membership or back, and between one's own wallets. */
export const flows = ['recharge', 'withdraw', 'transfer', 'receive', 'upgrade', 'refund', 'move', 'exchange'] as const;
export type Flow = (typeof flows)[number];

export const movementStates = [
  'under_review',
  'passed',
  'rejected',
  'withdrawing',
  'success',
  'failed',
  'cancelled',
  'frozen',
  'done',
] as const;
export type MovementState = (typeof movementStates)[number];

/**
 * One way for a movement to go on. `posts` is booked by it, in the same statement. `walker` is the role of the server that may take it by
 * itself; `function`: none, only a function of the database that has looked at everything that speaks against it.
 */
export type Arrow = {
  flow: Flow;
  from: 'start' | MovementState;
  to: MovementState;
  posts: Kind | null;
  walker: 'app' | 'office' | 'function';
};

const way = (
  flow: Flow,
  from: Arrow['from'],
  to: MovementState,
  walker: Arrow['walker'],
  posts: Kind | null = null,
): Arrow => ({ flow, from, to, posts, walker });

/** Every arrow there is. The database holds the same ones and refuses all others; docs/reference/money-movements.md is drawn from them. */
export const arrows: readonly Arrow[] = [
  way('recharge', 'start', 'under_review', 'app'),
  way('recharge', 'start', 'passed', 'function', 'top_up'),
  way('recharge', 'under_review', 'passed', 'function', 'top_up'),
  way('recharge', 'under_review', 'rejected', 'function'),
  way('recharge', 'rejected', 'under_review', 'app'),
  way('withdraw', 'start', 'under_review', 'function', 'withdrawal_hold'),
  way('withdraw', 'under_review', 'withdrawing', 'function'),
  way('withdraw', 'under_review', 'rejected', 'function', 'withdrawal_return'),
  way('withdraw', 'under_review', 'cancelled', 'function', 'withdrawal_return'),
  way('withdraw', 'under_review', 'frozen', 'office'),
  way('withdraw', 'withdrawing', 'success', 'function', 'withdrawal_paid'),
  way('withdraw', 'withdrawing', 'failed', 'office', 'withdrawal_return'),
  way('withdraw', 'withdrawing', 'frozen', 'office'),
  way('withdraw', 'frozen', 'under_review', 'office'),
  way('withdraw', 'frozen', 'withdrawing', 'office'),
  way('withdraw', 'frozen', 'rejected', 'office', 'withdrawal_return'),
  way('transfer', 'start', 'done', 'function', 'member_transfer'),
  way('receive', 'start', 'done', 'function'),
  way('upgrade', 'start', 'done', 'function', 'vip_deposit'),
  way('refund', 'start', 'done', 'function', 'vip_refund'),
  way('refund', 'start', 'under_review', 'function'),
  way('refund', 'under_review', 'passed', 'function', 'vip_refund'),
  way('refund', 'under_review', 'rejected', 'function'),
  way('move', 'start', 'done', 'app'),
  way('exchange', 'start', 'done', 'app'),
];

/** Told over the live stream to the one whose movement it is, once it is true. */
export type MovementEvent = { type: 'movement'; id: string; flow: Flow; state: MovementState };
