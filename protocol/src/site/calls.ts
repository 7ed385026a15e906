import { z } from 'zod';
import { endpoint, nothing, visitorsReading } from '../endpoint.ts';
import { language } from './texts.ts';

export const getSite = endpoint({
  method: 'GET',
  path: '/index/site/getsite',
  auth: 'visitor',
  limit: visitorsReading,
  whileUpgrading: true,
  summary: 'Settings of the site: title, withdrawal limits, fee, yuan rate, and current or planned maintenance.',
  input: nothing,
  output: z.object({
    title: z.string(),
    maintenance: z
      .object({
        from: z.iso.datetime(),
        until: z.iso.datetime(),
        text: z.string().nullable(),
        language: language.nullable().describe('The language of the text.'),
      })
      .nullable()
      .describe('Current, or beginning within a week.'),
    singlemin: z.string(),
    singlemax: z.string(),
    daymax: z.string(),
    fee: z.string().describe('Percent; the fee rate is fee divided by 100.'),
    invitationRequired: z.boolean(),
    textMessages: z.boolean().describe('Whether text messages can be sent. If not, no code is sent to a phone.'),
    cnyRate: z.string().describe('Yuan for one USDT.'),
    next: z
      .object({
        from: z.iso.datetime(),
        fee: z.string(),
        cnyRate: z.string(),
        singlemin: z.string(),
        singlemax: z.string(),
        daymax: z.string(),
      })
      .nullable()
      .describe('The values of an announced change, and when they take effect.'),
  }),
  errors: [],
});

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/index/site/announcements',
  auth: 'visitor',
  limit: visitorsReading,
  whileUpgrading: true,
  summary:
    "The operators' current announcements, in the caller's language or else in the site's, newest first, at most 10.",
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        id: z.uuid(),
        text: z.string(),
        language: language.describe('The language of the text.'),
        from: z.iso.datetime(),
      }),
    ),
  }),
  errors: [],
});
