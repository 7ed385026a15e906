import { z } from 'zod';
import { endpoint, nothing, usersReading } from '../endpoint.ts';

export const appealLength = { min: 10, max: 500 } as const;

export const showAppeal = endpoint({
  method: 'POST',
  path: '/index/appeal/show',
  auth: 'frozen-user',
  limit: usersReading,
  summary: "The reason for the account's freeze, and the state of the newest appeal.",
  input: nothing,
  output: z.object({
    frozen: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
    appeal: z
      .object({
        state: z.enum(['under_review', 'passed', 'rejected']),
        text: z.string(),
        sentAt: z.iso.datetime(),
        answer: z.string().nullable().describe('Why it was rejected.'),
      })
      .nullable(),
  }),
  errors: [],
});
export const sendAppeal = endpoint({
  method: 'POST',
  path: '/index/appeal/send',
  auth: 'frozen-user',
  limit: { per: 'user', burst: 3, everySeconds: 8 * 3600, shared: true },
  summary: 'Appeals against the freeze. One appeal at a time, three a day.',
  input: z.object({ text: z.string().trim().min(appealLength.min).max(appealLength.max) }),
  output: nothing,
  errors: ['appeal_open', 'not_frozen', 'too_many_requests'],
});
