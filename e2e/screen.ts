import type { Page } from '@playwright/test';

/** A sentence by its key, with its values filled in. */
export type Words = (key: string, values?: Record<string, string>) => string;
/** A page, what to do on it before the picture is taken, and who sees it. */
export type Screen = {
  name: string;
  path: string;
  title: string;
  who: 'visitor' | 'user';
  arrange?: (page: Page, t: Words) => Promise<void>;
};
