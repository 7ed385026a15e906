import { z } from 'zod';
import { endpoint, nothing, usersReading } from '../endpoint.ts';

const decimal = z.string().describe('A decimal amount of USDT.');

/** Reasons why an invitation earned nothing. The inviter sees the reason. */
export const withheldReasons = ['same_contact', 'same_browser', 'same_place', 'second_time', 'not_offered'] as const;
export type WithheldReason = (typeof withheldReasons)[number];

/** Income from an invitation: a reward once the invited user is verified, and a share of the income from their products. */
export const inviteSources = ['new_user', 'lower_level'] as const;

/** Sent to the inviter over the live stream when an invitation earned something or a reward was withheld. */
export type InvitesEvent = { type: 'invites' };

export const getInvites = endpoint({
  method: 'POST',
  path: '/index/invites/overview',
  auth: 'user',
  limit: usersReading,
  summary: 'What invitations bring, and what those of the logged-in user have brought so far.',
  input: nothing,
  output: z.object({
    reward: decimal.describe('For each invited person, once their identity has passed.'),
    share: z.string().describe("Percent of what an invited person's products earn, paid by the house."),
    next: z
      .object({ from: z.iso.datetime(), reward: decimal, share: z.string() })
      .nullable()
      .describe('The announced change of either, and from when it holds.'),
    invited: z.int(),
    verified: z.int(),
    earned: z.object({
      total: decimal,
      rewards: z.object({ count: z.int(), amount: decimal }),
      shares: z.object({ count: z.int().describe('Days and people, each pair once.'), amount: decimal }),
    }),
    withheld: z.int().describe('Rewards that were not paid; the list says why.'),
    entries: z.int(),
    expected: z
      .object({ people: z.int(), day: decimal, month: decimal })
      .nullable()
      .describe('What the newest day with a share brought, from how many people, and thirty times that.'),
  }),
  errors: [],
});

export const listProfits = endpoint({
  method: 'POST',
  path: '/index/sprofitlog/getlist',
  auth: 'user',
  limit: usersReading,
  summary: 'What invitations brought and what was withheld, newest first. Names are shortened.',
  input: z.object({
    before: z
      .string()
      .regex(/^[1-9][0-9]{0,17}$/)
      .optional()
      .describe('`next` of the page before.'),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        source: z.enum(inviteSources),
        name: z.string().nullable().describe('Of the invited person, shortened; null: the account is deleted.'),
        amount: decimal,
        withheld: z.enum(withheldReasons).nullable(),
        of: z
          .object({ day: z.iso.date(), base: decimal, share: z.string() })
          .nullable()
          .describe('What it is a share of: the UTC day, what the products earned then, percent.'),
      }),
    ),
    next: z.string().nullable(),
  }),
  errors: [],
});
