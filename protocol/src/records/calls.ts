import { z } from 'zod';
import { endpoint, usersReading } from '../endpoint.ts';
import { kinds, systemNames, wallets } from '../ledger/books.ts';
import { flows, movementStates } from '../movements/arrows.ts';
import { cursor } from '../movements/cursor.ts';
import { recordCurrencies, type Tab, tabs } from './tabs.ts';

const decimal = z.string().describe('A decimal amount.');
const state = z.enum(movementStates);
const choice = {
  tab: z.enum(Object.keys(tabs) as [Tab, ...Tab[]]).default('all'),
  state: state.optional(),
  currency: z.enum(recordCurrencies).optional(),
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional()
    .describe('A UTC month.'),
};
const record = z.object({
  id: z.uuid(),
  flow: z.enum(flows),
  state,
  currency: z.enum(recordCurrencies),
  amount: decimal,
  fee: decimal,
  label: z.string().describe('A network, two wallets or currencies, two levels.'),
  member: z.string().nullable().describe('Whom it went to or came from, masked, where that is a member.'),
  at: z.iso.datetime(),
  changedAt: z.iso.datetime(),
});

export const listRecords = endpoint({
  method: 'POST',
  path: '/index/records/list',
  auth: 'user',
  limit: usersReading,
  summary:
    'Money that the user moved, newest first: in, out, to members and from them, into memberships, and between own wallets.',
  input: z.object({
    ...choice,
    before: cursor.optional(),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({ list: z.array(record), next: z.string().nullable() }),
  errors: [],
});

export const showRecord = endpoint({
  method: 'POST',
  path: '/index/records/show',
  auth: 'user',
  limit: usersReading,
  summary: 'One record, every state it was in, and what it did to the wallets.',
  input: z.object({ id: z.uuid() }),
  output: z.object({
    record,
    steps: z.array(z.object({ state, at: z.iso.datetime(), reason: z.string().nullable() })),
    postings: z.array(
      z.object({
        kind: z.enum(kinds),
        at: z.iso.datetime(),
        wallet: z.enum(wallets),
        currency: z.enum(recordCurrencies),
        amount: decimal.describe('What it did to the wallet.'),
        other: z.enum([...wallets, ...systemNames, 'member']).describe('The other side; `member` is somebody else.'),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const csvRows = 5000;
export const getRecordsCsv = endpoint({
  method: 'POST',
  path: '/index/records/csv',
  auth: 'user',
  limit: { per: 'user', burst: 20, everySeconds: 10 },
  summary: `The records as CSV text in the caller's language, the newest ${csvRows} rows, marked as simulated.`,
  input: z.object(choice),
  output: z.object({ filename: z.string(), csv: z.string(), complete: z.boolean() }),
  errors: [],
});
