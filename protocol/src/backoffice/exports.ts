import { z } from 'zod';
import { operatorCall } from '../operators/call.ts';
import { dayMs } from '../utc-day.ts';
import { uuidForm } from '../uuid.ts';
import { auditFilter } from './audit.ts';

export const exportNames = ['users', 'withdrawals', 'approvals', 'audit'] as const;
export type ExportName = (typeof exportNames)[number];
/** Maximum days covered by one file. */
export const maxExportDays = 366;
/** Rows per request. */
export const exportRows = 2000;
/** How many parts the console asks for at most. */
export const maxExportParts = 50;

const serial = /^\d{1,15}$/;
/** The form of the cursor: the identifier of the row that the next part starts after. */
const afterForms: Record<ExportName, RegExp> = {
  users: serial,
  withdrawals: serial,
  approvals: uuidForm,
  audit: serial,
};
const day = z.iso.date();
export const readExport = operatorCall({
  path: '/office/exports/read',
  permission: 'data.export',
  leaves: 'read',
  fresh: true,
  limit: { per: 'operator', burst: 60, everySeconds: 2, shared: true },
  summary: `Users, withdrawals, requests or the log of some UTC days as CSV, ${exportRows} rows at a time.`,
  input: z
    .object({
      name: z.enum(exportNames),
      from: day,
      until: day.describe('The last day.'),
      filter: auditFilter.optional().describe('For the log.'),
      after: z
        .string()
        .regex(/^[\w-]{1,60}$/)
        .optional()
        .describe('`next` of the previous part.'),
    })
    .refine(({ from, until }) => Date.parse(until) - Date.parse(from) < maxExportDays * dayMs, { path: ['until'] })
    .refine(({ from, until }) => from <= until, { path: ['until'] })
    .refine(({ name, after }) => after === undefined || afterForms[name].test(after), { path: ['after'] }),
  output: z.object({ filename: z.string(), csv: z.string(), next: z.string().nullable() }),
  errors: [],
});
