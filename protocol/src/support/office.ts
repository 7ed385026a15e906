import { z } from 'zod';
import { nothing } from '../endpoint.ts';
import { operatorCall, reason } from '../operators/call.ts';

const account = z.string().trim().min(1).max(80);
const link = z
  .url({ protocol: /^https$/ })
  .max(500)
  .nullable();
const place = z.int().min(1).max(50);

export const listContacts = operatorCall({
  path: '/office/support/contacts',
  permission: 'site.read',
  leaves: 'nothing',
  summary: 'The support contacts in the order in which users see them, at most 50.',
  input: nothing,
  output: z.object({
    list: z.array(z.object({ id: z.uuid(), account: z.string(), link: z.string().nullable(), place })),
  }),
  errors: [],
});
export const saveContact = operatorCall({
  path: '/office/support/saveContact',
  permission: 'site.write',
  leaves: 'entry',
  summary: 'Adds a contact or changes one, and puts it in its place in the list. Links are https only.',
  input: z.object({ id: z.uuid().nullable(), account, link, place, reason }),
  output: z.object({ id: z.uuid() }),
  errors: ['not_found', 'list_full'],
});
export const removeContact = operatorCall({
  path: '/office/support/removeContact',
  permission: 'site.write',
  leaves: 'entry',
  summary: 'Removes a contact from the list.',
  input: z.object({ id: z.uuid(), reason }),
  output: nothing,
  errors: ['not_found'],
});
