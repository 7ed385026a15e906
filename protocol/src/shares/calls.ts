import { z } from 'zod';
import { showReceipt as contractReceipt } from '../contracts/calls.ts';
import { endpoint, nothing, usersActing, usersReading } from '../endpoint.ts';
import { showReceipt as optionReceipt } from '../options/calls.ts';
import { productNames } from '../orders/product-names.ts';
import { orderId, receiptErrors, receiptInput } from '../orders/shapes.ts';
import { showReceipt as spotReceipt } from '../spot/calls.ts';

/** Maximum shared receipts per user. */
export const maxShares = 100;

const product = z.enum(productNames);
const what = { product, id: orderId };
const share = z.object({
  ...what,
  token: z
    .string()
    .describe('The secret that opens it. It follows the # of the link, so that no server in between can log it.'),
  named: z.boolean().describe('Whether the owner’s username is shown.'),
  at: z.iso.datetime(),
});
export type Share = z.output<typeof share>;

export const listShares = endpoint({
  method: 'POST',
  path: '/index/share/list',
  auth: 'user',
  limit: usersReading,
  summary: 'The receipts that the user shares, newest first.',
  input: nothing,
  output: z.object({ shares: z.array(share).max(maxShares) }),
  errors: [],
});

export const makeShare = endpoint({
  method: 'POST',
  path: '/index/share/make',
  auth: 'user',
  limit: { per: 'user', burst: 40, everySeconds: 15, shared: true },
  summary:
    'Shares the receipt of one of the user’s ended orders. A shared receipt keeps its link. Calling again can change whether the name is shown.',
  input: z.object({ ...what, named: z.boolean() }),
  output: share,
  errors: ['not_found', 'not_ended', 'too_many_shares', 'too_many_requests'],
});

export const takeShareBack = endpoint({
  method: 'POST',
  path: '/index/share/takeBack',
  auth: 'user',
  limit: usersActing,
  summary:
    'Ends a share permanently. Its link stops working. The response is the same if the share does not exist any more.',
  input: z.object(what),
  output: nothing,
  errors: [],
});

export const readShare = endpoint({
  method: 'POST',
  path: '/index/share/read',
  auth: 'visitor',
  limit: { per: 'address', burst: 60, everySeconds: 1 },
  summary:
    'The receipt behind a link, with everything needed to recompute it, for anyone with the link. The response is the same for unknown and revoked links.',
  input: z.object({ token: z.string().max(200), form: receiptInput.shape.form }),
  output: z.object({
    name: z.string().nullable().describe('The owner’s username, if the owner shows it.'),
    receipt: z.union([optionReceipt.output, spotReceipt.output, contractReceipt.output]),
  }),
  errors: receiptErrors,
});
