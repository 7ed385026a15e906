import { z } from 'zod';
import { amountOf } from '../amounts.ts';
import { topUpBounds } from '../deposits/bounds.ts';
import { endpoint } from '../endpoint.ts';
import { networks } from '../movements/addresses.ts';
import { codeMinutes, specimenDocuments, specimenSides } from './code.ts';

const within = (amount: bigint) => amount >= topUpBounds.least && amount <= topUpBounds.most;

export const makeSpecimenCode = endpoint({
  method: 'POST',
  path: '/index/user/specimenCode',
  auth: 'user',
  limit: { per: 'user', burst: 20, everySeconds: 30 },
  summary: `A signed code to draw into a specimen: for the caller, for one side of one document or the receipt of one amount on one network, valid for ${codeMinutes} minutes.`,
  input: z.discriminatedUnion('document', [
    z.object({ document: z.enum(specimenDocuments), side: z.enum(specimenSides) }),
    z.object({ document: z.literal('receipt'), network: z.enum(networks), amount: amountOf('USDT').refine(within) }),
  ]),
  output: z.object({
    code: z.string(),
    expiresAt: z.iso.datetime(),
    publicKey: z.string().describe('Ed25519, 32 bytes in base64url, for checking the code.'),
  }),
  errors: [],
});
