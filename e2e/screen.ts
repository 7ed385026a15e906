import type { Page } from '@playwright/test';

export type Words = (key: string) => string;
/** A page, what to do on it before the picture is taken, and who sees it. */
export type Screen = {
  name: string;
  path: string;
  title: string;
  who: 'visitor' | 'user';
  arrange?: (page: Page, t: Words) => Promise<void>;
};
