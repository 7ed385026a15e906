import { z } from 'zod';
import { endpoint, nothing } from './endpoint.ts';

export const getSite = endpoint({
  method: 'GET',
  path: '/index/site/getsite',
  auth: 'visitor',
  summary: 'What the operators have set: title, withdrawal limits, fee, yuan rate.',
  input: nothing,
  output: z.object({
    title: z.string(),
    singlemin: z.string(),
    singlemax: z.string(),
    daymax: z.string(),
    fee: z.string().describe('Percent; the fee rate is fee divided by 100.'),
    invitationRequired: z.boolean(),
    cnyRate: z.string().describe('Yuan for one USDT.'),
  }),
  errors: [],
});
