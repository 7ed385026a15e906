import type { Locale } from '@glasshouse/protocol/locales';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type Theme = 'system' | 'light' | 'dark';
export type UpDown = 'green-up' | 'red-up';
export const secondCurrencies = ['CNY', 'USD', 'none'] as const;

export type Preferences = {
  theme: Theme;
  /** `auto` follows the language: red rises in Chinese, Japanese and Korean. */
  updown: UpDown | 'auto';
  hideBalances: boolean;
  /** What amounts in USDT are also shown in. */
  secondCurrency: (typeof secondCurrencies)[number];
  flashPrices: boolean;
  readAloud: boolean;
  /** What an ended order comes to waits on a card, or covers the page it was placed on. */
  results: 'card' | 'full';
  /** An order is shown once more before it is sent. */
  confirmOrders: boolean;
  /** Single keys trade on the contract page. */
  tradeKeys: boolean;
  /** The reader has opened the text about what Simulated means. */
  readSimulated: boolean;
};

const defaults: Preferences = {
  theme: 'system',
  updown: 'auto',
  hideBalances: false,
  secondCurrency: 'CNY',
  flashPrices: true,
  readAloud: true,
  results: 'card',
  confirmOrders: true,
  tradeKeys: true,
  readSimulated: false,
};

/** How this device shows things. public/boot.js reads the same stored value before the first paint. */
export const usePreferences = create<Preferences>()(persist(() => defaults, { name: 'preferences' }));

/** The convention in force once `auto` has been resolved. */
export const updownIn = (updown: Preferences['updown'], locale: Locale): UpDown =>
  updown === 'auto' ? (/^(zh|ja|ko)/.test(locale) ? 'red-up' : 'green-up') : updown;

/** Puts theme and direction on the root element, where the tokens look for them. */
export function showPreferences({ theme, updown }: Preferences, locale: Locale): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  dataset.updown = updownIn(updown, locale);
}
