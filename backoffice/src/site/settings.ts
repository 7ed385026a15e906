import { languageNames } from '@glasshouse/kit/languages.ts';
import type { MoneySettings, SiteSettings, showMoney, showSettings } from '@glasshouse/protocol/site/office';
import type { Answer } from '../lib/call.ts';
import { type Change, changesBetween } from '../lib/compare.ts';

export type Version = Answer<typeof showSettings>['list'][number];
export type Name = keyof SiteSettings;
export type MoneyVersion = Answer<typeof showMoney>['list'][number];
export type MoneyName = keyof MoneySettings;

/** The differences between two versions. Languages have their own names. */
export const settingsChanged = (before: SiteSettings, after: SiteSettings): Change[] => {
  const [from, to] = [before, after].map((each) => ({ ...each, language: languageNames[each.language] }));
  return changesBetween(from, to);
};
/** The money settings, in the order in which they are shown. */
export const moneyNames = [
  'fee',
  'welcomeGrant',
  'cnyRate',
  'twoPeopleAbove',
  'inviteReward',
  'inviteShare',
  'vip1',
  'vip2',
  'vip3',
  'vip4',
  'vip5',
  'optionSpread',
  'optionExposure',
  'spotSpread',
  'singlemin',
  'singlemax',
  'daymax',
  'identityMinutes',
  'topUpMinutes',
  'unattendedSeconds',
] as const;
