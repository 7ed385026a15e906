import { z } from 'zod';
import { endpoint, nothing, visitorsReading } from '../endpoint.ts';

const place = z.int().min(0);
const keyText = z.string().max(400);

/** Maximum days that the site lists. */
export const daysNamed = 35;

export const showLog = endpoint({
  method: 'POST',
  path: '/index/log/show',
  auth: 'visitor',
  limit: visitorsReading,
  summary:
    "The keys whose signatures the public log has, and the places of the tape's days in it. The log itself is at `/log/checkpoint`.",
  input: nothing,
  output: z.object({
    key: keyText.nullable().describe('The key that signs the log, `name+id+key`. Null until something is signed.'),
    witnesses: z.array(keyText).max(16).describe('The keys of the witnesses that this site asks to cosign.'),
    days: z
      .array(
        z.object({
          day: z.string().describe('YYYY-MM-DD, UTC'),
          committed: place.nullable(),
          revealed: place.nullable(),
        }),
      )
      .max(daysNamed)
      .describe('The places of a day’s commitment and of its seed, newest first. Each can be looked up and checked.'),
  }),
  errors: [],
});
