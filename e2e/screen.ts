import type { Page } from '@playwright/test';

/** A text by its key, with its values filled in. */
export type Words = (key: string, values?: Record<string, string>) => string;
/** A page, the steps before its picture is taken, and the users who see it. */
export type Screen = {
  name: string;
  path: string;
  title: string;
  who: 'visitor' | 'user';
  /** Pictures the full page, on every phone. */
  whole?: boolean;
  arrange?: (page: Page, t: Words) => Promise<void>;
};
