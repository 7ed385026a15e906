import type { Page } from '@playwright/test';

/** A sentence by its key, with its values filled in. */
export type Words = (key: string, values?: Record<string, string>) => string;
/** A page, what to do on it before the picture is taken, and who sees it. */
export type Screen = {
  name: string;
  path: string;
  title: string;
  who: 'visitor' | 'user';
  /** A page that is judged as a whole is pictured as a whole, on every phone. */
  whole?: boolean;
  arrange?: (page: Page, t: Words) => Promise<void>;
};
