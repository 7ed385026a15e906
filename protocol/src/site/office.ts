import { z } from 'zod';
import { nothing } from '../endpoint.ts';
import { colleague, doneOrWaiting, operatorCall, reason } from '../operators/call.ts';
import { announcedMinutes, bounded, onceInHours, unitsOf } from './bounds.ts';
import { language, texts } from './texts.ts';

/** Settings that one operator can change immediately, because they move no money. */
const siteSettings = z.object({
  title: z.string().trim().min(1).max(40),
  language: language.describe('Used if the language of a reader is unknown, or a text is missing in it.'),
  invitationRequired: z.boolean(),
});
export type SiteSettings = z.output<typeof siteSettings>;

const settingsVersion = z.object({
  version: z.string(),
  at: z.iso.datetime(),
  by: colleague.nullable(),
  reason: z.string().nullable(),
  settings: siteSettings,
});
const version = z.string().regex(/^[1-9]\d{0,17}$/);

export const showSettings = operatorCall({
  path: '/office/site/settings',
  permission: 'site.read',
  leaves: 'nothing',
  summary: 'The settings in force and earlier ones, newest first.',
  input: z.object({ before: version.optional(), limit: z.int().min(1).max(100).default(20) }),
  output: z.object({ list: z.array(settingsVersion), next: version.nullable() }),
  errors: [],
});
export const saveSettings = operatorCall({
  path: '/office/site/saveSettings',
  permission: 'site.write',
  leaves: 'entry',
  summary: 'Creates a new version of the settings, if the displayed one is still in force.',
  input: z.object({ expectedVersion: version, settings: siteSettings, reason }),
  output: z.object({ version }),
  errors: ['version_changed', 'unchanged'],
});

/** Money settings: requested by one operator, approved by another, and announced before they take effect. */
const moneyFields = z.object({
  fee: bounded('fee').describe('Percent of a withdrawal.'),
  welcomeGrant: bounded('welcomeGrant').describe('USDT a new account starts with.'),
  cnyRate: bounded('cnyRate').describe('Yuan for one USDT.'),
  twoPeopleAbove: bounded('twoPeopleAbove').describe(
    'Above this amount in USDT, a withdrawal or a network top-up requires two people.',
  ),
  inviteReward: bounded('inviteReward').describe('USDT for an invited user whose identity is verified.'),
  inviteShare: bounded('inviteShare').describe("Percentage of the income from an invited user's products."),
  vip1: bounded('vip1').describe(
    'The deposit of a member of this level in USDT. No level has a smaller deposit than the one below it.',
  ),
  vip2: bounded('vip2'),
  vip3: bounded('vip3'),
  vip4: bounded('vip4'),
  vip5: bounded('vip5'),
  optionSpread: bounded('optionSpread').describe("The premium's percentage above the fair value."),
  optionExposure: bounded('optionExposure').describe(
    'Maximum exposure of open options on one coin in USDT: size times strike.',
  ),
  spotSpread: bounded('spotSpread').describe('Percentage above or below the tick at which coins are bought or sold.'),
  singlemin: bounded('singlemin').describe('The minimum of one withdrawal in USDT.'),
  singlemax: bounded('singlemax').describe('The maximum of one withdrawal in USDT.'),
  daymax: bounded('daymax').describe('The maximum that a user can withdraw in a day in USDT.'),
  identityMinutes: bounded('identityMinutes').describe(
    'Minutes after which a waiting identity verification is approved automatically. 0: only operators decide.',
  ),
  topUpMinutes: bounded('topUpMinutes').describe(
    'Minutes after which a waiting top-up is approved automatically, unless it requires two people. 0: only operators decide.',
  ),
  unattendedSeconds: bounded('unattendedSeconds').describe(
    'While no operator is on duty: seconds after which identity verifications, top-ups and withdrawals are approved automatically, unless they require two people. 0: only operators decide.',
  ),
});
export type MoneySettings = z.output<typeof moneyFields>;
/** The displayed settings. Values set before bounds existed may be outside them. */
const moneyShown = z.record(z.enum(Object.keys(moneyFields.shape) as (keyof MoneySettings)[]), z.string());
/** The levels above zero, in ascending order. */
export const vipDeposits = ['vip1', 'vip2', 'vip3', 'vip4', 'vip5'] as const;
/** Within each list, a setting must not be lower than the previous one. */
export const ascending = [vipDeposits, ['singlemin', 'singlemax', 'daymax']] as const;
const moneySettings = moneyFields.superRefine((settings, { addIssue }) => {
  for (const names of ascending)
    for (const [below, name] of names.slice(1).entries())
      if ((unitsOf(name, settings[name]) ?? 0n) < (unitsOf(name, settings[names[below]!]) ?? 0n))
        addIssue({ code: 'custom', path: [name] });
});

