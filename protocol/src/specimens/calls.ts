import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { codeMinutes, specimenDocuments, specimenSides } from './code.ts';

export const makeSpecimenCode = endpoint({
  method: 'POST',
  path: '/index/user/specimenCode',
  auth: 'user',
  limit: { per: 'user', burst: 20, everySeconds: 30 },
  summary: `A signed code to draw into a specimen: for the caller, for one side of one document, for ${codeMinutes} minutes.`,
  input: z.object({ document: z.enum(specimenDocuments), side: z.enum(specimenSides) }),
  output: z.object({
    code: z.string(),
    expiresAt: z.iso.datetime(),
    publicKey: z.string().describe('Ed25519, 32 bytes in base64url: who holds the code can check it.'),
  }),
  errors: [],
});
