import { z } from 'zod';
import { nothing } from '../endpoint.ts';
import { colleague, doneOrWaiting, operatorCall, reason } from '../operators/call.ts';
import { announcedMinutes, bounded, onceInHours, unitsOf } from './bounds.ts';
import { language, texts } from './texts.ts';

/** Settings that one operator can change immediately, because they move no money. */
const siteSettings = z.object({
  title: z.string().trim().min(1).max(40),
  language: language.describe('Read where the language of a reader is not known, or a text is missing in it.'),
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
  summary: 'The settings in force, and those before them, newest first.',
  input: z.object({ before: version.optional(), limit: z.int().min(1).max(100).default(20) }),
  output: z.object({ list: z.array(settingsVersion), next: version.nullable() }),
  errors: [],
});
export const saveSettings = operatorCall({
  path: '/office/site/saveSettings',
  permission: 'site.write',
  leaves: 'entry',
  summary: 'Makes a new version of the settings, if the one that was looked at is still in force.',
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
    'A withdrawal or a top-up by a network of more USDT takes two people.',
  ),
  inviteReward: bounded('inviteReward').describe('USDT for an invited person whose identity passes.'),
  inviteShare: bounded('inviteShare').describe("Percent of what an invited person's products earn."),
  vip1: bounded('vip1').describe('USDT that a member of this level holds; no level holds less than the one below it.'),
  vip2: bounded('vip2'),
  vip3: bounded('vip3'),
  vip4: bounded('vip4'),
  vip5: bounded('vip5'),
  optionSpread: bounded('optionSpread').describe('Percent by which an option costs more than it is worth.'),
  optionExposure: bounded('optionExposure').describe(
    'The most USDT that open options of one coin may be about: size times strike.',
  ),
  spotSpread: bounded('spotSpread').describe('Percent beside the tick at which coins are bought and sold.'),
  singlemin: bounded('singlemin').describe('The least USDT of a withdrawal.'),
  singlemax: bounded('singlemax').describe('The most USDT of a withdrawal.'),
  daymax: bounded('daymax').describe('The most USDT that a user withdraws in a day.'),
  identityMinutes: bounded('identityMinutes').describe(
    'The clock passes an identity that waits longer than these minutes; 0: only people decide.',
  ),
  topUpMinutes: bounded('topUpMinutes').describe(
    'The clock passes a top-up that waits longer than these minutes, unless it takes two people; 0: only people decide.',
  ),
  unattendedSeconds: bounded('unattendedSeconds').describe(
    'While no operator is on duty, the clock approves identities, top-ups and withdrawals after these seconds, unless they take two people; 0: only people decide.',
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
  from: z.iso.datetime().describe('From when it holds.'),
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
  summary: 'What money depends on: what is announced, in force and past, newest first.',
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
  summary: `Changes what money depends on, if what was looked at is still in force. ${howAnnounced}`,
  input: z.object({ expectedVersion: version, settings: moneySettings, reason }),
  output: doneOrWaiting,
  errors: announcedRefusals,
});
export const withdrawMoney = operatorCall({
  path: '/office/site/withdrawMoney',
  permission: 'site.approve',
  leaves: 'entry',
  summary: 'Takes back a change that is announced and does not hold yet.',
  input: z.object({ version, reason }),
  output: nothing,
  errors: ['not_found', 'no_change'],
});

const siteLanguage = language.describe("The site's own, in which every text must be written.");
const time = z.iso.datetime();
const inOrder = ({ from, until }: { from: string; until: string }) => Date.parse(from) < Date.parse(until);

const announcement = z.object({ id: z.uuid(), texts, from: time, until: time });
export const listAnnouncements = operatorCall({
  path: '/office/site/announcements',
  permission: 'site.read',
  leaves: 'nothing',
  summary: 'The newest 100 announcements, past and future ones too.',
  input: nothing,
  output: z.object({ language: siteLanguage, list: z.array(announcement) }),
  errors: [],
});
export const saveAnnouncement = operatorCall({
  path: '/office/site/saveAnnouncement',
  permission: 'site.write',
  leaves: 'entry',
  summary: "Makes an announcement for the home page's notice bar, or changes one.",
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
  summary: 'Takes an announcement down, now or before it appears.',
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
  summary: "Plans a window, at most a day long, in which users' calls answer 503. Settlement and prices go on.",
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
  summary: 'Cancels a planned window, or ends one that is under way.',
  input: z.object({ id: z.uuid(), reason }),
  output: nothing,
  errors: ['not_found', 'no_change'],
});
