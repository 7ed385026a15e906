import { z } from 'zod';
import { operatorCall } from '../operators/call.ts';
import { shownFile } from './calls.ts';

export const viewFile = operatorCall({
  path: '/office/files/show',
  permission: 'files.view',
  leaves: 'entry',
  summary: 'A picture that a user has uploaded. Every view is logged.',
  input: z.object({ id: z.uuid() }),
  output: shownFile,
  errors: ['not_found'],
});
