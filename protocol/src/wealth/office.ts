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
    label: z
      .string()
      .trim()
      .max(40)
      .regex(oneLine)
      .describe('A name of its own; without one, kind and term are the name.'),
    power: z.string().trim().max(20).regex(oneLine).describe('The hash rate on a machine’s label.'),
    terms,
    least: units.describe('Of one order.'),
    most: units.describe('That one person may hold.'),
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
  summary: 'Every version of every product, newest first. What was published is kept for ever.',
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
        writtenBy: colleague.nullable().describe('Null: it came with the installation.'),
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
  summary: 'Writes a draft of a new product or of another version of one, or changes it. A product keeps its kind.',
  input: z.object({
    product: number.nullable().describe('Null: a new one.'),
    expected: moment.nullable().describe('When the draft that was looked at was written; null where there was none.'),
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
  summary: 'Throws a draft away.',
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
    'Offers a draft to everybody, exactly as it was looked at, and closes the version before it. Waits for a second person; it never changes again.',
  input: z.object({ ...named, offer, reason }),
  output: doneOrWaiting,
  errors: ['not_found', 'version_changed'],
});
export const closeVersion = operatorCall({
  path: '/office/wealth/close',
  permission: 'site.write',
  leaves: 'entry',
  fresh: true,
  summary: 'Sells no more of a version. What people hold of it goes on as promised.',
  input: z.object({ ...named, reason }),
  output: nothing,
  errors: ['not_found'],
});

export const listUserHoldings = operatorCall({
  path: '/office/wealth/holdings',
  permission: 'users.read',
  leaves: 'look',
  summary: 'What a user holds and has held of the products, newest first, as the user sees it.',
  input: z.object({ number: personNumber, ...listHoldings.input.shape }),
  output: listHoldings.output,
  errors: [],
});
