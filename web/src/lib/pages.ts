import type { IconName } from '@glasshouse/kit/Icon.tsx';
import type { ComponentType } from 'react';
import { lazily } from './lazily.ts';
import type { AppDomain, WordKey } from './words.tsx';

type About = {
  /** Domains whose words the page needs in addition to the shell's. */
  words: readonly AppDomain[];
  /** Whether visitors may open it without logging in. */
  open?: boolean;
  /** Where the back arrow leads if the page was opened directly; by default one step up in its address. */
  parent?: string;
  /** The tab it belongs to, for pages that show the tab bar without being a tab. */
  under?: string;
};
type Load = () => Promise<ComponentType>;

const oneUp = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/home';

/** A page of a domain: its address, its title, and its own chunk of code and words. */
export const page = (
  path: string,
  title: WordKey,
  { words, open = false, parent = oneUp(path), under }: About,
  load: Load,
) => ({
  path,
  title,
  words,
  open,
  parent,
  under,
  Page: lazily(load, words),
});

type TabWord = 'home' | 'market' | 'contract' | 'financial' | 'user' | 'helps';

/** A page with a place in the tab bar. */
export const tab = (path: string, word: TabWord, icon: IconName, about: About, load: Load) => ({
  ...page(path, `titles.${word}`, about, load),
  word,
  icon,
});
