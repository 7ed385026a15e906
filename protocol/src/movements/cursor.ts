import { z } from 'zod';

/** Where the next page of movements begins. */
export const cursor = z
  .string()
  .regex(/^\d{1,15}-\d{1,18}$/)
  .describe('`next` of the page before.');
