import { z } from 'zod';
import { amountOf } from '../amounts.ts';
import { nothing } from '../endpoint.ts';
import { colleague, doneOrWaiting, operatorCall, personNumber, reason } from '../operators/call.ts';
import { listHoldings } from './calls.ts';
import { pledgeSeconds, termBounds } from './terms.ts';

const usdt = amountOf('USDT');
const moment = z.iso.datetime();
const within = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most);
const unit = usdt.refine((units) => units >= termBounds.unit.least && units <= termBounds.unit.most);
const days = within(termBounds.days);

const terms = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trust'), unit, rateBp: within(termBounds.rateBp), days }),
  z.object({
    kind: z.literal('pledge'),
    unit,
    ratePpb: within(termBounds.ratePpb),
    seconds: z.int().refine((seconds) => pledgeSeconds.includes(seconds as never)),
  }),
  z.object({ kind: z.literal('machine'), unit, daily: usdt, days }),
]);
const units = z.int().min(1);
/** Goes into a buyer's file and onto a label. */
const oneLine = /^\P{Cc}*$/u;
/** All terms of a version that buyers rely on. */
const offer = z
  .object({
    label: z.string().trim().max(40).regex(oneLine).describe('Its own name. If empty, it is named by kind and term.'),
    power: z.string().trim().max(20).regex(oneLine).describe('The hash rate on a machine’s label.'),
    terms,
    least: units.describe('Of one order.'),
    most: units.describe('Maximum per user.'),
    quota: units.describe('Ever sold, or pledged at a time.'),
    opensAt: moment,
    closesAt: moment.nullable(),
  })
  .refine(({ label, terms: { kind } }) => kind !== 'machine' || label !== '', { path: ['label'] })
  .refine(({ power, terms: { kind } }) => kind === 'machine' || power === '', { path: ['power'] })
  .refine(({ terms: of }) => of.kind !== 'machine' || of.daily <= of.unit, { path: ['terms', 'daily'] })
  .refine(({ least, most }) => least <= most, { path: ['most'] })
  .refine(({ most, terms: of }) => BigInt(most) * of.unit <= termBounds.amount.most, { path: ['most'] })
  .refine(({ most, quota }) => most <= quota, { path: ['quota'] })
  .refine(({ quota, terms: of }) => BigInt(quota) * of.unit <= termBounds.quota.most, { path: ['quota'] })
  .refine(({ opensAt, closesAt }) => closesAt === null || Date.parse(opensAt) < Date.parse(closesAt), {
    path: ['closesAt'],
  });
export type Offer = z.output<typeof offer>;

const number = z.int().min(1).max(2_147_483_647);
const named = { product: number, version: number };
const states = ['draft', 'published', 'closed'] as const;
const cursor = z
  .string()
  .regex(/^[1-9]\d{0,9}\.[1-9]\d{0,9}$/)
  .refine((text) => text.split('.').every((part) => Number(part) <= 2_147_483_647));

export const listVersions = operatorCall({
  path: '/office/wealth/products',
  permission: 'site.read',
  leaves: 'nothing',
  summary: 'Every version of every product, newest first. Published versions are kept permanently.',
  input: z.object({
    state: z.enum(states).optional(),
    product: number.optional(),
    before: cursor.optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({
    list: z.array(
      z.object({
        ...named,
        state: z.enum(states),
        offer,
        taken: z.int().describe('Of the quota: ever sold, or pledged at the moment.'),
        writtenAt: moment,
        writtenBy: colleague.nullable().describe('Null if it came with the installation.'),
        publishedAt: moment.nullable(),
        publishedBy: colleague.nullable(),
        approvedBy: colleague.nullable(),
        closedAt: moment.nullable(),
        closedBy: colleague.nullable(),
      }),
    ),
    next: cursor.nullable(),
  }),
  errors: [],
});
export const saveDraft = operatorCall({
  path: '/office/wealth/save',
  permission: 'site.write',
  leaves: 'entry',
  summary: 'Creates or changes a draft of a new product, or of another version of one. A product keeps its kind.',
  input: z.object({
    product: number.nullable().describe('Null for a new one.'),
    expected: moment.nullable().describe('When the displayed draft was written. Null if there was none.'),
    offer,
    reason,
  }),
  output: z.object(named),
  errors: ['not_found', 'version_changed', 'unchanged'],
});
export const deleteDraft = operatorCall({
  path: '/office/wealth/delete',
  permission: 'site.write',
  leaves: 'entry',
  summary: 'Discards a draft.',
  input: z.object({ ...named, reason }),
  output: nothing,
  errors: ['not_found'],
});
export const publishVersion = operatorCall({
  path: '/office/wealth/publish',
  permission: 'site.write',
  leaves: 'entry',
  fresh: true,
  second: 'site.approve',
  summary:
    'Publishes a draft exactly as displayed, and closes the previous version. Requires a second person. It can never be changed.',
  input: z.object({ ...named, offer, reason }),
  output: doneOrWaiting,
  errors: ['not_found', 'version_changed'],
});
export const closeVersion = operatorCall({
  path: '/office/wealth/close',
  permission: 'site.write',
  leaves: 'entry',
  fresh: true,
  summary: 'Stops selling a version. Existing orders continue as promised.',
  input: z.object({ ...named, reason }),
  output: nothing,
  errors: ['not_found'],
});

export const listUserHoldings = operatorCall({
  path: '/office/wealth/holdings',
  permission: 'users.read',
  leaves: 'look',
  summary: "A user's current and past orders of products, newest first, as the user sees them.",
  input: z.object({ number: personNumber, ...listHoldings.input.shape }),
  output: listHoldings.output,
  errors: [],
});