/** A version of a setting that is announced before it takes effect. */
export const announcedVersion = z.object({
  version,
  at: z.iso.datetime(),
  from: z.iso.datetime().describe('When it takes effect.'),
  by: colleague.nullable(),
  approvedBy: colleague.nullable(),
  reason: z.string().nullable(),
  state: z.enum(['announced', 'in_force', 'past', 'withdrawn']),
});
/** Errors that a change of it may return. */
export const announcedRefusals = [
  'version_changed',
  'unchanged',
  'change_announced',
  'step_too_large',
  'changed_today',
] as const;
export const howAnnounced = `Waits for a second person, then holds after ${announcedMinutes} minutes. A value moves at most once in ${onceInHours} hours and by its largest step.`;

export const showMoney = operatorCall({
  path: '/office/site/money',
  permission: 'site.read',
  leaves: 'nothing',
  summary: 'Money settings: announced, in force and past ones, newest first.',
  input: z.object({ before: version.optional(), limit: z.int().min(1).max(100).default(20) }),
  output: z.object({
    list: z.array(announcedVersion.extend({ settings: moneyShown })),
    next: version.nullable(),
  }),
  errors: [],
});
export const saveMoney = operatorCall({
  path: '/office/site/saveMoney',
  permission: 'site.write',
  leaves: 'entry',
  fresh: true,
  second: 'site.approve',
  summary: `Changes money settings, if the displayed ones are still in force. ${howAnnounced}`,
  input: z.object({ expectedVersion: version, settings: moneySettings, reason }),
  output: doneOrWaiting,
  errors: announcedRefusals,
});
export const withdrawMoney = operatorCall({
  path: '/office/site/withdrawMoney',
  permission: 'site.approve',
  leaves: 'entry',
  summary: 'Withdraws an announced change that is not in force yet.',
  input: z.object({ version, reason }),
  output: nothing,
  errors: ['not_found', 'no_change'],
});

const siteLanguage = language.describe("The site's default language, in which every text is required.");
const time = z.iso.datetime();
const inOrder = ({ from, until }: { from: string; until: string }) => Date.parse(from) < Date.parse(until);

const announcement = z.object({ id: z.uuid(), texts, from: time, until: time });
export const listAnnouncements = operatorCall({
  path: '/office/site/announcements',
  permission: 'site.read',
  leaves: 'nothing',
  summary: 'The newest 100 announcements, including past and future ones.',
  input: nothing,
  output: z.object({ language: siteLanguage, list: z.array(announcement) }),
  errors: [],
});
export const saveAnnouncement = operatorCall({
  path: '/office/site/saveAnnouncement',
  permission: 'site.write',
  leaves: 'entry',
  summary: 'Creates or changes an announcement in the notice bar of the home page.',
  input: z
    .object({ id: z.uuid().nullable(), texts, from: time, until: time, reason })
    .refine(inOrder, { path: ['until'] }),
  output: z.object({ id: z.uuid() }),
  errors: ['not_found', 'text_missing'],
});
export const endAnnouncement = operatorCall({
  path: '/office/site/endAnnouncement',
  permission: 'site.write',
  leaves: 'entry',
  summary: 'Removes an announcement, now or before it appears.',
  input: z.object({ id: z.uuid(), reason }),
  output: nothing,
  errors: ['not_found', 'no_change'],
});

const longest = 24 * 3_600_000;
const maintenance = z.object({
  id: z.uuid(),
  from: time,
  until: time,
  texts: texts.nullable(),
  state: z.enum(['planned', 'active', 'over', 'cancelled']),
});
export const listMaintenance = operatorCall({
  path: '/office/site/maintenance',
  permission: 'site.read',
  leaves: 'nothing',
  summary: 'The newest 100 maintenance windows.',
  input: nothing,
  output: z.object({ language: siteLanguage, list: z.array(maintenance) }),
  errors: [],
});
export const planMaintenance = operatorCall({
  path: '/office/site/planMaintenance',
  permission: 'site.write',
  leaves: 'entry',
  summary: "Plans a window of at most one day in which users' calls return 503. Settlement and prices continue.",
  input: z
    .object({ from: time, until: time, texts: texts.nullable(), reason })
    .refine(inOrder, { path: ['until'] })
    .refine(({ from, until }) => Date.parse(until) - Date.parse(from) <= longest, { path: ['until'] }),
  output: z.object({ id: z.uuid() }),
  errors: ['maintenance_overlaps', 'time_past', 'text_missing'],
});
export const endMaintenance = operatorCall({
  path: '/office/site/endMaintenance',
  permission: 'site.write',
  leaves: 'entry',
  summary: 'Cancels a planned window, or ends the current one.',
  input: z.object({ id: z.uuid(), reason }),
  output: nothing,
  errors: ['not_found', 'no_change'],
});
