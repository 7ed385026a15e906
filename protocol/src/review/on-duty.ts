import { z } from 'zod';

export const onDuty = z
  .boolean()
  .describe('Whether an operator who may decide this used the console in the last five minutes.');
