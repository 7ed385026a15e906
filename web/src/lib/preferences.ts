import type { Locale } from '@glasshouse/protocol/locales';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type Theme = 'system' | 'light' | 'dark';
export type UpDown = 'green-up' | 'red-up';
export const secondCurrencies = ['CNY', 'USD', 'none'] as const;

export type Preferences = {
  theme: Theme;
  /** `auto` follows the language: red means rising in Chinese, Japanese and Korean. */
  updown: UpDown | 'auto';
  hideBalances: boolean;
  /** The second currency in which USDT amounts are shown. */
  secondCurrency: (typeof secondCurrencies)[number];
  flashPrices: boolean;
  readAloud: boolean;
  /** Whether the result of an order appears on a card or covers the page where the order was placed. */
  results: 'card' | 'full';
  /** Whether an order is shown for confirmation before it is sent. */
  confirmOrders: boolean;
  /** Whether single keys place orders on the contract page. */
  tradeKeys: boolean;
  /** Whether the user has opened the explanation of Simulated. */
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

/** Display settings of this device. public/boot.js reads the same stored value before the first paint. */
export const usePreferences = create<Preferences>()(persist(() => defaults, { name: 'preferences' }));

/** The convention in force once `auto` is resolved. */
export const updownIn = (updown: Preferences['updown'], locale: Locale): UpDown =>
  updown === 'auto' ? (/^(zh|ja|ko)/.test(locale) ? 'red-up' : 'green-up') : updown;

/** Sets theme and direction on the root element, where the design tokens read them. */
export function showPreferences({ theme, updown }: Preferences, locale: Locale): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  dataset.updown = updownIn(updown, locale);
}
