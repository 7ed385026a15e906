import { z } from 'zod';
import { nothing } from '../endpoint.ts';
import { operatorCall } from '../operators/call.ts';
import {
  backupFigures,
  contractFigures,
  ledgerFigures,
  marketFigures,
  movementFigures,
  optionFigures,
  reviewFigures,
  sessionFigures,
  wealthFigures,
} from './figures.ts';

/** Figures of all domains. */
const figures = {
  ...ledgerFigures,
  ...contractFigures,
  ...optionFigures,
  ...reviewFigures,
  ...marketFigures,
  ...sessionFigures,
  ...movementFigures,
  ...wealthFigures,
  ...backupFigures,
};
const time = z.iso.datetime();
/** Panels that can be exported, each under this name. */
export const panels = [
  'books',
  'exposure',
  'options',
  'house',
  'queues',
  'settlement',
  'tape',
  'signUps',
  'money',
  'promised',
  'backups',
] as const;
export type Panel = (typeof panels)[number];

export const showDashboard = operatorCall({
  path: '/office/dashboard/show',
  permission: 'dashboard.read',
  leaves: 'nothing',
  background: true,
  summary:
    'The figures of the site, at most five seconds old. Books, house, sign-ups, users, money movements and liabilities are counted once a minute.',
  input: nothing,
  output: z.object({
    at: time,
    countedAt: time
      .nullable()
      .describe('When books, house, sign-ups, users and sessions were counted; null before the first count.'),
    ...figures,
  }),
  errors: [],
});
/** The maximum number counted of each change. */
export const changesMax = 1000;
export const showChanges = operatorCall({
  path: '/office/dashboard/changes',
  permission: 'dashboard.read',
  leaves: 'nothing',
  background: true,
  summary: 'What colleagues changed and decided since the caller was last here.',
  input: nothing,
  output: z.object({
    since: time.nullable().describe("The caller's last act before the newest log-in; null the first time."),
    changes: z
      .array(
        z.object({
          action: z.string().describe('The path of the call.'),
          count: z.int().describe(`At most ${changesMax}.`),
        }),
      )
      .describe('The most frequent first.'),
  }),
  errors: [],
});
export const exportPanel = operatorCall({
  path: '/office/dashboard/csv',
  permission: 'dashboard.read',
  leaves: 'nothing',
  summary: "A panel as CSV text in the caller's language, marked as simulated.",
  input: z.object({ panel: z.enum(panels) }),
  output: z.object({ filename: z.string(), csv: z.string() }),
  errors: [],
});

/** The figures on the overview, by name. */
export type Figures = { [Name in keyof typeof figures]: z.output<(typeof figures)[Name]> };
