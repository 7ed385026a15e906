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
  summary: "The rewards for invitations, and the logged-in user's income from them so far.",
  input: nothing,
  output: z.object({
    reward: decimal.describe('For each invited user, once their identity is verified.'),
    share: z.string().describe("Percentage of the income from an invited user's products, paid by the house."),
    next: z
      .object({ from: z.iso.datetime(), reward: decimal, share: z.string() })
      .nullable()
      .describe('The announced change of either, and when it takes effect.'),
    invited: z.int(),
    verified: z.int(),
    earned: z.object({
      total: decimal,
      rewards: z.object({ count: z.int(), amount: decimal }),
      shares: z.object({
        count: z.int().describe('The number of pairs of a day and an invited user.'),
        amount: decimal,
      }),
    }),
    withheld: z.int().describe('Rewards that were not paid; the list says why.'),
    entries: z.int(),
    expected: z
      .object({ people: z.int(), day: decimal, month: decimal })
      .nullable()
      .describe('The income of the newest day with a share, from how many people, and thirty times that.'),
  }),
  errors: [],
});

export const listProfits = endpoint({
  method: 'POST',
  path: '/index/sprofitlog/getlist',
  auth: 'user',
  limit: usersReading,
  summary: 'Rewards paid and withheld, newest first. Names are shortened.',
  input: z.object({
    before: z
      .string()
      .regex(/^[1-9][0-9]{0,17}$/)
      .optional()
      .describe('`next` of the previous page.'),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        source: z.enum(inviteSources),
        name: z.string().nullable().describe('The invited user’s name, shortened. Null if the account is deleted.'),
        amount: decimal,
        withheld: z.enum(withheldReasons).nullable(),
        of: z
          .object({ day: z.iso.date(), base: decimal, share: z.string() })
          .nullable()
          .describe('The basis of the share: the UTC day, the income of the products on it, and the percentage.'),
      }),
    ),
    next: z.string().nullable(),
  }),
  errors: [],
});
