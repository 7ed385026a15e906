import type { SiteSettings, showSettings } from '@glasshouse/protocol/office/site';
import type { Answer } from '../lib/call.ts';

export type Version = Answer<typeof showSettings>['list'][number];
export type Name = keyof SiteSettings;

/** What is set by a text or an amount, in the order in which it is shown. */
export const names = ['title', 'singlemin', 'singlemax', 'daymax', 'fee', 'welcomeGrant', 'cnyRate'] as const;
