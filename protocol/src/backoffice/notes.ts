import { z } from 'zod';
import { operatorCall, personNumber } from '../operators/call.ts';

export const maxNote = 1000;

export const listNotes = operatorCall({
  path: '/office/users/notes',
  permission: 'users.read',
  leaves: 'look',
  summary: "Operators' notes about a user, newest first. With a case, only notes about that case.",
  input: z.object({
    number: personNumber,
    case: z.uuid().optional(),
    before: z.uuid().optional(),
    limit: z.int().min(1).max(50).default(10),
  }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.uuid(),
        at: z.iso.datetime(),
        by: z.string(),
        case: z.uuid().nullable(),
        text: z.string(),
      }),
    ),
    next: z.uuid().nullable(),
  }),
  errors: ['not_found'],
});
export const addNote = operatorCall({
  path: '/office/users/addNote',
  permission: 'notes.write',
  leaves: 'entry',
  limit: { per: 'operator', burst: 30, everySeconds: 2 },
  summary:
    'Writes a note about a user or a case. It cannot be changed. Users get their notes with a copy of their data.',
  input: z.object({
    id: z.uuid().describe('Generated when the form opens, so that a retry is recognized as the same note.'),
    number: personNumber,
    case: z.uuid().nullable(),
    text: z.string().trim().min(1).max(maxNote),
  }),
  output: z.object({}),
  errors: ['not_found', 'id_used'],
});
