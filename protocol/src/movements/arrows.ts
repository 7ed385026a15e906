import type { Kind } from '../ledger/books.ts';

/**
 * Kinds of money movements: into and out of the exchange, to and from a member, into a membership and back, and between
 * the user's own wallets.
 */
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
 * A state transition of a movement. `posts` is booked in the same statement. `walker` is the server role that may make
 * the transition on its own. With `function`, no role may: only a database function that checks all conditions.
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

/**
 * All transitions. The database has the same list and refuses all others. docs/reference/money-movements.md is
 * generated from this list.
 */
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

/** Sent over the live stream to the owner of the movement after commit. */
export type MovementEvent = { type: 'movement'; id: string; flow: Flow; state: MovementState };
