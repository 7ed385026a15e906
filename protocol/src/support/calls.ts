import { z } from 'zod';
import { endpoint, nothing, visitorsReading } from '../endpoint.ts';

export const getServiceList = endpoint({
  method: 'POST',
  path: '/index/service/getlist',
  auth: 'visitor',
  limit: visitorsReading,
  whileUpgrading: true,
  summary: 'Customer-service contacts. Each has a link to open, or an account to copy.',
  input: nothing,
  output: z.object({
    list: z.array(z.object({ account: z.string(), link: z.url({ protocol: /^https$/ }).nullable() })),
  }),
  errors: [],
});
