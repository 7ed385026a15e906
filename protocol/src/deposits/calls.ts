import { z } from 'zod';
import { amountOf } from '../amounts.ts';
import { endpoint, nothing, usersActing, usersReading } from '../endpoint.ts';
import { networks } from '../movements/addresses.ts';
import { onDuty } from '../review/on-duty.ts';
import { cardBounds, topUpBounds } from './bounds.ts';
import { cardBrands, isTestCard } from './cards.ts';

/** Days that a receipt is stored after the decision. */
export const receiptDays = 30;

export const topUpState = z.enum(['under_review', 'passed', 'rejected']);
const network = z.enum(networks);
const decimal = z.string().describe('USDT, a decimal amount.');
/** Generated at the tap, so that a retry is recognized as the same top-up. */
const id = z.uuid();
const within =
  ({ least, most }: { least: bigint; most: bigint }) =>
  (amount: bigint) =>
    amount >= least && amount <= most;

/** The expected duration of a review, if known. */
const reviewTime = {
  usualSeconds: z
    .int()
    .nullable()
    .describe(
      'Four in five of the newest decisions by reviewers took at most this many seconds. Null if there are too few.',
    ),
  automaticSeconds: z.int().nullable().describe('Seconds until automatic approval. Null if operators decide.'),
  onDuty,
};

export const showDeposit = endpoint({
  method: 'POST',
  path: '/index/deposit/terms',
  auth: 'user',
  limit: usersReading,
  summary: "The caller's practice addresses, the limits of top-ups, and the caller's unfinished top-ups.",
  input: nothing,
  output: z.object({
    addresses: z.array(z.object({ network, address: z.string().describe('Not valid on any real chain.') })),
    cardLeft: decimal.describe('The amount that cards can still credit today (UTC).'),
    open: z
      .array(z.object({ id: z.uuid(), amount: decimal, network: z.string(), state: topUpState, at: z.iso.datetime() }))
      .describe('Under review or rejected, newest first, at most ten.'),
    underReview: z.int(),
    twoPeopleAbove: decimal.describe('Two reviewers must approve a larger top-up. It is never approved automatically.'),
    ...reviewTime,
  }),
  errors: [],
});

export const submitDeposit = endpoint({
  method: 'POST',
  path: '/index/deposit/submit',
  auth: 'user',
  limit: { per: 'user', burst: 20, everySeconds: 60, shared: true },
  summary:
    'Submits the specimen receipt of an amount on a network for review. Nothing is credited before it is approved.',
  input: z.object({ id, network, amount: amountOf('USDT').refine(within(topUpBounds)), receipt: z.uuid() }),
  output: z.object({ state: topUpState }),
  errors: ['id_used', 'not_found', 'receipt_differs', 'too_many_top_ups', 'too_many_requests'],
});

export const submitDepositAgain = endpoint({
  method: 'POST',
  path: '/index/deposit/again',
  auth: 'user',
  limit: { per: 'user', burst: 20, everySeconds: 60, shared: true },
  summary: 'Submits another receipt for a rejected top-up, which is reviewed again.',
  input: z.object({ id, receipt: z.uuid() }),
  output: z.object({ state: topUpState }),
  errors: ['not_found', 'receipt_differs', 'too_many_top_ups', 'too_many_requests'],
});

export const topUpByCard = endpoint({
  method: 'POST',
  path: '/index/deposit/card',
  auth: 'user',
  limit: usersActing,
  summary:
    'A top-up by one of the published test cards, credited immediately. The card number is never sent, only the brand and the last four digits.',
  input: z.object({
    id,
    amount: amountOf('USDT').refine(within(cardBounds)),
    card: z.strictObject({ brand: z.enum(cardBrands), lastFour: z.string().length(4) }).refine(isTestCard),
  }),
  output: z.object({ state: topUpState }),
  errors: ['id_used', 'card_day_limit'],
});

export const showTopUp = endpoint({
  method: 'POST',
  path: '/index/deposit/show',
  auth: 'user',
  limit: usersReading,
  summary: "One of the caller's top-ups: its state and all earlier states.",
  input: z.object({ id: z.uuid() }),
  output: z.object({
    id: z.uuid(),
    amount: decimal,
    by: z.string().describe('The network, or the brand and last four digits of a test card.'),
    isCard: z.boolean(),
    address: z.string().nullable(),
    state: topUpState,
    at: z.iso.datetime(),
    steps: z.array(z.object({ state: topUpState, at: z.iso.datetime(), reason: z.string().nullable() })),
    submittedAt: z.iso.datetime().nullable().describe('When the newest receipt was submitted.'),
    decidedAt: z.iso.datetime().nullable(),
    reason: z.string().nullable().describe('Why it was rejected, as written by the reviewer.'),
    automatic: z.boolean().describe('Decided automatically, because the site runs unattended.'),
    automaticAt: z.iso
      .datetime()
      .nullable()
      .describe('When it is decided automatically, unless an operator decides earlier.'),
    twoPeople: z.boolean().describe('Whether its amount requires two reviewers to approve it.'),
    attempt: z.int().describe('The number of receipts submitted for it.'),
    erasedAt: z.iso.datetime().nullable().describe('When the receipt will be erased. Null if it already is.'),
    ...reviewTime,
  }),
  errors: ['not_found'],
});
